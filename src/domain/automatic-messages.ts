import { HOUR_MS, MINUTE_MS } from "#lib/time";

// The most messages that may go out in a conversation without anybody having asked for them. So a
// loop that its waits hide, of scenarios that start each other or of two that answer each other,
// ends.

const CEILINGS = [
  { ms: MINUTE_MS, most: 20 },
  { ms: HOUR_MS, most: 120 },
] as const;

/** For each ceiling: how many messages there were since its time began with one of them. */
export type AutomaticMessages = { from: number; sent: number }[];

/** The counts with one message more; null if that is one too many. */
export function countAutomatic(
  counts: AutomaticMessages | null,
  now: number,
): AutomaticMessages | null {
  const next = CEILINGS.map(({ ms }, index) => {
    const count = counts?.[index];
    return count && now - count.from < ms
      ? { from: count.from, sent: count.sent + 1 }
      : { from: now, sent: 1 };
  });
  return CEILINGS.some(({ most }, index) => (next[index]?.sent ?? 0) > most) ? null : next;
}
