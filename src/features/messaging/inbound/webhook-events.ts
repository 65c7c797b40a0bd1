import { MAX_FILES, type MediaKind, type MediaSource } from "#domain/media";
import type { MessageType, ReportedStatus } from "#domain/messaging";
import type { IdentityKind } from "#domain/platforms";
import type { FlowAnswers } from "./flow-answers";
import { type Members, payloadOf, textOf } from "./untrusted";

// The events of platform webhooks, the same for all platforms. Times are milliseconds since 1970.

/** The ids of a sender: numbers in digits, without `+`. */
export type SenderIds = { [kind in IdentityKind]?: string };

/** The sender of a message, known to the platform by at least one id. */
export type Sender = SenderIds & {
  /** The lead's own id, where a gateway gives it. */
  leadId?: number;
  name?: string;
  username?: string;
};

/** A file of a message: where it is fetched from, and the name that the sender has given to it. */
export type ReceivedFile = { kind: MediaKind; source: MediaSource; filename?: string };

export type InboundMessage = {
  /** The platform's id of the message: wamid, mid. */
  externalId: string;
  at: number;
  from: Sender;
  type: MessageType;
  /** The text, the caption, or the title of the button that was tapped. */
  text: string | null;
  /** The platform's data beside the text. */
  payload: Record<string, unknown>;
  /** The payload of the button that was tapped. */
  tapped?: string;
  /** Its files, at most `MAX_FILES`. */
  files?: ReceivedFile[];
  /** The answers of a form. */
  answers?: FlowAnswers;
  /** The sender has deleted the message: its stored content is erased. */
  isDeleted?: true;
  /** The sender's own number, in digits, that it has shared on request. */
  sharedNumber?: string;
};

/**
 * A notice that ids of a person have changed: those before it and those from now on, by what the
 * platform says of them. An id in both has not changed, and one of a kind that `to` lacks may still
 * be the person's. It makes no lead and opens no window.
 */
export type IdentityMove = {
  externalId: string;
  at: number;
  from: SenderIds;
  to: SenderIds;
  /** The number of messages of its account that came before it in the webhook, if any did. */
  after?: number;
} & Pick<Content, "text" | "payload">;

/**
 * `messageId` is ours, where the provider echoes it. `error` may come with `failed`. `recipient`
 * are the ids of whom it reached: several of them are one person's. `to` are those that a failed
 * one was sent to.
 */
export type Report = {
  externalId: string;
  status: ReportedStatus;
  at: number;
  messageId?: number;
  recipient?: SenderIds & { username?: string };
  to?: SenderIds;
  error?: { code: number | null; detail: string };
};

/** An edit: the new text of the message with this `externalId`. */
export type Edit = Pick<InboundMessage, "externalId" | "at" | "from" | "type" | "text">;

/**
 * A message that was written in the account's own name, in the platform's app or by a program.
 * `from` is the person to whom it went. `mayBeOurs`: the platform tells of what we have sent, too,
 * with `messageId`, our id of the message, where it gives back what we have sent along.
 */
export type Echo = InboundMessage & { mayBeOurs?: true; messageId?: number };

/** A message of an account's past, with whom it was exchanged. It is read when it is stored. */
export type PastMessage = { from: Sender; isInbound: boolean; message: Members };

/** A comment under a post. An ad's post is the one that it advertises. */
export type InboundComment = {
  externalId: string;
  at: number;
  from: Sender;
  text: string | null;
  mediaId: string;
  /** The comment to which it replies. */
  parentId: string | null;
  adId: string | null;
  isLive: boolean;
};

/** A lead's choice on marketing messages, set in the platform's own settings. */
export type Preference = { from: Sender; at: number | null; wants: boolean };

/** The events of one account (phone number id, Instagram account id), in the webhook's order. */
export type AccountEvents = {
  accountId: string;
  messages: InboundMessage[];
  edits: Edit[];
  echoes: Echo[];
  /** The edits of echoes. */
  echoEdits: Edit[];
  reports: Report[];
  preferences: Preference[];
  moves: IdentityMove[];
  past: PastMessage[];
  /** The number of messages that the platform has told of without handing them on, if any. */
  withheld?: number;
  comments: InboundComment[];
};

