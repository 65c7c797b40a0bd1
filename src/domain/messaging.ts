export const platforms = ["whatsapp", "instagram"] as const;
export type Platform = (typeof platforms)[number];

/** The senders of a channel's messages: Meta's APIs, the client's gateway, or none (sandbox). */
export const providers = ["sandbox", "whatsapp_cloud", "instagram", "webhook"] as const;
export type ProviderName = (typeof providers)[number];

export const channelStatuses = ["active", "stopped"] as const;

/** Why a channel is stopped: by request, invalid credentials, or a restriction of the account. */
export const stopReasons = ["by_request", "unauthorized", "account_restricted"] as const;
export type StopReason = (typeof stopReasons)[number];

/** Between the lead and the team, or a note within the team. */
export const directions = ["inbound", "outbound", "internal"] as const;

/** The directions of what may be the last message of a conversation: all but notes. */
export const lastDirections = ["inbound", "outbound"] as const;

/** Of a conversation as a team works with it. A snoozed one is open again at its time. */
export const conversationStates = ["open", "snoozed", "closed"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** The orders of a list of conversations: by when they were created, or last had a message. */
export const conversationOrders = ["created", "activity"] as const;

/** What an update of a conversation may change. */
export const conversationChanges = ["state", "assignee", "read"] as const;

/** Instagram's limit of a text, in UTF-8. */
export const MAX_INSTAGRAM_BYTES = 1000;

/** The types of outbound messages. */
export const outgoingTypes = [
  "text",
  "template",
  "buttons",
  "list",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
] as const;
export type OutgoingType = (typeof outgoingTypes)[number];

type MessageTraits = {
  /** The team may answer freely for a day. */
  opensWindow: boolean;
  /** It answers the run that waits for a reply, is the lead's last reply, and is analysed. */
  isReply: boolean;
  /** It counts as unread, and opens its conversation again. */
  isUnread: boolean;
};

const reply: MessageTraits = { opensWindow: true, isReply: true, isUnread: true };
const silent: MessageTraits = { opensWindow: false, isReply: false, isUnread: false };

/**
 * The types of all messages, and what one of a lead does. Templates, buttons, lists and notes never
 * come from leads. The SQL triggers repeat the rows that differ from `reply`: `messages_insert`
 * (messaging.sql), `run_events_reply` (automation.sql), `analyses_message` (analysis.sql).
 */
export const messageTypes = {
  text: reply,
  template: silent,
  buttons: silent,
  list: silent,
  image: reply,
  video: reply,
  audio: reply,
  document: reply,
  sticker: reply,
  location: reply,
  contacts: reply,
  reaction: { ...silent, opensWindow: true },
  button: reply,
  interactive: reply,
  order: reply,
  /** The platform's own notices, and what stands for a deleted message. */
  system: silent,
  /** Content that the platform doesn't hand on, and notices that no lead has written. */
  unsupported: { ...reply, isReply: false },
  note: silent,
} satisfies Record<string, MessageTraits>;
export type MessageType = keyof typeof messageTypes;

export const messageTypeNames = Object.keys(messageTypes) as [MessageType, ...MessageType[]];

export const messageStatuses = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "unknown",
  "received",
  "noted",
] as const;

/** The statuses that a provider reports, in the order in which they happen. */
export const reportedStatuses = ["sent", "delivered", "read", "failed"] as const;
export type ReportedStatus = (typeof reportedStatuses)[number];

/** Why a message was not sent. The first eight apply before a provider is asked. */
export const failureReasons = [
  "opted_out",
  "cancelled",
  "window_closed",
  "no_channel",
  "channel_stopped",
  "no_identity",
  "template_refused",
  "messaging_limit",
  "undeliverable",
  "marketing_cap",
  "invalid_template",
  "unavailable",
  "rejected",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** The error of a message. `code` is the provider's, `retry_at` is in milliseconds. */
export type MessageError = {
  reason: FailureReason;
  code: number | null;
  message: string;
  retry_at: number | null;
};

/**
 * The ids of leads on the platforms: a WhatsApp number, the business-scoped id of a WhatsApp user
 * (who may have no number), an Instagram account.
 */
export const identityKinds = ["wa_id", "bsuid", "instagram_id"] as const;
export type IdentityKind = (typeof identityKinds)[number];

export const consentKinds = ["opted_out", "opted_in"] as const;
export type ConsentKind = (typeof consentKinds)[number];

/**
 * The ways in which a lead's consent changed: by the words of a message, a tapped button, a button
 * of the platform's own such as "Stop promotions", a setting on the platform, a provider's answer,
 * through the API, on the page of its `preferences_url`, before there was the lead, or as another
 * lead that was merged into it.
 */
export const consentMethods = [
  "keyword",
  "button",
  "platform_button",
  "preference",
  "provider",
  "api",
  "link",
  "suppression",
  "merge",
] as const;
export type ConsentMethod = (typeof consentMethods)[number];

/** The methods by which the lead itself has spoken, from a contact of its own. */
export const ownMethods = [
  "keyword",
  "button",
  "platform_button",
  "preference",
  "link",
] as const satisfies ConsentMethod[];

/** The methods of opt-outs that a setting on the platform (`resume`, `signup`) takes back. */
export const platformMethods = [
  "platform_button",
  "preference",
  "provider",
] as const satisfies ConsentMethod[];

/** By what somebody who has unsubscribed is remembered. A WhatsApp number is a phone. */
export const suppressionKinds = ["phone", "email", "bsuid", "instagram_id"] as const;
export type SuppressionKind = (typeof suppressionKinds)[number];

/** What becomes of a contact of a list that is to be suppressed. */
export const suppressionResults = ["created", "exists", "invalid"] as const;
