import type * as z from "zod";
import { DAY_MS } from "#lib/time";
import { offsetAt, timeOfWallClock } from "#lib/time-zone";
import { MAX_AGE_MS } from "../decide";
import type { recurringSettings } from "../definitions/recurring";
import { clockMs } from "./clock";

// When a `recurring` trigger comes. Times are milliseconds since 1970.

export type Recurrence = Pick<
  z.output<typeof recurringSettings>,
  "every" | "weekdays" | "day" | "at"
>;

/** Beyond a month there is always another time. */
const MAX_DAYS = 35;

/**
 * The last time from `from` until now that is to make an enrolment, null without any that is recent
 * enough; and the first time after now. Throws if there is none. Where clocks change, each day
 * still has one time.
 */
export function recur(recurrence: Recurrence, timeZone: string, from: number, now: number) {
  const last = near(recurrence, timeZone, now, -1);
  const isDue = last >= from && now - last < MAX_AGE_MS;
  const next = near(recurrence, timeZone, now, 1);
  if (!Number.isFinite(next)) throw new RangeError("no such time");
  return { startsAt: isDue ? last : null, next };
}

/** The time that is nearest to `now`: after it, or else not after it. */
function near({ at, ...recurrence }: Recurrence, timeZone: string, now: number, step: 1 | -1) {
  const today = Math.floor((now + offsetAt(timeZone, now)) / DAY_MS) * DAY_MS;
  // A change of clocks may move the time of a day into the next one.
  for (let days = -1; days <= MAX_DAYS; days++) {
    const day = today + step * days * DAY_MS;
    if (!isOn(recurrence, new Date(day))) continue;
    const moment = timeOfWallClock(timeZone, day + clockMs(at));
    if (moment > now === step > 0) return moment;
  }
  return step * Number.POSITIVE_INFINITY;
}

const isOn = ({ every, weekdays, day }: Omit<Recurrence, "at">, date: Date) =>
  every === "day" ||
  (every === "week" ? (weekdays ?? []).includes(date.getUTCDay() || 7) : date.getUTCDate() === day);
