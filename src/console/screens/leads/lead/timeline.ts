import type { Consent, Event, LinkClick, Message, Run } from "#client";

/** Something that happened with a lead. */
export type Entry = { key: string; at: string } & (
  | { kind: "message" | "note"; message: Message }
  | { kind: "runStarted" | "runEnded"; run: Run }
  | { kind: "click"; click: LinkClick }
  | { kind: "consent"; consent: Consent }
  | { kind: "event"; event: Event }
  | { kind: "created"; actor: Event["actor"] }
);

/** Entries of one kind, newest first, as far as they have been read. */
export type Stream = { entries: readonly Entry[]; hasMore: boolean; readMore: () => void };

/** The order of entries of one moment. */
const RANKS: Record<Entry["kind"], number> = {
  created: 0,
  runStarted: 1,
  message: 2,
  note: 2,
  click: 2,
  event: 3,
  consent: 3,
  runEnded: 4,
};

const inNumbers = new Intl.Collator("en", { numeric: true }).compare;

const newestFirst = (left: Entry, right: Entry) =>
  right.at.localeCompare(left.at) ||
  RANKS[right.kind] - RANKS[left.kind] ||
  inNumbers(right.key, left.key);

/** The run that has caused an entry. */
function causeOf(entry: Entry) {
  if (entry.kind === "message") return entry.message.run_id;
  const actor = entry.kind === "event" ? entry.event.actor : null;
  return actor?.type === "run" ? actor.id : null;
}

/** The most time after a step at which the database may have noted what the step did. */
const LATE_MS = 5_000;

/** Newest first; the end of a run comes after all that the run has done. */
function inOrder(entries: Entry[]): Entry[] {
  const last = new Map<number, string>();
  for (const entry of entries) {
    const run = causeOf(entry);
    if (run !== null && entry.at > (last.get(run) ?? "")) last.set(run, entry.at);
  }
  const placed = entries.map((entry) => {
    const done = entry.kind === "runEnded" ? last.get(entry.run.id) : undefined;
    const isLate =
      done !== undefined && done > entry.at && Date.parse(done) - Date.parse(entry.at) <= LATE_MS;
    return { entry, place: isLate ? { ...entry, at: done } : entry };
  });
  return placed
    .sort((left, right) => newestFirst(left.place, right.place))
    .map(({ entry }) => entry);
}

/** Until when a stream has been read. */
const endOf = ({ entries, hasMore }: Stream) => (hasMore ? (entries.at(-1)?.at ?? "9999") : "");

/**
 * Streams as one, newest first, down to where all of them have been read. `readMore` reads on those
 * that end there.
 */
export function merged(streams: readonly Stream[]) {
  const end = streams.map(endOf).toSorted().at(-1) ?? "";
  const entries = inOrder(
    streams.flatMap((stream) => stream.entries).filter(({ at }) => at >= end),
  );
  return {
    entries,
    hasMore: end !== "",
    readMore: () => {
      for (const stream of streams) if (stream.hasMore && endOf(stream) >= end) stream.readMore();
    },
  };
}

const SOON_MS = 60_000;

/** A message that leaves soon belongs where it was written: others may have gone out meanwhile. */
function timeOf({ direction, sent_at: sent, created_at: created }: Message) {
  if (sent === null) return created;
  const isSoon = Math.abs(Date.parse(sent) - Date.parse(created)) <= SOON_MS;
  return direction === "outbound" && isSoon ? created : sent;
}

export const entryOfMessage = (message: Message): Entry => ({
  kind: message.direction === "internal" ? "note" : "message",
  key: `message-${message.id}`,
  at: timeOf(message),
  message,
});

export function entriesOfRun(run: Run): Entry[] {
  const started: Entry = {
    kind: "runStarted",
    key: `run-${run.id}`,
    at: run.enrolled_at,
    run,
  };
  if (run.ended_at === null) return [started];
  return [{ kind: "runEnded", key: `run-${run.id}-end`, at: run.ended_at, run }, started];
}

export const entryOfClick = (click: LinkClick): Entry => ({
  kind: "click",
  key: `click-${click.id}`,
  at: click.clicked_at,
  click,
});

export const entryOfConsent = (consent: Consent): Entry => ({
  kind: "consent",
  key: `consent-${consent.id}`,
  at: consent.at,
  consent,
});

/**
 * None for what nobody wants to see again, as that a conversation was read, nor for the creation:
 * it has an entry of its own, which outlives the event.
 */
export function entriesOfEvent(event: Event): Entry[] {
  if (event.type === "lead.created") return [];
  if (event.type === "conversation.updated" && event.data.changed.every((each) => each === "read"))
    return [];
  return [{ kind: "event", key: `event-${event.id}`, at: event.timestamp, event }];
}
