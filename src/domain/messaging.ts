import type { FailureReason } from "./failure-reasons";

export const channelStatuses = ["active", "stopped"] as const;

/** The reasons for stopping a channel, which fails its queue, and their meaning. */
const stops = {
  by_request: "you have stopped it",
  unauthorized: "the token is not valid",
  permission: "the token lacks a permission at Meta",
  account_restricted: "so are all the account's channels in the workspace",
  not_registered: "the number is not, at WhatsApp",
  name_not_approved: "the number's, at WhatsApp",
  payment: "a pause of this reason was too long",
  spam_rate: "likewise",
  template_misuse: "likewise",
  page_restricted: "likewise",
};
export type StopReason = keyof typeof stops;
export const stopReasons = Object.keys(stops) as [StopReason, ...StopReason[]];

const stopList = stopReasons.map((reason) => `\`${reason}\` (${stops[reason]})`).join(", ");

export const stopReasonText = `Null while it is active. A stop fails the queue. ${stopList}.`;

/**
 * The reasons for a pause, which keeps the queue: the account's payment, the quality of what opens
 * conversations, templates of the wrong category, a restricted page; or a provider that does not
 * answer.
 */
export const pauseReasons = [
  "payment",
  "spam_rate",
  "template_misuse",
  "page_restricted",
  "outage",
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** WhatsApp's endpoints for templates. The second takes those of the category marketing alone. */
export const marketingEndpoints = ["messages", "marketing_messages"] as const;
export type MarketingEndpoint = (typeof marketingEndpoints)[number];

/** A form of WhatsApp's is published, or a draft, which only the account's own people can open. */
export const flowModes = ["published", "draft"] as const;

/** A channel's setting for marketing templates; `auto`: the endpoint that its account takes. */
export const marketingRoutes = ["auto", ...marketingEndpoints] as const;
export type MarketingRoute = (typeof marketingRoutes)[number];

/** Between the lead and the team, or a note within the team. */
export const directions = ["inbound", "outbound", "internal"] as const;

/** The directions of what may be the last message of a conversation: all but notes. */
export const lastDirections = ["inbound", "outbound"] as const;

/** Of a conversation as a team works with it. A snoozed one is open again at its time. */
export const conversationStates = ["open", "snoozed", "closed"] as const;
export type ConversationState = (typeof conversationStates)[number];

/** The orders of a list of conversations: by when they were created, or last had a message. */
export const conversationOrders = ["created", "activity"] as const;

/** The changes that an update of a conversation may make. */
export const conversationChanges = ["state", "assignee", "read"] as const;

type Effects = {
  /** The team may answer freely for a day. */
  opensWindow: boolean;
  /** It answers the run that waits for a reply, is the lead's last reply, and is analysed. */
  isReply: boolean;
  /** It counts as unread, and opens its conversation again. */
  isUnread: boolean;
  /** Triggers of speech may react to it. */
  starts: boolean;
  /**
   * It stands by itself in its conversation: others can quote it or react to it, and one of ours
   * counts as something that the team has written.
   */
  isBubble: boolean;
};

const reply = {
  ...{ opensWindow: true, isReply: true, isUnread: true, starts: true, isBubble: true },
} satisfies Effects;
const silent = {
  ...{ opensWindow: false, isReply: false, isUnread: false, starts: false, isBubble: true },
} satisfies Effects;

/**
 * The types of all messages: what one of a lead does, and whether the team sends such messages and
 * leads do. Platforms name those that they lack (`platformTraits`). The SQL triggers repeat the
 * rows that differ from `reply`: `messages_received`, and for those of ours `messages_insert` and
 * `messages_sent` (messaging.sql), `analyses_message` (analysis.sql).
 */
export const messageTypes = {
  text: { ...reply, sent: true, received: true },
  template: { ...silent, sent: true, received: false },
  buttons: { ...silent, sent: true, received: false },
  list: { ...silent, sent: true, received: false },
  /** A text with buttons that open URLs. */
  link_button: { ...silent, sent: true, received: false },
  cards: { ...silent, sent: true, received: false },
  /** Asks for the phone number by a button, which sends it as `contacts`. */
  request_phone: { ...silent, sent: true, received: false },
  /** A form of WhatsApp's, whose answers come as `interactive`. */
  flow: { ...silent, sent: true, received: false },
  /** Asks for a place by a button, which sends it as `location`. */
  request_location: { ...silent, sent: true, received: false },
  /** A public reply under a comment. */
  comment_reply: { ...silent, sent: true, received: false },
  image: { ...reply, sent: true, received: true },
  video: { ...reply, sent: true, received: true },
  audio: { ...reply, sent: true, received: true },
  document: { ...reply, sent: true, received: true },
  sticker: { ...reply, sent: true, received: true },
  location: { ...reply, sent: true, received: true },
  contacts: { ...reply, sent: true, received: true },
  reaction: { ...silent, opensWindow: true, isBubble: false, sent: true, received: true },
  button: { ...reply, sent: false, received: true },
  interactive: { ...reply, sent: false, received: true },
  order: { ...reply, sent: false, received: true },
  /** The lead has rung. It says nothing that could be a reply. */
  call: { ...reply, isReply: false, isBubble: false, sent: false, received: true },
  /** A post or a reel that the lead sends. */
  share: { ...reply, sent: false, received: true },
  /** The lead has named the account in a story of its own, which answers nothing. */
  story_mention: { ...reply, isReply: false, sent: false, received: true },
  /** The lead has opened the chat by a link or an ad, and has written nothing there yet. */
  referral: { ...silent, starts: true, isBubble: false, sent: false, received: true },
  /** The platform's own notices, and what stands for a deleted message. */
  system: { ...silent, isBubble: false, sent: false, received: true },
  /** Content that the platform doesn't hand on, and notices that no lead has written. */
  unsupported: { ...reply, isReply: false, sent: false, received: true },
  note: { ...silent, isBubble: false, sent: false, received: false },
} as const satisfies Record<string, Effects & { sent: boolean; received: boolean }>;
export type MessageType = keyof typeof messageTypes;

export const messageTypeNames = Object.keys(messageTypes) as [MessageType, ...MessageType[]];

type With<Way extends "sent" | "received"> = {
  [T in MessageType]: (typeof messageTypes)[T][Way] extends true ? T : never;
}[MessageType];

/** The types of outbound messages. */
export type OutgoingType = With<"sent">;
export const outgoingTypes = messageTypeNames.filter((type) => messageTypes[type].sent) as [
  OutgoingType,
  ...OutgoingType[],
];

/** The types that go out while the window is closed. */
export const windowlessTypes = ["template", "comment_reply"] as const satisfies OutgoingType[];
export const needsWindow = (type: OutgoingType) => !windowlessTypes.some((one) => one === type);

/** The types that name a message or a comment of one lead. */
const namingTypes = ["reaction", "comment_reply"] as const satisfies OutgoingType[];

/** The types that can be kept as a canned reply, for any lead. */
export type CannedType = Exclude<OutgoingType, (typeof namingTypes)[number]>;
export const cannedTypes = outgoingTypes.filter(
  (type): type is CannedType => !namingTypes.some((one) => one === type),
) as [CannedType, ...CannedType[]];

export type ReceivedType = With<"received">;
export const receivedTypes = messageTypeNames.filter((type) => messageTypes[type].received) as [
  ReceivedType,
  ...ReceivedType[],
];

/** The types that triggers of speech react to. */
export const startingTypes = receivedTypes.filter((type) => messageTypes[type].starts) as [
  ReceivedType,
  ...ReceivedType[],
];

/** Those with which a lead turns to the team: it would read them. */
export const speakingTypes = startingTypes.filter((type) => messageTypes[type].isUnread) as [
  ReceivedType,
  ...ReceivedType[],
];

export const messageStatuses = [
  "queued",
  "sending",
  "assessing",
  "sent",
  "delivered",
  "read",
  "failed",
  "unknown",
  "received",
  "noted",
] as const;

/**
 * The origins of messages that no program has sent or received: a person of the team has written
 * them here, or in the platform's own app; or they were stored afterwards, as the past of an
 * account. The SQL triggers repeat what `history` never does.
 */
export const messageOrigins = ["person", "native_app", "history"] as const;
export type MessageOrigin = (typeof messageOrigins)[number];

/** The origins that a sender of messages may claim, and those that a gateway tells of. */
export const messageWriters = ["person"] as const satisfies MessageOrigin[];
export const inboundOrigins = ["native_app"] as const satisfies MessageOrigin[];

/** The statuses that a provider reports, in the order in which they happen. */
export const reportedStatuses = ["sent", "delivered", "read", "failed"] as const;
export type ReportedStatus = (typeof reportedStatuses)[number];

/** The error of a message. `code` is the provider's, `retry_at` is in milliseconds. */
export type MessageError = {
  reason: FailureReason;
  code: number | null;
  message: string;
  retry_at: number | null;
};

/** Since when a limit refuses a message, and the external ids under which it has failed. */
export type MarketingCap = { since: number; external_ids: string[] };

/** The results for a contact of a list that is to be suppressed. */
export const suppressionResults = ["created", "exists", "invalid"] as const;

/** The bounds of messages on all platforms: the characters of a button's title, and the parts. */
export const messageBounds = { title: 20, buttons: 3, cards: { least: 2, most: 10 } } as const;
