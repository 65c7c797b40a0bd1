import type { Consent, Event, LinkClick, Message, Run } from "../../../../client/index";

/** Something that happened with a lead. */
export type Entry = { key: string; at: string } & (
  | { kind: "message" | "note"; message: Message }
  | { kind: "runStarted" | "runEnded"; run: Run }
  | { kind: "click"; click: LinkClick }
  | { kind: "consent"; consent: Consent }
  | { kind: "event"; event: Event }
  | { kind: "created" }
);

/** Entries of one kind, newest first, as far as they have been read. */
export type Stream = { entries: readonly Entry[]; hasMore: boolean; readMore: () => void };

const newestFirst = (left: Entry, right: Entry) =>
  right.at.localeCompare(left.at) || right.key.localeCompare(left.key);

/** Until when a stream has been read. */
const endOf = ({ entries, hasMore }: Stream) => (hasMore ? (entries.at(-1)?.at ?? "9999") : "");

/**
 * Streams as one, newest first, down to where all of them have been read. `readMore` reads on those
 * that end there.
 */
export function merged(streams: readonly Stream[]) {
  const end = streams.map(endOf).reduce((latest, at) => (at > latest ? at : latest), "");
  const entries = streams
    .flatMap((stream) => stream.entries)
    .filter(({ at }) => at >= end)
    .sort(newestFirst);
  return {
    entries,
    hasMore: end !== "",
    readMore: () => {
      for (const stream of streams) if (stream.hasMore && endOf(stream) >= end) stream.readMore();
    },
  };
}

export const entryOfMessage = (message: Message): Entry => ({
  kind: message.direction === "internal" ? "note" : "message",
  key: `message-${message.id}`,
  at: message.sent_at ?? message.created_at,
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

/** None for what nobody wants to see again, as that a conversation was read. */
export function entriesOfEvent(event: Event): Entry[] {
  if (event.type === "conversation.updated" && event.data.changed.every((each) => each === "read"))
    return [];
  return [{ kind: "event", key: `event-${event.id}`, at: event.timestamp, event }];
}
