import type { Interval } from "#client";
import { oneOf } from "#console/data/one-of";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest series of the API. */
const MOST_HOURS = 744;

export const ranges = ["48h", "7d", "30d", "90d", "365d"] as const;
export type Range = (typeof ranges)[number];
/** The part of a link's clicks to show, as the address has it. */
type LinkSearch = { range?: Range | undefined; by?: Interval | undefined };

const LENGTH_MS: Record<Range, number> = {
  "48h": 48 * HOUR_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "90d": 90 * DAY_MS,
  "365d": 365 * DAY_MS,
};

export const searchOf = ({ range, by }: Record<string, unknown>): LinkSearch => ({
  range: ranges.find((name) => name === range),
  by: oneOf<Interval>(by, { hour: true, day: true }),
});

export const mayBeHourly = (range: Range) => LENGTH_MS[range] / HOUR_MS <= MOST_HOURS;

/** The range and its interval: hours for two days, days for all that is longer, unless chosen. */
export function shownOf({ range = "30d", by }: LinkSearch): { range: Range; by: Interval } {
  if (!mayBeHourly(range)) return { range, by: "day" };
  return { range, by: by ?? (range === "48h" ? "hour" : "day") };
}

/** The moment in the first interval, so that the range has its length with the running one. */
export const fromOf = (range: Range, by: Interval, now = Date.now()) =>
  new Date(now - LENGTH_MS[range] + (by === "hour" ? HOUR_MS : DAY_MS)).toISOString();
