import type { ActorCode } from "#domain/actors";
import type { BookingEvent } from "#domain/bookings";
import { type ReceivedType, startingTypes } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { CauseRefusal } from "#domain/trigger-mismatches";
import type { Lane } from "#domain/triggers";
import { oncePer } from "#lib/memo";
import {
  type Cause,
  type CauseEvent,
  type CauseOf,
  isSpeech,
  type SpokenComment,
  type SpokenMessage,
} from "../cause";
import { readReferral, readStory } from "../referral";
import { bookingCause } from "./booking-cause";

/** A message as the claim reads it; null where there is none any more. */
type MessageRow = {
  id: number;
  channelId: number | null;
  platform: Platform;
  direction: string;
  type: ReceivedType;
  text: string | null;
  payload: string | null;
  /** As the platform has sent it; null without one. */
  referral: unknown;
  story: unknown;
  sentAt: number;
  lastPersonAt: number | null;
  /** 1 if it has changed what its lead consents to. */
  isConsent: 0 | 1;
};

/** A comment as the claim reads it; null where there is none any more. */
type CommentRow = {
  id: number;
  channelId: number | null;
  platform: Platform;
  mediaId: string;
  parentId: string | null;
  adId: string | null;
  isLive: 0 | 1;
  isAnswered: 0 | 1;
  text: string | null;
  sentAt: number;
  authorId: string;
  authorName: string | null;
  authorHash: string | null;
  isSuppressed: 0 | 1;
  /** Of the lead's conversation on the channel, as it is now. */
  isAssigned: 0 | 1;
  lastPersonAt: number | null;
};

/** An event as the claim reads it. `isClaimed`: no later message of a burst that has begun. */
export type EventRow = {
  id: number;
  lane: Lane;
  isClaimed: 0 | 1;
  type: CauseEvent | BookingEvent | "lead.updated" | "lead.merged";
  leadId: number;
  data: string;
  actor: ActorCode | null;
  source: string | null;
  /** The depth of the run that has acted. */
  depth: number | null;
  /** JSON of a `MessageRow`; malformed where the row is. */
  message: string | null;
  /** JSON of a `CommentRow`, and of the `Booking` that it is of. */
  comment: string | null;
  booking: string | null;
};

/** A message of the lead, with its event. */
export type Spoken = {
  event: EventRow;
  message: SpokenMessage;
  row: MessageRow;
  previousAt: number | null;
  isAssigned: boolean;
};

/** A comment, with its event. */
export type Commented = { event: EventRow; comment: SpokenComment; row: CommentRow };

/** When an event was stored: its id is that time in milliseconds, times 1,000. */
export const timeOf = (eventId: number) => Math.floor(eventId / 1_000);

const messageOf = oncePer((event: EventRow): { row: MessageRow | null } => ({
  row: event.message === null ? null : JSON.parse(event.message),
}));

const commentOf = oncePer((event: EventRow): { row: CommentRow | null } => ({
  row: event.comment === null ? null : JSON.parse(event.comment),
}));

/** The run that has taken a message. */
export const takerOf = ({ data }: EventRow): number | null =>
  JSON.parse(data).taken_by_run_id ?? null;

/** The reason for which an event is no cause, whatever the triggers are. */
export function refusalOf(event: EventRow): CauseRefusal | undefined {
  if (event.type === "comment.received") return refusalOfComment(event);
  if (event.type !== "message.received")
    return event.actor?.startsWith("q") ? "quiet_import" : undefined;
  const taker = takerOf(event);
  const { row } = messageOf(event);
  if (!row) return "message_gone";
  if (row.direction !== "inbound" || !startingTypes.includes(row.type)) return "never_starts";
  if (row.isConsent) return "consent_word";
  if (taker !== null) return "taken_by_run";
  return row.channelId === null ? "channel_gone" : undefined;
}

function refusalOfComment(event: EventRow): CauseRefusal | undefined {
  const { row } = commentOf(event);
  if (!row) return "comment_gone";
  return row.channelId === null ? "channel_gone" : undefined;
}

