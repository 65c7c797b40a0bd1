import type { Message } from "#client";

const TOGETHER_MS = 5 * 60_000;

export type Placed = {
  message: Message;
  /** It stands close to the one before, of the same sender. */
  followsOn: boolean;
};

/** The messages of a day, in the order in which they are read. */
export type Day = { name: string; at: string; messages: Placed[] };

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

const isOwnReaction = ({ direction, type }: Message) =>
  direction === "outbound" && type === "reaction";

/** Messages, newest first, by the days of the reader on which they were written. */
export function placeMessages(messages: readonly Message[]): Day[] {
  const days = new Map<string, Day>();
  for (const message of inOrder(messages)) {
    // It stands with the message that it is about.
    if (isOwnReaction(message) && message.status !== "failed") continue;
    const at = timeOf(message);
    const name = new Date(at).toDateString();
    const day = days.get(name) ?? { name, at, messages: [] };
    const before = day.messages.at(-1)?.message;
    const followsOn =
      before !== undefined &&
      before.direction === message.direction &&
      Date.parse(at) - Date.parse(timeOf(before)) < TOGETHER_MS;
    day.messages.push({ message, followsOn });
    days.set(name, day);
  }
  return [...days.values()];
}
