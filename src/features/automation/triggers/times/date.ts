import type * as z from "zod";
import { timeZoneOf, type Zoned } from "#domain/time-zones";
import { dateOf } from "#features/automation/engine/dates";
import { variableAt } from "#features/links/placeholders";
import type { Region } from "#lib/region";
import { DAY_MS, dayOf, iso, MINUTE_MS, parseDate } from "#lib/time";
import { offsetAt, timeOfWallClock } from "#lib/time-zone";
import { type DateMoment, type dateSettings, variableOf } from "../definitions/date";
import { clockMs } from "./clock";

// When a `date` trigger starts for a lead. Times are milliseconds since 1970.

export type DateSettings = Pick<
  z.output<typeof dateSettings>,
  "of" | "offset_days" | "at" | "offset_minutes" | "time_zone" | "yearly"
>;

/** The parts of a lead that its dates are read from. */
export type Dated = Zoned & Record<DateMoment, number | null>;

/** A start, and the date that it is for: a day such as `2027-01-05`, or a moment. */
export type DateStart = { at: number; date: string };

/**
 * The start for a lead's date: of a yearly one the first that does not lie before `from`. Undefined
 * where the lead has no such date.
 */
export function startFor(
  settings: DateSettings,
  lead: Dated,
  region: Region,
  from: number,
): DateStart | undefined {
  const timeZone =
    settings.time_zone === "lead" ? timeZoneOf(lead, region.timeZone) : (region.timeZone ?? "UTC");
  const shown = shownDate(settings, lead, region, timeZone);
  if (!shown) return undefined;
  const startIn = (one: Shown) => toStart(one, settings, timeZone);
  if (!settings.yearly) return shown.clock < EARLIEST ? undefined : startIn(shown);
  const first = yearOf(shown.clock);
  // An offset may be of more than a year.
  for (let year = Math.max(first, yearOf(from) - 2); ; year++) {
    const start = startIn(year === first ? shown : inYear(shown, year, timeZone));
    if (start.at >= from) return start;
  }
}

/** Slips of the finger are earlier, and clocks of those years can't be told. */
const EARLIEST = Date.UTC(1000, 0);

/**
 * A date as clocks show it, in milliseconds since 1970 as if they ran on UTC. `moment`: the time
 * itself, of a date that is one.
 */
type Shown = { clock: number; moment: number | null };

/** True if the lead has something where the date is read from, be it a date or not. */
export function hasValue({ of }: Pick<DateSettings, "of">, lead: Dated) {
  const path = variableOf(of);
  const value = path === null ? lead[of as DateMoment] : variableAt(lead.variables, path);
  return value !== undefined && value !== null && value !== "";
}

/** A day is the same everywhere, a moment is of the day that clocks of the time zone show. */
function shownDate(
  { of }: DateSettings,
  lead: Dated,
  region: Region,
  timeZone: string,
): Shown | undefined {
  const path = variableOf(of);
  const moment = path === null ? lead[of as DateMoment] : null;
  if (path === null) return moment === null ? undefined : shownMoment(moment, timeZone);
  const date = dateOf(variableAt(lead.variables, path), region);
  if (!date) return undefined;
  const day = parseDate(date.text);
  return day === null ? shownMoment(date.from, timeZone) : { clock: day, moment: null };
}

const shownMoment = (moment: number, timeZone: string): Shown => ({
  clock: moment + offsetAt(timeZone, moment),
  moment,
});

function toStart({ clock, moment }: Shown, settings: DateSettings, timeZone: string): DateStart {
  const { offset_days: days, at, offset_minutes: minutes } = settings;
  const date = moment === null || days != null ? dayOf(clock) : iso(moment);
  if (days == null) {
    const start = moment ?? timeOfWallClock(timeZone, clock);
    return { at: start + (minutes ?? 0) * MINUTE_MS, date };
  }
  const day = Math.floor(clock / DAY_MS) * DAY_MS + days * DAY_MS;
  return { at: timeOfWallClock(timeZone, day + clockMs(at ?? "00:00")), date };
}

const yearOf = (time: number) => new Date(time).getUTCFullYear();

/** The same day and time of another year, as clocks show it: of 29 February, the 28th without. */
function inYear({ clock, moment }: Shown, year: number, timeZone: string): Shown {
  const date = new Date(clock);
  const month = date.getUTCMonth();
  date.setUTCFullYear(year);
  // It has become the 1st of March.
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  const shown = date.getTime();
  return { clock: shown, moment: moment === null ? null : timeOfWallClock(timeZone, shown) };
}

/**
 * The time by which a date may lie before the event that sets it: clocks differ, and a date of now
 * is a little older when it is stored.
 */
export const GRACE_MS = 5 * MINUTE_MS;

/**
 * The time that is to be stored for a lead whose date was set at `since`, or then began to count:
 * null without a date, or with one that was over. `isAhead` is false where only a time that is
 * stored already may stay.
 */
export function armedFor(settings: DateSettings, lead: Dated, region: Region, since: number) {
  const start = startFor(settings, lead, region, since);
  return { at: start?.at ?? null, isAhead: start !== undefined && start.at >= since };
}

/**
 * The outcome of a time that has come, by the date as the lead has it then: the start, if it is due
 * by now; and when to look next, null for never. A date that was moved back is over: its event
 * decides.
 */
export function verified(
  settings: DateSettings,
  lead: Dated,
  region: Region,
  { at, now }: { at: number; now: number },
): { start: DateStart | null; next: number | null } {
  const start = startFor(settings, lead, region, at - GRACE_MS);
  if (!start || start.at < at - GRACE_MS) return { start: null, next: null };
  if (start.at > now) return { start: null, next: start.at };
  if (!settings.yearly) return { start, next: null };
  return { start, next: startFor(settings, lead, region, start.at + 1)?.at ?? null };
}

/**
 * True if a change of these fields of a lead may have moved its date: `null` where they are not
 * known. Of variables, an event may only say that some have changed.
 */
export function isMovedBy({ of, time_zone }: DateSettings, names: string[] | null) {
  if (names === null) return true;
  const own = time_zone === "lead" ? [of, "phone", "variables.time_zone"] : [of];
  return names.some((name) => own.some((field) => field === name || field.startsWith(`${name}.`)));
}

/** The names of the variables that the date, and the lead's time zone, may be in. */
export function variablesOf({ of, time_zone }: DateSettings) {
  const parts = variableOf(of)?.split(".") ?? [];
  const names = parts.map((_, index) => parts.slice(0, index + 1).join("."));
  return time_zone === "lead" ? [...names, "time_zone"] : names;
}

/** True of a date that messages move: no event says so. */
export const isOfMessages = ({ of }: DateSettings) =>
  of === "last_inbound_at" || of === "last_outbound_at";
