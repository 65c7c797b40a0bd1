import type { Comment, Message } from "#client";

const TOGETHER_MS = 5 * 60_000;

export type Placed = {
  message: Message;
  /** It stands close to the one before, of the same sender. */
  followsOn: boolean;
};

/** A message, or a comment under a post. */
export type Entry = Placed | { comment: Comment };

/** The messages of a day, in the order in which they are read. */
export type Day = { name: string; at: string; entries: Entry[] };

/** The time when a message was written, whichever side wrote it. */
export const timeOf = ({ direction, origin, sent_at, created_at }: Message) =>
  direction === "inbound" || origin === "native_app" || origin === "history"
    ? (sent_at ?? created_at)
    : created_at;

/** Messages of the past come late, and in no order: they stand where they were written. */
function inOrder(messages: readonly Message[]): readonly Message[] {
  const ordered = messages.toReversed();
  return messages.some(({ origin }) => origin === "history")
    ? ordered.sort((one, other) => Date.parse(timeOf(one)) - Date.parse(timeOf(other)))
    : ordered;
}

type Line = { at: string } & ({ message: Message } | { comment: Comment });

/** The messages, with each comment before the first message that was written after it. */
function linesOf(messages: readonly Message[], comments: readonly Comment[]): Line[] {
  const waiting = comments.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const before = (limit: number) => {
    const count = waiting.findIndex(({ at }) => Date.parse(at) > limit);
    const due = waiting.splice(0, count < 0 ? waiting.length : count);
    return due.map((comment) => ({ at: comment.at, comment }));
  };
  const lines = messages.flatMap((message): Line[] => {
    const at = timeOf(message);
    return [...before(Date.parse(at)), { at, message }];
  });
  return [...lines, ...before(Number.POSITIVE_INFINITY)];
}

const isClose = (one: Entry | undefined, message: Message) =>
  one !== undefined &&
  "message" in one &&
  one.message.direction === message.direction &&
  Date.parse(timeOf(message)) - Date.parse(timeOf(one.message)) < TOGETHER_MS;

/** Messages, newest first, and comments, by the days of the reader on which they were written. */
export function placeMessages(
  messages: readonly Message[],
  { comments = [], isHidden }: { comments?: readonly Comment[]; isHidden: (id: number) => boolean },
): Day[] {
  const days = new Map<string, Day>();
  const shown = inOrder(messages).filter(({ id }) => !isHidden(id));
  for (const line of linesOf(shown, comments)) {
    const name = new Date(line.at).toDateString();
    const day = days.get(name) ?? { name, at: line.at, entries: [] };
    day.entries.push(
      "comment" in line
        ? { comment: line.comment }
        : { message: line.message, followsOn: isClose(day.entries.at(-1), line.message) },
    );
    days.set(name, day);
  }
  return [...days.values()];
}
