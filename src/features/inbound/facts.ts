import type { MessageType, ReportedStatus } from "../../lib/choices";

// What a webhook tells, whichever platform it came from. Times are milliseconds since 1970.

/** Who wrote, by what the platform knows of them. At least one of the ids is there. */
export type Sender = {
  /** Digits, without `+`. */
  waId?: string;
  /** WhatsApp's business-scoped id of a user, `US.1234`. */
  bsuid?: string;
  instagramId?: string;
  name?: string;
  username?: string;
};

export type InboundMessage = {
  /** wamid, mid. */
  externalId: string;
  at: number;
  from: Sender;
  type: MessageType;
  /** What was written: text, caption, or the title of what was tapped. */
  text: string | null;
  /** What the platform tells beside it. */
  payload: Record<string, unknown>;
  /** What stands behind a button that was tapped. */
  tapped?: string;
};

/** `messageId` is ours, where the provider echoes it. `errorCode` comes with `failed`. */
export type Report = {
  externalId: string;
  status: ReportedStatus;
  at: number;
  messageId?: number;
  error?: { code: number | null; detail: string };
};

/** A lead's wish about marketing messages, set in the platform's own settings. */
export type Preference = { from: Sender; at: number | null; wants: boolean };

/** What one webhook tells about one account of the platform (phone number id, Instagram account id), in its order. */
export type Facts = {
  accountId: string;
  messages: InboundMessage[];
  reports: Report[];
  preferences: Preference[];
  /** WhatsApp users who took another number; both in digits. */
  moves: { from: string; to: string }[];
  /** External ids of messages that their sender has deleted. */
  deletions: string[];
};
