import { DAY_MS, dayOf, parseDate } from "#lib/time";

export const statIntervals = ["day", "week", "month"] as const;
export type StatInterval = (typeof statIntervals)[number];

/** A part of a range, with its first and last day. */
export type Part = { from: string; to: string };

/** Divides a range of days: weeks begin on Mondays, and the first and last part may be short. */
export function partsOf(first: string, last: string, interval: StatInterval): Part[] {
  const parts: Part[] = [];
  for (let from = first; from <= last; ) {
    const end = endOf(from, interval);
    const to = end < last ? end : last;
    parts.push({ from, to });
    from = daysAfter(to, 1);
  }
  return parts;
}

const msOf = (day: string) => parseDate(day) ?? 0;
const daysAfter = (day: string, days: number) => dayOf(msOf(day) + days * DAY_MS);

/** The last day of the interval that a day is in. */
function endOf(day: string, interval: StatInterval): string {
  const date = new Date(msOf(day));
  if (interval === "week") return daysAfter(day, (7 - date.getUTCDay()) % 7);
  if (interval === "month")
    return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
  return day;
}
