import {
  type Conversation,
  type ConversationInput,
  updateConversation,
} from "../../../../client/index";
import { useClient } from "../../../session/session";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { useProblemText } from "../../../ui/states";
import { toast } from "../../../ui/toasts";
import { changeConversation, refreshConversation } from "../list/conversations";
import { texts } from "./texts";

type Choice = { id: number; name: string } | null;

/** What is done with a conversation: shown at once, and taken back if the API refuses it. */
export function useConversationActions() {
  const client = useClient();
  const t = useTexts(texts);
  const format = useFormat();
  const textOf = useProblemText();

  async function change(
    conversation: Conversation,
    shown: Partial<Conversation>,
    body: ConversationInput,
  ) {
    changeConversation(conversation.id, shown);
    try {
      const { data } = await updateConversation({
        client,
        path: { conversation: conversation.id },
        body,
      });
      changeConversation(data.id, data);
      return true;
    } catch (error) {
      const { state, snoozed_until, assignee } = conversation;
      changeConversation(conversation.id, { state, snoozed_until, assignee });
      toast(textOf(error));
      return false;
    } finally {
      refreshConversation(conversation.id);
    }
  }

  const setState = (conversation: Conversation, state: "open" | "closed") =>
    change(conversation, { state, snoozed_until: null }, { state });

  return {
    assign: (conversation: Conversation, assignee: Choice) =>
      change(conversation, { assignee }, { assignee_id: assignee?.id ?? null }),
    async toggle(conversation: Conversation) {
      const state = conversation.state === "closed" ? "open" : "closed";
      const changed: Conversation = { ...conversation, state };
      if (await setState(conversation, state))
        toast(state === "closed" ? t.closed : t.reopened, {
          label: t.undo,
          run: () => void setState(changed, state === "closed" ? "open" : "closed"),
        });
    },
    async snooze(conversation: Conversation, until: Date) {
      const snoozed_until = until.toISOString();
      const shown = { state: "snoozed", snoozed_until } as const;
      if (await change(conversation, shown, shown))
        toast(t.snoozed(format.dateTime(until)), {
          label: t.undo,
          run: () => void setState({ ...conversation, ...shown }, "open"),
        });
    },
    reopen: (conversation: Conversation) => setState(conversation, "open"),
  };
}

const MORNING = 9;
const HOUR_MS = 3_600_000;

/** When a snoozed conversation may come back, in the reader's time. */
export function snoozeTimes(now = new Date()) {
  const morning = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
  return {
    later: new Date(now.getTime() + 3 * HOUR_MS),
    tomorrow: morning(1),
    monday: morning((8 - now.getDay()) % 7 || 7),
    week: morning(7),
  };
}
