import type { Booked, Booking } from "#features/automation/engine/booking";
import type { Cause } from "./cause";

/** The bookings of a run that a cause starts, and its own one. */
export function bookedBy(cause: Cause, bookings: Booking[]): Booked {
  if (cause.type !== "booking") return { bookings };
  const others = bookings.filter(({ id }) => id !== cause.bookingId);
  return {
    bookings: cause.booking ? [...others, cause.booking] : others,
    bookingId: cause.bookingId,
  };
}
