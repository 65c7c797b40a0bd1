import { orLog } from "#lib/log";
import type { Cause, CauseOf } from "../cause";
import { MAX_AGE_MS } from "../decide";
import {
  commentCause,
  commentedIn,
  type EventRow,
  factOf,
  type Spoken,
  speechOf,
  spokenIn,
  unreadable,
} from "./causes";
import type { Leads } from "./lead";
import { type Newcomer, newcomerOf } from "./newcomer";
import type { Claimed, TimeRow } from "./rows";

/**
 * A cause that is claimed. `last` is the last event that belongs to it; `depth` and `by` tell of
 * the run that has caused it; `time` is the start that was put off, or the date, if it is one.
 */
export type Pending = {
  cause: Cause;
  last: number;
  depth: number;
  by: number | null;
  lastPersonAt: number | null;
  time: TimeRow | null;
  /** The author of a comment, where they are no lead. */
  newcomer: Newcomer | null;
};

const of = (cause: Cause, { depth, actor }: EventRow): Omit<Pending, "time"> => ({
  cause,
  last: cause.eventId,
  depth: depth === null ? 0 : depth + 1,
  by: depth === null ? null : Number(actor?.slice(1)),
  lastPersonAt: null,
  newcomer: null,
});

/** The event as it is read. One that can't be does not stop the others. */
function read<Read>(event: EventRow, reader: (event: EventRow) => Read) {
  const found = orLog("cause not read", { event_id: event.id }, () => ({ read: reader(event) }));
  return found ? found.read : unreadable(event);
}

/** Messages and comments, in the order in which they came. */
export const speechIn = (...given: Parameters<typeof messagesIn>): Pending[] =>
  [...messagesIn(...given), ...commentsIn(given[0])].toSorted(
    (one, other) => one.cause.eventId - other.cause.eventId,
  );

/** Comments, each by itself. Their authors need not be leads. */
const commentsIn = ({ events, putOff }: Parameters<typeof messagesIn>[0]): Pending[] =>
  events.flatMap((event): Pending[] => {
    const isComment = event.lane === "speech" && event.type === "comment.received";
    const found = isComment && event.isClaimed ? read(event, commentedIn) : undefined;
    if (!found) return [];
    const time = putOff.find((one) => one.event === event.id) ?? null;
    if ("type" in found) return [{ ...of(found, event), time }];
    const cause = commentCause(found);
    const { lastPersonAt } = found.row;
    return [{ ...of(cause, event), lastPersonAt, newcomer: newcomerOf(found), time }];
  });

const isReadable = (found: Spoken | CauseOf<"unreadable">): found is Spoken => "message" in found;

/**
 * The messages of leads, burst by burst. Those that an evaluation has are decided, unless they were
 * put off.
 */
function messagesIn(
  { events, putOff }: Pick<Claimed, "events"> & { putOff: TimeRow[] },
  leads: Leads,
  settleMs: number,
  now: number,
): Pending[] {
  const all = events
    .filter(({ type, leadId }) => type === "message.received" && leads.has(leadId))
    .flatMap((event) => {
      const found = read(event, spokenIn);
      return found ? [{ event, found }] : [];
    });
  const times = new Map(putOff.map((time) => [time.event, time]));
  const spoken = all.flatMap(({ found }) => (isReadable(found) ? [found] : []));
  const joined = new Set<number>();
  return all.flatMap(({ event, found: first }): Pending[] => {
    if (!event.isClaimed || joined.has(event.id)) return [];
    const time = times.get(event.id) ?? null;
    if (!isReadable(first)) return [{ ...of(first, event), time }];
    if (!time && isDecided(first, leads)) return [];
    const { message } = first;
    const burst = spoken.filter(
      (one) =>
        one.event.leadId === event.leadId &&
        one.message.channelId === message.channelId &&
        one.event.id > event.id &&
        one.event.id <= event.id + settleMs * 1_000,
    );
    for (const one of burst) joined.add(one.event.id);
    const cause = speechOf([first, ...burst], now - MAX_AGE_MS);
    const last = burst.at(-1)?.event.id ?? event.id;
    return [{ ...of(cause, event), last, lastPersonAt: first.row.lastPersonAt, time }];
  });
}

/** True if an earlier message was decided with it, before a crash or by the claim before. */
const isDecided = ({ event, message }: Spoken, leads: Leads) =>
  leads
    .get(event.leadId)
    ?.evaluations.some(
      ({ lane, lastEventId, channelId }) =>
        lane === "speech" && channelId === message.channelId && (lastEventId ?? 0) >= event.id,
    ) ?? false;

/** The facts behind the position of their lane. */
export const factsIn = (events: EventRow[]): Pending[] =>
  events.flatMap((event) => {
    const cause = event.lane === "facts" ? read(event, factOf) : undefined;
    return cause ? [{ ...of(cause, event), time: null }] : [];
  });

/** The starts by facts that were put off. Their causes are as old as the times put off to. */
export const putOffIn = (times: TimeRow[], events: EventRow[]): Pending[] => {
  const byId = new Map(events.map((event) => [event.id, event]));
  return times.flatMap((time): Pending[] => {
    const event = byId.get(time.event);
    if (!event) return [unread(time, "too_old")];
    const cause = event.lane === "facts" && read(event, factOf);
    return cause ? [{ ...of({ ...cause, leadId: time.lead, at: time.at }, event), time }] : [];
  });
};

/** A time whose cause can't be read: events are kept for 30 days. */
export const unread = (time: TimeRow, outcome: CauseOf<"unreadable">["outcome"]): Pending => ({
  cause: {
    ...{ type: "unreadable", lane: "facts", outcome },
    ...{ eventId: time.event, at: time.at, leadId: time.lead, actor: null },
  },
  ...{ last: time.event, depth: 0, by: null, lastPersonAt: null, newcomer: null, time },
});
