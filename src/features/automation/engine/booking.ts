import type { BookingState } from "#domain/bookings";

/** A booking of a run's lead. Times are milliseconds since 1970. */
export type Booking = {
  id: number;
  sourceId: number | null;
  state: BookingState;
  startsAt: number | null;
  endsAt: number | null;
  name: string | null;
  timeZone: string | null;
  host: string | null;
  joinUrl: string | null;
  rescheduleUrl: string | null;
  cancelUrl: string | null;
  /** By question. */
  answers: Record<string, unknown>;
};

/** The parts of a run that its booking is found in. */
export type Booked = {
  /** Those of the lead's bookings that it may be about; absent where its graph asks for none. */
  bookings?: Booking[];
  /** The booking that has started it, or that it has waited for. */
  bookingId?: number | null;
};

/**
 * The booking of a run: the one that has started it or that it has waited for, else the lead's
 * next, else its last.
 */
export function bookingOf(
  { bookings = [], bookingId = null }: Booked,
  now: number,
): Booking | null {
  const byStart = bookings.toSorted((one, other) => startOf(one) - startOf(other));
  return (
    ownBooking({ bookings, bookingId }) ??
    byStart.find((one) => startOf(one) > now && one.state !== "cancelled") ??
    byStart.at(-1) ??
    null
  );
}

/** One without a known time is before all others. */
const startOf = ({ startsAt }: Booking) => startsAt ?? 0;

/** The booking that a run has started by, or has waited for, unless it is gone. */
export const ownBooking = ({ bookings = [], bookingId }: Booked) =>
  bookings.find(({ id }) => id === bookingId) ?? null;

/** Makes a booking the run's own. */
export function takeBooking(run: Booked, booking: Booking | null, id: number | null) {
  const others = (run.bookings ?? []).filter((one) => one.id !== id);
  run.bookings = booking ? [...others, booking] : others;
  run.bookingId = id;
}
