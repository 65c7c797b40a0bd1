import { useQueryClient } from "@tanstack/react-query";
import { type Conversation, type ConversationInput, updateConversation } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { toast, useProblemToast } from "#console/ui/toasts";
import {
  answered,
  ask,
  changeConversation,
  refreshConversation,
  refreshLists,
} from "../list/conversations";
import { texts } from "./texts";

type Choice = { id: number; name: string } | null;
type State = Pick<Conversation, "state" | "snoozed_until">;

const OPEN: State = { state: "open", snoozed_until: null };

/** The actions on a conversation: shown at once, and reverted if the API refuses them. */
export function useConversationActions() {
  const client = useClient();
  const queries = useQueryClient();
  const t = useTexts(texts);
  const format = useFormat();
  const toastProblem = useProblemToast();

  async function change(
    conversation: Conversation,
    shown: Partial<Conversation>,
    body: ConversationInput,
  ) {
    const { id, state, snoozed_until, assignee } = conversation;
    const write = () => updateConversation({ client, path: { conversation: id }, body });
    try {
      const { data } = await ask(queries, id, shown, write);
      answered(queries, id, data);
      return true;
    } catch (error) {
      answered(queries, id, { state, snoozed_until, assignee });
      refreshLists(queries);
      toastProblem(error);
      return false;
    }
  }

  const setState = (conversation: Conversation, state: "open" | "closed") =>
    change(conversation, { state, snoozed_until: null }, { state });

  const undo = (changed: Conversation, { state, snoozed_until }: State) => ({
    label: t.undo,
    run() {
      const body = { state, ...(state === "snoozed" && { snoozed_until }) };
      void change(changed, { state, snoozed_until }, body).then(() => refreshLists(queries));
    },
  });

  const saySnoozed = (conversation: Conversation, before: State) =>
    toast(t.snoozed(format.dateTime(conversation.snoozed_until ?? 0)), undo(conversation, before));

  return {
    assign: (conversation: Conversation, assignee: Choice) =>
      change(conversation, { assignee }, { assignee_id: assignee?.id ?? null }),
    async toggle(conversation: Conversation) {
      const state = conversation.state === "closed" ? "open" : "closed";
      const changed: Conversation = { ...conversation, state, snoozed_until: null };
      if (await setState(conversation, state))
        toast(state === "closed" ? t.closed : t.reopened, undo(changed, conversation));
    },
    async snooze(conversation: Conversation, until: Date) {
      const shown = { state: "snoozed", snoozed_until: until.toISOString() } as const;
      if (await change(conversation, shown, shown))
        saySnoozed({ ...conversation, ...shown }, conversation);
    },
    /** The API's answer to a time of one's own. */
    snoozed(conversation: Conversation) {
      changeConversation(queries, conversation.id, conversation);
      refreshConversation(queries, conversation.id);
      saySnoozed(conversation, OPEN);
    },
    reopen: (conversation: Conversation) => setState(conversation, "open"),
  };
}
