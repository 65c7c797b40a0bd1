import { type BookingEvent, type BookingState, bookingEvents } from "#domain/bookings";
import type { Cause } from "../cause";

/** An event of a booking, and JSON of the booking. */
type EventRow = { type: string; booking: string | null };

type BookingData = {
  booking_id: number;
  source_id: number | null;
  state: BookingState;
  previous_state: BookingState | null;
};

/** A booking that has come to a state; undefined where it was in it before. */
export function bookingCause(
  base: Pick<Cause, "eventId" | "at" | "leadId" | "actor">,
  event: EventRow,
  data: BookingData,
): Cause | undefined {
  const { booking_id: bookingId, source_id: sourceId, previous_state: before } = data;
  const state = bookingEvents[event.type as BookingEvent] ?? data.state;
  if (state === before) return undefined;
  const booking = event.booking === null ? null : JSON.parse(event.booking);
  return { ...base, type: "booking", bookingId, sourceId, state, booking };
}
