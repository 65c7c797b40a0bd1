/** The events that change bookings. */
export const BOOKING_EVENTS = [
  "booking.created",
  "booking.moved",
  "booking.cancelled",
  "booking.no_show",
  "booking.held",
  "booking.outcome",
  "booking.updated",
] as const;
