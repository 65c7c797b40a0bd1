import { DAY_MS, FIRST_MS, LAST_MS, parseDate, parseTimestamp } from "../../../../../lib/time";
import { offsetAt, timeOfWallClock } from "../../../../../lib/time-zone";
import type { DelaySettings } from "./settings";

/** When a delay is over; null when its variable holds no date. */
export function momentOf(
  { seconds, until, at }: DelaySettings,
  variables: Record<string, unknown>,
  now: number,
): number | null {
  if (until) {
    const moment =
      "date" in until
        ? until.date
        : dateIn(Object.hasOwn(variables, until.variable) ? variables[until.variable] : null);
    return moment === null ? null : Math.min(moment + until.offset_seconds * 1000, LAST_MS);
  }
  return at ? nextAt(at, now) : now + (seconds ?? 0) * 1000;
}

/** Reads a date-time or a date in ISO 8601, or seconds since 1970. */
function dateIn(value: unknown) {
  if (typeof value === "string") return parseTimestamp(value.trim()) ?? parseDate(value.trim());
  if (typeof value !== "number") return null;
  const ms = value * 1000;
  return ms >= FIRST_MS && ms <= LAST_MS ? Math.round(ms) : null;
}

/** The first moment after `now` at which clocks show the time on one of the weekdays. */
function nextAt({ time, weekdays, timezone }: NonNullable<DelaySettings["at"]>, now: number) {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = Math.floor((now + offsetAt(timezone, now)) / DAY_MS) * DAY_MS;
  for (let day = today; ; day += DAY_MS) {
    if (weekdays && !weekdays.includes(new Date(day).getUTCDay() || 7)) continue;
    const moment = timeOfWallClock(timezone, day + (hours * 60 + minutes) * 60_000);
    if (moment > now) return moment;
  }
}
