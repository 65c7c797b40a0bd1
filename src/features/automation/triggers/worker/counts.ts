import { DAY_MS, HOUR_MS } from "#lib/time";
import type { ActiveTrigger } from "../match";
import { type Count, keyOf, type Memory } from "./memory";

// The counts of triggers' starts in an hour. Those of `counts` are newer than the memory's.

type Counted = { memory: Memory; counts: Map<string, Count> };

/** A start waits for so long at most. Its event, which it needs, is kept for 30 days. */
const MAX_WAIT_MS = 28 * DAY_MS;

const hourOf = (now: number) => Math.floor(now / HOUR_MS);

export const countOf = (trigger: ActiveTrigger, { memory, counts }: Counted): Count =>
  counts.get(keyOf(trigger)) ??
  memory.counts.get(keyOf(trigger)) ?? { hour: 0, starts: 0, limitedHour: null };

/**
 * The first hour, from that of `from` on, with room for a start. Where some were put off to a later
 * hour, those before it are full.
 */
function hourWithRoom({ hour, starts }: Count, most: number, from: number) {
  const first = hourOf(from);
  if (hour < first) return first;
  return starts < most ? hour : hour + 1;
}

/** When there is room for a start from `from` on; null if that is too long after its event. */
export function roomFrom(from: number, count: Count, most: number, eventAt: number) {
  const at = Math.max(from, hourWithRoom(count, most, from) * HOUR_MS);
  return at - eventAt > MAX_WAIT_MS ? null : at;
}

/** The count with a start in the first hour with room. */
export function withStart(count: Count, most: number, from: number): Count {
  const hour = hourWithRoom(count, most, from);
  return { ...count, hour, starts: hour === count.hour ? count.starts + 1 : 1 };
}

/** The count once its limit has put off a start. */
export const asLimited = (count: Count, now: number): Count => ({
  ...count,
  limitedHour: hourOf(now),
});
