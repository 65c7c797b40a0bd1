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

  const saySnoozed = (conversation: Conversation) =>
    toast(t.snoozed(format.dateTime(conversation.snoozed_until ?? 0)), {
      label: t.undo,
      run: () => void setState(conversation, "open"),
    });

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
      const shown = { state: "snoozed", snoozed_until: until.toISOString() } as const;
      if (await change(conversation, shown, shown)) saySnoozed({ ...conversation, ...shown });
    },
    /** What the API has answered to a time of one's own. */
    snoozed(conversation: Conversation) {
      changeConversation(conversation.id, conversation);
      refreshConversation(conversation.id);
      saySnoozed(conversation);
    },
    reopen: (conversation: Conversation) => setState(conversation, "open"),
  };
}