/** A comment that may be a cause. */
export const commentedIn = (event: EventRow) =>
  refusalOf(event) ? undefined : readCommented(event);

/** The comment of an event; undefined where it has none that triggers can read. */
export function readCommented(event: EventRow): Commented | undefined {
  const { row } = commentOf(event);
  if (!row || row.channelId === null) return undefined;
  const { id, channelId, text, sentAt, mediaId, parentId, adId } = row;
  const utterance = { eventId: event.id, id, channelId, text, sentAt };
  const comment = {
    ...{ ...utterance, mediaId, parentId, adId },
    isLive: row.isLive === 1,
    isAnswered: row.isAnswered === 1,
  };
  return { event, comment, row };
}

/** A comment as a cause. */
export const commentCause = ({ event, comment, row }: Commented): CauseOf<"comment.received"> => ({
  ...baseOf(event),
  type: "comment.received",
  platform: row.platform,
  comment,
  isAssigned: row.isAssigned === 1,
});

/** A message that may be a cause. */
export const spokenIn = (event: EventRow) => (refusalOf(event) ? undefined : readSpoken(event));

/** The message of an event; undefined where it has none that triggers can read. */
export function readSpoken(event: EventRow): Spoken | undefined {
  const { row } = messageOf(event);
  if (!row || row.channelId === null) return undefined;
  const data = JSON.parse(event.data);
  return {
    event,
    row,
    message: {
      eventId: event.id,
      id: row.id,
      channelId: row.channelId,
      type: row.type,
      text: row.text,
      payload: row.payload,
      referral: readReferral(row.referral),
      story: readStory(row.story),
      sentAt: row.sentAt,
    },
    previousAt: data.previous_at ?? null,
    isAssigned: data.assigned_to != null,
  };
}

/** The members that every cause has. */
const baseOf = ({ id, leadId, actor }: EventRow) => ({
  eventId: id,
  at: timeOf(id),
  leadId,
  actor,
});

/** The remains of an event that can't be read. */
export const unreadable = (event: EventRow): CauseOf<"unreadable"> => ({
  ...baseOf(event),
  type: "unreadable",
  lane: event.lane,
  outcome: "internal_error",
});

export const laneOf = (cause: Cause): Lane =>
  cause.type === "unreadable" ? cause.lane : isSpeech(cause) ? "speech" : "facts";

/** The messages of a lead that are one cause. Of those that are too old, the others go on. */
export function speechOf(
  [first, ...others]: [Spoken, ...Spoken[]],
  oldest: number,
): CauseOf<"message.received"> {
  const recent = [first, ...others].filter(({ message }) => message.sentAt >= oldest);
  const [one, ...more] = (recent.length > 0 ? recent : [first]).map(({ message }) => message);
  return {
    ...baseOf(first.event),
    type: "message.received",
    platform: first.row.platform,
    messages: [one ?? first.message, ...more],
    previousAt: first.previousAt,
    isAssigned: first.isAssigned,
  };
}

/** A fact that may be a cause. */
export const factOf = (event: EventRow) => (refusalOf(event) ? undefined : readFact(event));

/** The fact of an event; undefined for events of other kinds. */
export function readFact(event: EventRow): Cause | undefined {
  const data = JSON.parse(event.data);
  const base = baseOf(event);
  switch (event.type) {
    case "lead.tag_added":
      return { ...base, type: event.type, tagId: data.tag_id };
    case "lead.stage_changed":
      return { ...base, type: event.type, from: data.from, to: data.to };
    case "lead.created":
      return { ...base, type: event.type, source: event.source };
    case "link.clicked":
      return {
        ...base,
        type: event.type,
        shortLinkId: data.short_link_id,
        clickId: data.click_id,
      };
    case "booking.created":
    case "booking.moved":
    case "booking.cancelled":
    case "booking.no_show":
    case "booking.held":
    case "booking.outcome":
      return bookingCause(base, event, data);
    case "lead.event_reported":
      return { ...base, type: event.type, name: data.name, data: data.data ?? {} };
    case "message.received":
    case "comment.received":
    case "lead.updated":
    case "lead.merged":
      return undefined;
  }
}
