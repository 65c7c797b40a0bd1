import type { Message } from "../../../../client/index";

const TOGETHER_MS = 5 * 60_000;

export type Placed = {
  message: Message;
  /** A line with the day stands before it. */
  beginsDay: boolean;
  /** It stands close to the one before, of the same sender. */
  followsOn: boolean;
};

/** When a message was written, whichever side wrote it. */
export const timeOf = ({ direction, sent_at, created_at }: Message) =>
  direction === "inbound" ? (sent_at ?? created_at) : created_at;

const dayOf = (message: Message) => new Date(timeOf(message)).toDateString();

/** Messages, newest first, in the order in which they are read. */
export function placeMessages(messages: readonly Message[]): Placed[] {
  return messages.toReversed().map((message, index, all) => {
    const before = all[index - 1];
    const beginsDay = !before || dayOf(before) !== dayOf(message);
    const gap = before ? Date.parse(timeOf(message)) - Date.parse(timeOf(before)) : 0;
    return {
      message,
      beginsDay,
      followsOn: !beginsDay && before?.direction === message.direction && gap < TOGETHER_MS,
    };
  });
}
