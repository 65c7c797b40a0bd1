import { dateOf } from "#features/automation/engine/dates";
import { variableAt } from "#features/links/placeholders";
import type { Region } from "#lib/region";
import { DAY_MS, LAST_MS } from "#lib/time";
import { offsetAt, timeOfWallClock } from "#lib/time-zone";
import type { DelaySettings } from "./settings";

/**
 * When a delay that waits for no booking is over; null when its date, or its variable's, can't be
 * read in the region.
 */
export function momentOf(
  { seconds, until, at }: DelaySettings,
  variables: Record<string, unknown>,
  now: number,
  region: Region,
): number | null {
  if (until && !("booking" in until)) {
    const written = "date" in until ? until.date : variableAt(variables, until.variable);
    const date = dateOf(written, region);
    return date ? Math.min(date.from + until.offset_seconds * 1000, LAST_MS) : null;
  }
  return at ? nextAt(at, now) : now + (seconds ?? 0) * 1000;
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
