import type { ActorCode } from "#domain/actors";
import type { BookingState } from "#domain/bookings";
import type { stages } from "#domain/leads";
import type { ReceivedType } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { Lane } from "#domain/triggers";
import type { Booking } from "#features/automation/engine/booking";

// The events that triggers react to, as they are read. Times are milliseconds since 1970.

type Stage = (typeof stages)[number];

/** A message or a comment of the lead. */
export type Utterance = {
  /** Of its event, and of the message or the comment. */
  eventId: number;
  id: number;
  channelId: number;
  /** The text, the caption, or the title of what was tapped. */
  text: string | null;
  sentAt: number;
};

/** A message of the lead. `payload` is the id of what was tapped. */
export type SpokenMessage = Utterance & {
  type: ReceivedType;
  payload: string | null;
  /** The ad or the link by which the lead has come. */
  referral: { adId: string | null; ref: string | null } | null;
  /** The story that it answers. */
  story: { id: string | null } | null;
};

/** A comment of the lead under a post. `parentId` is that of the comment to which it replies. */
export type SpokenComment = Utterance & {
  mediaId: string;
  parentId: string | null;
  adId: string | null;
  isLive: boolean;
  /** True if it has its one private reply. */
  isAnswered?: boolean;
};

/** `isAssigned`: true if the conversation was assigned to somebody. */
type Speech = { platform: Platform; isAssigned: boolean };

/**
 * The messages of a lead within the two seconds of the first, on one channel: they are one cause.
 * `previousAt`: when the lead wrote before on the channel.
 */
type Messages = Speech & {
  type: "message.received";
  messages: [SpokenMessage, ...SpokenMessage[]];
  previousAt: number | null;
};

type Commented = Speech & { type: "comment.received"; comment: SpokenComment };

/** A booking has come to a state. `booking` is as it now is; null once it is gone. */
type BookingCause = {
  type: "booking";
  bookingId: number;
  state: BookingState;
  sourceId: number | null;
  booking: Booking | null;
};

type Fact =
  | { type: "lead.tag_added"; tagId: number }
  | { type: "lead.stage_changed"; from: Stage | null; to: Stage | null }
  | { type: "lead.created"; source: string | null }
  | { type: "link.clicked"; shortLinkId: number; clickId: number }
  | BookingCause
  | { type: "lead.event_reported"; name: string; data: Record<string, unknown> };

/**
 * A date of the lead has come, which is no event. `at` is when its start was due; `runsLate` says
 * that it starts however late it is.
 */
type DateCome = { type: "date"; date: string; runsLate: boolean };

/** An event, or its lead, that can't be read, or not any more: no trigger fits it. */
type Unreadable = { type: "unreadable"; lane: Lane; outcome: "internal_error" | "too_old" };

/**
 * An event, and what it is about. `actor` is the code of who has caused it. `eventId` is 0 of a
 * date. A commenter who is no lead has the negative id of one of their comments as `leadId`.
 */
export type Cause = { eventId: number; at: number; leadId: number; actor: ActorCode | null } & (
  | Messages
  | Commented
  | Fact
  | DateCome
  | Unreadable
);
export type CauseType = Cause["type"];
/** The types of causes that are named as their events are. */
export type CauseEvent = Exclude<CauseType, "booking" | "date" | "unreadable">;
export type CauseOf<Type extends CauseType> = Extract<Cause, { type: Type }>;
export type SpeechCause = CauseOf<"message.received" | "comment.received">;

/** True of what a lead writes, on a platform; not of facts. */
export const isSpeech = (cause: Cause): cause is SpeechCause => "platform" in cause;

/** All that a lead has written, the first of it first. */
export const utterancesIn = (cause: SpeechCause): readonly [Utterance, ...Utterance[]] =>
  cause.type === "message.received" ? cause.messages : [cause.comment];
