import { remembered } from "../../../lib/memo";
import { DAY_MS, FIRST_MS, LAST_MS, parseDate, parseTimestamp } from "../../../lib/time";
import type { NodeData } from "../scenarios/nodes";

/** When a delay is over; null where its variable holds no date. */
export function momentOf(
  { seconds, until, at }: NodeData["delay"],
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

/** A date-time or a date as ISO 8601 has it, or seconds since 1970. */
function dateIn(value: unknown) {
  if (typeof value === "string") return parseTimestamp(value.trim()) ?? parseDate(value.trim());
  if (typeof value !== "number") return null;
  const ms = value * 1000;
  return ms >= FIRST_MS && ms <= LAST_MS ? Math.round(ms) : null;
}

/** The first moment after `now` at which clocks show the time on one of the weekdays. */
function nextAt({ time, weekdays, timezone }: NonNullable<NodeData["delay"]["at"]>, now: number) {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = Math.floor((now + offsetAt(timezone, now)) / DAY_MS) * DAY_MS;
  for (let day = today; ; day += DAY_MS) {
    if (weekdays && !weekdays.includes(new Date(day).getUTCDay() || 7)) continue;
    const moment = momentAt(timezone, day + (hours * 60 + minutes) * 60_000);
    if (moment > now) return moment;
  }
}

/**
 * When clocks show `shown`, milliseconds since 1970 as if they ran on UTC: the first time where they show it twice. Where they jump over
 * it, when they do.
 */
function momentAt(timezone: string, shown: number) {
  // No offset is a whole day: a change around that moment lies between these two.
  const [before, after] = [offsetAt(timezone, shown - DAY_MS), offsetAt(timezone, shown + DAY_MS)];
  const early = shown - Math.max(before, after);
  const late = shown - Math.min(before, after);
  if (offsetAt(timezone, early) === shown - early) return early;
  if (offsetAt(timezone, late) === shown - late) return late;
  let [last, first] = [early, late];
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (offsetAt(timezone, middle) === before) last = middle;
    else first = middle;
  }
  return first;
}

const MAX_FORMATS = 100;

const formatOf = remembered(MAX_FORMATS, (timezone) => {
  const digits = "2-digit";
  return new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: timezone, hourCycle: "h23", calendar: "gregory", numberingSystem: "latn" },
    ...{
      year: "numeric",
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    },
  });
});

/** How far the clocks of a timezone are ahead of UTC, in milliseconds. */
function offsetAt(timezone: string, moment: number) {
  const seconds = Math.floor(moment / 1000) * 1000;
  // 11/02/2026, 14:05:09
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = formatOf(timezone)
    .format(seconds)
    .split(/\D+/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}
