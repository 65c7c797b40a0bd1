import { remembered } from "./memo";
import { DAY_MS } from "./time";

/** True if it names a time zone, such as `Europe/Paris`. */
export const isTimeZone = (name: string) => named(name).isZone;

const MAX_NAMES = 1_000;

const named = remembered(MAX_NAMES, (name) => {
  try {
    return { isZone: new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined };
  } catch {
    return { isZone: false };
  }
});

/**
 * When clocks show `shown`, which is in milliseconds since 1970 as if clocks ran on UTC. A time
 * that clocks show twice means the first moment; a time that they skip means the moment of the
 * change.
 */
export function timeOfWallClock(timezone: string, shown: number) {
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

/** The milliseconds by which the clocks of a timezone are ahead of UTC. */
export function offsetAt(timezone: string, moment: number) {
  const seconds = Math.floor(moment / 1000) * 1000;
  // The format is `11/02/2026, 14:05:09`.
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = formatOf(timezone)
    .format(seconds)
    .split(/\D+/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}
