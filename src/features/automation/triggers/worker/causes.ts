import type { ActorCode } from "#domain/actors";
import { type ReceivedType, startingTypes } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { Lane } from "#domain/triggers";
import type { Cause, CauseEvent, CauseOf, SpokenMessage } from "../cause";
import { readReferral } from "../referral";

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
  sentAt: number;
  lastPersonAt: number | null;
  /** 1 if it has changed what its lead consents to. */
  isConsent: 0 | 1;
};

/** An event as the claim reads it. `isClaimed`: no later message of a burst that has begun. */
export type EventRow = {
  id: number;
  lane: Lane;
  isClaimed: 0 | 1;
  type: CauseEvent | "lead.updated" | "lead.merged";
  leadId: number;
  data: string;
  actor: ActorCode | null;
  source: string | null;
  /** The depth of the run that has acted. */
  depth: number | null;
  /** JSON of a `MessageRow`; malformed where the row is. */
  message: string | null;
};

/** A message of the lead, with its event. */
export type Spoken = {
  event: EventRow;
  message: SpokenMessage;
  row: MessageRow;
  previousAt: number | null;
  isAssigned: boolean;
};

/** When an event was stored: its id is that time in milliseconds, times 1,000. */
export const timeOf = (eventId: number) => Math.floor(eventId / 1_000);

/**
 * A message that may be a cause: of the lead, that says something, that no run has taken, and that
 * no word of consent was.
 */
export function spokenIn(event: EventRow): Spoken | undefined {
  const data = JSON.parse(event.data);
  if (event.message === null) return undefined;
  const row: MessageRow = JSON.parse(event.message);
  if (row.direction !== "inbound" || !startingTypes.includes(row.type)) return undefined;
  if (data.taken_by_run_id != null || row.isConsent || row.channelId === null) return undefined;
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

/** What is left of an event that can't be read. */
export const unreadable = (event: EventRow): CauseOf<"unreadable"> => ({
  ...baseOf(event),
  type: "unreadable",
  lane: event.lane,
});

export const laneOf = (cause: Cause): Lane =>
  cause.type === "unreadable" ? cause.lane : cause.type === "message.received" ? "speech" : "facts";

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

/** A fact; undefined for what a quiet import has done. */
export function factOf(event: EventRow): Cause | undefined {
  if (event.actor?.startsWith("q")) return undefined;
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
    case "lead.event_reported":
      return { ...base, type: event.type, name: data.name, data: data.data ?? {} };
    case "message.received":
    case "lead.updated":
    case "lead.merged":
      return undefined;
  }
}
