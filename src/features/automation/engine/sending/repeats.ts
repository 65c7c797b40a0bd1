import type { Composed } from "#features/messaging/outbound/compose";
import { hash53 } from "../hash";
import type { Run } from "../run";

/** The number of times in a row that a lead may get the same message. */
const MAX_TIMES = 3;

/** Counts the message, unless it repeats the last one too often. */
export function isRepeatedTooOften({ memory }: Run, { text, content }: Composed): boolean {
  const lastSent = memory.said;
  const hash = hash53(JSON.stringify([text, content])).toString(36);
  const times = lastSent?.hash === hash ? lastSent.times + 1 : 1;
  if (times > MAX_TIMES) return true;
  memory.said = { hash, times };
  return false;
}
