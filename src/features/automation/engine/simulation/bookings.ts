import type { BookingState } from "#domain/bookings";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { type Booking, bookingOf } from "../booking";
import type { Run, RunEvent } from "../run";

/** The values of a booking that a change may bring. */
type Values = Partial<Omit<Booking, "id" | "state">>;

/** A lead books, or a booking comes to another state; `moved`: to another time. */
export type BookingChange = { state: BookingState; values: Values };

type Booked = Pick<Run, "bookings" | "bookingId">;

/** The bookings of a lead after a change, and the event that it is. */
export function changeBooking(run: Booked, { state, values }: BookingChange, now: number) {
  const before = state === "booked" ? null : bookingOf(run, now);
  const from = before ?? newBooking(run, now);
  const booking: Booking = {
    ...from,
    endsAt: endAfter(from, values),
    ...values,
    // A booking that has moved is booked for its new time.
    state: state === "moved" ? "booked" : state,
  };
  const others = (run.bookings ?? []).filter(({ id }) => id !== booking.id);
  const event: RunEvent & { kind: "booking" } = {
    ...{ kind: "booking", bookingId: booking.id, state, sourceId: booking.sourceId, booking },
  };
  // One that is cancelled or missed already is so once.
  const isChange = before?.state !== state || state === "moved";
  return { bookings: [...others, booking], event, isChange };
}

/** It lasts as long as before. */
const endAfter = ({ startsAt, endsAt }: Booking, { startsAt: newStart }: Values) =>
  newStart == null || startsAt === null || endsAt === null
    ? endsAt
    : newStart + (endsAt - startsAt);

/** By default it is for half an hour, a day later. */
const newBooking = ({ bookings = [] }: Booked, now: number): Booking => ({
  id: Math.max(0, ...bookings.map(({ id }) => id)) + 1,
  state: "booked",
  ...{ sourceId: null, name: null, timeZone: null, host: null },
  ...{ startsAt: now + DAY_MS, endsAt: now + DAY_MS + HOUR_MS / 2 },
  ...{ joinUrl: null, rescheduleUrl: null, cancelUrl: null, answers: {} },
});