/**
 * The events of a whole webhook, how many of its parts could not be read, and how many notices do
 * not say whose ids have changed.
 */
export type ParsedWebhook = {
  accounts: AccountEvents[];
  skipped: number;
  noticesWithoutIds?: number;
};

/** The events in one part of a webhook; none where the part is ignored on purpose. */
export type ParsedPart = { accountId: string } & Partial<Omit<AccountEvents, "accountId">>;

/** The events in one part of a webhook, whichever account it is for. */
export type PartEvents = Omit<ParsedPart, "accountId">;

/** A part of a webhook without events: one that can't be read, or a notice without usable ids. */
export type Unusable = undefined | typeof WITHOUT_IDS;
export const WITHOUT_IDS = "notice_without_ids";

/** The content of a message. */
export type Content = Pick<
  InboundMessage,
  "type" | "text" | "payload" | "tapped" | "files" | "answers"
>;

/** The content with the files whose place is known. */
export const withFiles = (content: Content, files: ReceivedFile[]): Content => ({
  ...content,
  ...(files.length > 0 && { files: files.slice(0, MAX_FILES) }),
});

/** The length of the longest payload that a button can have. */
const MAX_TAPPED_CHARACTERS = 1_000;

/** Stands for a message that its sender has deleted, also where it comes before that message. */
export const deletedMessage = (externalId: string, at: number, from: Sender): InboundMessage => ({
  externalId,
  at,
  from,
  // Like the platform's own notices, it opens no window.
  type: "system",
  text: null,
  payload: { deleted: true },
  isDeleted: true,
});

/** The content of a message, cut to the stored lengths. */
export function toContent(
  type: MessageType,
  text: unknown,
  payload: Members,
  tapped?: unknown,
): Content {
  const payloadOfButton = textOf(tapped, MAX_TAPPED_CHARACTERS);
  return {
    type,
    text: textOf(text) ?? null,
    payload: payloadOf(payload),
    ...(payloadOfButton !== undefined && { tapped: payloadOfButton }),
  };
}

/** Joins the parts of a webhook by account, in their order. */
export function joinParts(parts: (ParsedPart | Unusable)[]): ParsedWebhook {
  const accounts = new Map<string, AccountEvents>();
  for (const part of parts) {
    if (!part || part === WITHOUT_IDS || !hasEvents(part)) continue;
    const events = accounts.get(part.accountId) ?? emptyAccount(part.accountId);
    accounts.set(part.accountId, events);
    events.messages.push(...(part.messages ?? []));
    events.edits.push(...(part.edits ?? []));
    events.echoes.push(...(part.echoes ?? []));
    events.echoEdits.push(...(part.echoEdits ?? []));
    events.reports.push(...(part.reports ?? []));
    events.preferences.push(...(part.preferences ?? []));
    events.past.push(...(part.past ?? []));
    if (part.withheld) events.withheld = (events.withheld ?? 0) + part.withheld;
    events.comments.push(...(part.comments ?? []));
    const after = events.messages.length;
    events.moves.push(...(part.moves ?? []).map((move) => (after > 0 ? { ...move, after } : move)));
  }
  const withoutIds = parts.filter((part) => part === WITHOUT_IDS).length;
  return {
    accounts: [...accounts.values()],
    skipped: parts.filter((part) => !part).length,
    ...(withoutIds > 0 && { noticesWithoutIds: withoutIds }),
  };
}

const emptyAccount = (accountId: string): AccountEvents => ({
  accountId,
  ...structuredClone(noEvents),
});

const hasEvents = (part: ParsedPart) => Object.keys(part).length > 1;

/** No events of any kind. */
export const noEvents: Omit<AccountEvents, "accountId" | "withheld"> = {
  messages: [],
  edits: [],
  echoes: [],
  echoEdits: [],
  reports: [],
  preferences: [],
  moves: [],
  past: [],
  comments: [],
};
