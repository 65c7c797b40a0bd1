import { BOOKING, BOOKING_ANSWERS, type BookingField, bookingNames } from "#domain/bookings";
import { timeZoneOf } from "#domain/time-zones";
import { isoOrNull } from "#lib/time";
import { isTimeZone } from "#lib/time-zone";
import { writtenDay, writtenTime } from "#lib/written-time";
import { type Booked, type Booking, bookingOf } from "./booking";
import { regionOfLead } from "./region";
import type { Run } from "./run";

const names: readonly string[] = bookingNames;

/** True if a name is that of a field of a run's booking. */
export const isOfBooking = (name: string) =>
  names.includes(name) ||
  (name.startsWith(BOOKING_ANSWERS) && name.length > BOOKING_ANSWERS.length);

/** The parts of a run that its booking is written by. */
export type BookedRun = Booked & Pick<Run, "lead" | "workspace">;

/** The value of a field of a run's booking, as `isOfBooking` knows them. */
export function bookingValue(run: BookedRun, name: string, now: number): unknown {
  const booking = bookingOf(run, now);
  if (!booking) return null;
  if (name.startsWith(BOOKING_ANSWERS)) {
    const question = name.slice(BOOKING_ANSWERS.length);
    return Object.hasOwn(booking.answers, question) ? booking.answers[question] : null;
  }
  return FIELDS[name.slice(BOOKING.length) as BookingField](booking, run);
}

const FIELDS: Record<BookingField, (booking: Booking, run: BookedRun) => string | null> = {
  state: ({ state }) => state,
  starts_at: ({ startsAt }) => isoOrNull(startsAt),
  ends_at: ({ endsAt }) => isoOrNull(endsAt),
  day: (booking, run) => written(writtenDay, booking, run),
  time: (booking, run) => written(writtenTime, booking, run),
  name: ({ name }) => name,
  host: ({ host }) => host,
  join_url: ({ joinUrl }) => joinUrl,
  reschedule_url: ({ rescheduleUrl }) => rescheduleUrl,
  cancel_url: ({ cancelUrl }) => cancelUrl,
};

const written = (write: typeof writtenDay, booking: Booking, run: BookedRun) =>
  booking.startsAt === null ? null : write(booking.startsAt, placeOf(booking, run));

/** Where the lead reads of a booking: in its time zone, else the lead's, else the workspace's. */
const placeOf = ({ timeZone }: Booking, run: BookedRun) => ({
  country: regionOfLead(run).country,
  timeZone:
    timeZone !== null && isTimeZone(timeZone)
      ? timeZone
      : timeZoneOf(run.lead, run.workspace.timeZone),
});

type Lookup = (name: string) => string | undefined;

/** Gives the values of a run's booking by name, and what `lookup` gives by all other names. */
export const withBooking =
  (run: BookedRun, now: number, lookup: Lookup): Lookup =>
  (name) => {
    if (!isOfBooking(name)) return lookup(name);
    const value = bookingValue(run, name, now);
    return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
  };
