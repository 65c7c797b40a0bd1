import type { Args } from "../api";
import { shown, type Tool } from "./tool";

const MESSAGE = [
  ...["platform", "channel_id", "type", "text", "buttons", "list", "link_buttons", "cards"],
  ...["media", "template"],
];

const withoutLead = ({ lead_id: _, ...message }: Args) => message;

export const conversationTools: Tool[] = [
  {
    name: "list_conversations",
    title: "Find conversations",
    description: "Conversations that match all filters, latest first.",
    operations: ["listConversations"],
    input: [
      ...["search", "lead_id", "channel_id", "state", "is_unread", "is_window_open"],
      ...["last_message_direction", "tag_ids", "per_page", "cursor"],
    ],
  },
  {
    name: "read_conversation",
    title: "Read a conversation",
    description: "A conversation and its messages, newest first. Marks nothing as read.",
    operations: ["getConversation", "listMessages"],
    input: ["conversation_id", "per_page", "cursor"],
    answer: { conversation: "object", messages: "array" },
    run: async ({ conversation_id, ...page }, { api }) => {
      const { data: conversation } = await api.call("getConversation", { conversation_id });
      const { data: messages, ...rest } = shown(
        await api.call("listMessages", { conversation_id, ...page }),
      );
      return { conversation, messages, ...rest };
    },
  },
  {
    name: "preview_message",
    title: "Try a message",
    description: "How a message would look to a lead, and what would keep it from being sent.",
    operations: ["previewMessage"],
    input: ["lead_id", ...MESSAGE],
    ownWords: ["data.warnings.message"],
  },
  {
    name: "send_message",
    title: "Send a message",
    description: "Sends a lead a message. First answers how it would look.",
    operations: ["sendMessageToLead"],
    extras: ["previewMessage"],
    input: ["lead_id", "comment_id", ...MESSAGE],
    ownWords: ["would.data.warnings.message", "data.error.message"],
    isRefused: ({ data }) => data?.refusal != null,
    preview: async (args, { api }) => {
      const preview = await api.find("previewMessage", args);
      return { sends_to_lead: args.lead_id, ...(preview ?? { message: withoutLead(args) }) };
    },
  },
];
