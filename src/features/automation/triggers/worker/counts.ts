import { HOUR_MS } from "#lib/time";
import type { ActiveTrigger } from "../match";
import { type Count, keyOf, type Memory } from "./memory";

// The counts of triggers' starts in an hour. Those of `counts` are newer than the memory's.

type Counted = { memory: Memory; counts: Map<string, Count> };

const hourOf = (now: number) => Math.floor(now / HOUR_MS);

export const countOf = (trigger: ActiveTrigger, { memory, counts }: Counted): Count =>
  counts.get(keyOf(trigger)) ??
  memory.counts.get(keyOf(trigger)) ?? { hour: 0, starts: 0, limitedHour: null };

/** Where starts are put off to a later hour, this one is full. */
export function startsInHour({ hour, starts }: Count, now: number) {
  if (hour > hourOf(now)) return Number.POSITIVE_INFINITY;
  return hour === hourOf(now) ? starts : 0;
}

export const withOneMore = (count: Count, now: number): Count => ({
  ...count,
  hour: hourOf(now),
  starts: startsInHour(count, now) + 1,
});

/** Takes a place in the first hour from the next one on that has room. */
export function withOnePutOff(count: Count, most: number, now: number): Count {
  const isAhead = count.hour > hourOf(now);
  const hasRoom = isAhead && count.starts < most;
  const hour = hasRoom ? count.hour : Math.max(count.hour, hourOf(now)) + 1;
  return { hour, starts: hasRoom ? count.starts + 1 : 1, limitedHour: hourOf(now) };
}
