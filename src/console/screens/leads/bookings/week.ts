import type { Booking } from "#client";

/** A day of the reader's own, such as `2026-12-03`. */
export const dayText = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** Not by milliseconds: a day may have 23 or 25 hours. */
export const addDays = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** The days from Monday to Sunday around a day; around today, if none is given. */
export function weekOf(day: string | undefined): Date[] {
  const around = day === undefined ? new Date() : new Date(`${day}T12:00`);
  const monday = addDays(around, -((around.getDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** The moments between which a week lies. */
export const rangeOf = (days: readonly Date[]) => {
  const [first = new Date()] = days;
  return {
    starts_from: first.toISOString(),
    starts_to: new Date(addDays(first, 7).getTime() - 1).toISOString(),
  };
};

/** The name of a booking's host, else the address; empty if neither is known. */
export const hostOf = ({ host }: Pick<Booking, "host">) => host.name ?? host.email ?? "";

const startOf = ({ starts_at }: Booking) => Date.parse(starts_at ?? "");

export type Host = { host: string; days: Booking[][] };

/** The bookings of each host, by the days of the week; hosts by their names. */
export function byHost(bookings: readonly Booking[], days: readonly Date[]): Host[] {
  const hosts = Map.groupBy(bookings, hostOf);
  return [...hosts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([host, theirs]) => ({ host, days: days.map((day) => onDay(theirs, day)) }));
}

/** The bookings of a day, the first one first. */
export const onDay = (bookings: readonly Booking[], day: Date) =>
  bookings
    .filter(({ starts_at }) => starts_at && dayText(new Date(starts_at)) === dayText(day))
    .toSorted((one, other) => startOf(one) - startOf(other));
