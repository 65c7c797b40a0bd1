import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from "#lib/time";
import { offsetAt, timeOfWallClock } from "#lib/time-zone";

// The hours in which people of the workspace are there, and those in which leads are left in peace.

export const weekdays = [
  ...(["monday", "tuesday", "wednesday", "thursday"] as const),
  ...(["friday", "saturday", "sunday"] as const),
] as const;
export type Weekday = (typeof weekdays)[number];

/** Times of the clock such as `09:30`; an interval of a day may end at `24:00`. */
export type Interval = { from: string; to: string };

/**
 * The intervals of each weekday, in their order, of which there is at least one; and days on which
 * it is closed whatever the weekday, as `YYYY-MM-DD`.
 */
export type BusinessHours = {
  weekly: Partial<Record<Weekday, Interval[] | undefined>>;
  closed?: string[] | undefined;
};

/** The hours that a node can keep to. */
export const keptHours = ["business_hours"] as const;

/** Hours of every day. They last over midnight where `to` is before `from`. */
export type QuietHours = Interval;

/** The most days on which business hours can be closed. */
export const MAX_CLOSED_DAYS = 100;

/** The time within which a message to a lead who has written counts as an answer. */
const ANSWER_MS = 30 * MINUTE_MS;
/** The days within which any hours open: each day in the list can shut them for another week. */
const MOST_DAYS = 7 * (MAX_CLOSED_DAYS + 3);
/** The time after the first opening within which business hours must meet what is not quiet. */
const MEETING_MS = 8 * DAY_MS;

/** The first moment from `now` on at which business hours are open; `now` while they are. */
export function opensAt(
  { weekly, closed = [] }: BusinessHours,
  timeZone: string,
  now: number,
): number {
  const today = dayShown(timeZone, now);
  const last = today + MOST_DAYS * DAY_MS;
  for (let day = today; day < last; day += DAY_MS) {
    const intervals = weekly[weekdayOf(day)] ?? [];
    if (intervals.length === 0 || closed.includes(dayOf(day))) continue;
    for (const { from, to } of intervals) {
      const [start, end] = [momentOf(timeZone, day, from), momentOf(timeZone, day, to)];
      // Clocks that go forward may skip an interval.
      if (start < end && now < end) return Math.max(start, now);
    }
  }
  return last;
}

/** The moment at which quiet hours end; `now` where it lies in none. */
export function quietUntil({ from, to }: QuietHours, timeZone: string, now: number): number {
  const today = dayShown(timeZone, now);
  for (const day of [today - DAY_MS, today]) {
    const end = momentOf(timeZone, from < to ? day : day + DAY_MS, to);
    if (momentOf(timeZone, day, from) <= now && now < end) return end;
  }
  return now;
}

/** `getUTCDay` counts from Sunday. */
const weekdayOf = (day: number): Weekday => weekdays[new Date(day).getUTCDay() - 1] ?? "sunday";

/** The day that clocks show, as if they ran on UTC. */
const dayShown = (timeZone: string, now: number) =>
  Math.floor((now + offsetAt(timeZone, now)) / DAY_MS) * DAY_MS;

function momentOf(timeZone: string, day: number, time: string) {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return timeOfWallClock(timeZone, day + hours * HOUR_MS + minutes * MINUTE_MS);
}

/** The hours that a message keeps to, each with the time zone in which it counts. */
export type Kept = {
  business: { hours: BusinessHours; timeZone: string } | null;
  quiet: { hours: QuietHours; timeZone: string } | null;
};

/**
 * The moments up to which business hours and quiet hours hold a message, and the first one that
 * both allow; each is `now` where nothing holds it.
 */
export type Hold = { business: number; quiet: number; until: number };

/**
 * The hold of a message at `now`. Quiet hours protect the lead: where business hours never open
 * outside of them for a week, the message does not keep to business hours.
 */
export function holdOf({ business, quiet }: Kept, now: number): Hold {
  const opens = (at: number) => (business ? opensAt(business.hours, business.timeZone, at) : at);
  const ends = (at: number) => (quiet ? quietUntil(quiet.hours, quiet.timeZone, at) : at);
  const first = opens(now);
  for (let until = now; until <= first + MEETING_MS; ) {
    const next = ends(opens(until));
    if (next === until) return { business: first, quiet: ends(now), until };
    until = next;
  }
  return { business: now, quiet: ends(now), until: ends(now) };
}

/** True if a message at `now` answers one that the lead wrote at one of these times. */
export const isAnswer = (writtenAt: (number | null)[], now: number) =>
  writtenAt.some((at) => at !== null && now - at < ANSWER_MS);
