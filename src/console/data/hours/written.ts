import type { BusinessHours } from "#client";

// Business hours as people type them: a line for each day, such as `9:00-12:30, 14:00-18:00`.

export const DAYS = [
  ...(["monday", "tuesday", "wednesday", "thursday"] as const),
  ...(["friday", "saturday", "sunday"] as const),
];
type Day = (typeof DAYS)[number];
type Interval = { from: string; to: string };

/** The typed texts of a form, by day; and the days on which it is closed. */
export type WrittenHours = Record<Day | "closed", string>;

export const writtenDay = (intervals: readonly Interval[] = []) =>
  intervals.map(({ from, to }) => `${from}–${to}`).join(", ");

/** Business hours as a form shows them. */
export const writtenHours = (hours: BusinessHours | null): WrittenHours => ({
  monday: writtenDay(hours?.weekly.monday),
  tuesday: writtenDay(hours?.weekly.tuesday),
  wednesday: writtenDay(hours?.weekly.wednesday),
  thursday: writtenDay(hours?.weekly.thursday),
  friday: writtenDay(hours?.weekly.friday),
  saturday: writtenDay(hours?.weekly.saturday),
  sunday: writtenDay(hours?.weekly.sunday),
  closed: (hours?.closed ?? []).join(", "),
});

/** The business hours of a form; null where nothing is typed. The API checks them. */
export function hoursIn(written: WrittenHours): BusinessHours | null {
  const weekly: BusinessHours["weekly"] = {};
  for (const day of DAYS) if (written[day].trim() !== "") weekly[day] = intervalsIn(written[day]);
  const closed = written.closed.split(/[\s,;]+/).filter(Boolean);
  if (Object.keys(weekly).length === 0 && closed.length === 0) return null;
  return { weekly, ...(closed.length > 0 && { closed }) };
}

const intervalsIn = (text: string) =>
  text
    .split(/[,;]/)
    .filter((one) => one.trim() !== "")
    .map((one): Interval => {
      const [from = "", to = ""] = one.split(/[-–—]/).map(timeIn);
      return { from, to };
    });

/** A time such as `9`, `9:30` or `9h30`, with two digits for the hours and for the minutes. */
function timeIn(text: string) {
  const [, hours, minutes] = /^(\d{1,2})(?:[:h.](\d\d)?)?$/i.exec(text.trim()) ?? [];
  return hours === undefined ? text.trim() : `${hours.padStart(2, "0")}:${minutes ?? "00"}`;
}
