import { type Booking, bookingOf, ownBooking } from "#features/automation/engine/booking";
import type { Run } from "#features/automation/engine/run";
import { LAST_MS } from "#lib/time";
import type { DelaySettings } from "./settings";

export const CANCELLED = "cancelled";

/** The booking that a delay waits for; undefined where it waits for none. */
export const bookingIn = ({ until }: DelaySettings) =>
  until && "booking" in until ? until : undefined;

export type UntilBooking = NonNullable<ReturnType<typeof bookingIn>>;

/** The booking that a run which comes to the delay waits for, whatever else is booked then. */
export function awaitBooking(run: Run, now: number): Booking | null {
  run.bookingId ??= bookingOf(run, now)?.id ?? null;
  return ownBooking(run);
}

/** When a delay until a booking is over: at its beginning, where it has no known end. */
function momentIn({ startsAt, endsAt }: Booking, until: UntilBooking) {
  const time = until.booking === "ends_at" ? (endsAt ?? startsAt) : startsAt;
  return time === null ? null : Math.min(time + until.offset_seconds * 1000, LAST_MS);
}

/**
 * The moment until which a run waits for its booking; null if the booking is not to be. One that
 * has given way to a time which never came is not, either, once the old time has come.
 */
export function momentOfBooking(booking: Booking | null, until: UntilBooking, now: number) {
  const moment = booking && momentIn(booking, until);
  if (!booking || moment === null || booking.state === "cancelled") return null;
  return booking.state === "moved" && moment <= now ? null : moment;
}
