import { DAY_MS, HOUR_MS } from "#lib/time";
import { offsetAt, timeOfWallClock } from "#lib/time-zone";

export type Interval = "hour" | "day";

/**
 * Visits are counted by hours of UTC. Where a day begins within one, as in zones that are not whole
 * hours from UTC, that hour belongs to the day before.
 */
const wholeHourFrom = (moment: number) => Math.ceil(moment / HOUR_MS) * HOUR_MS;

/** There are no visits from before 1970, when zones had offsets of seconds: its days are UTC's. */
const isOfUtc = (timeZone: string, ms: number) => timeZone === "UTC" || ms < DAY_MS;

/**
 * The number of the interval that a moment lies in. A day's is that of the date in the time zone,
 * counted from 1970; an hour's is counted in UTC.
 */
export function intervalOf(interval: Interval, timeZone: string, moment: number) {
  const hour = Math.floor(moment / HOUR_MS);
  if (interval === "hour") return hour;
  const begin = hour * HOUR_MS;
  const offset = isOfUtc(timeZone, begin) ? 0 : offsetAt(timeZone, begin);
  return Math.floor((begin + offset) / DAY_MS);
}

/** The beginning of the interval with a number. */
export function startOf(interval: Interval, timeZone: string, number: number) {
  if (interval === "hour") return number * HOUR_MS;
  const midnight = number * DAY_MS;
  if (isOfUtc(timeZone, midnight)) return midnight;
  return wholeHourFrom(timeOfWallClock(timeZone, midnight));
}

/** The beginnings of the intervals from `first` to `last`, and the end of the last one. */
export function startsOf(
  interval: Interval,
  timeZone: string,
  { first, last }: { first: number; last: number },
) {
  const at = (number: number) => startOf(interval, timeZone, number);
  const starts = Array.from({ length: last - first + 1 }, (_, index) => at(first + index));
  const end = at(last + 1);
  // A zone that crosses the date line has skipped a day.
  return { starts: starts.filter((start, index) => start < (starts[index + 1] ?? end)), end };
}

/** The index of the interval that a moment lies in, of those that begin at `starts`. */
export function indexAt(starts: readonly number[], moment: number) {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= moment) low = middle;
    else high = middle - 1;
  }
  return low;
}
