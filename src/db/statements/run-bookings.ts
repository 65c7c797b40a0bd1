import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { runs } from "../schema/automation";
import { bookings } from "../schema/bookings";
import { within } from "../scope/within";
import { listOf } from "./runs";

/** A run, the booking that it is about from now on, and what was known of that. */
export type RunBooking = {
  run: number;
  booking: number | null;
  startsAt: number | null;
  endsAt: number | null;
  state: string | null;
};

/**
 * Makes bookings those of runs, for committed runs only. A run that waits for the time of one that
 * has changed since it was read is due at once.
 */
export const bindBookings = (scope: Scope, token: string, list: RunBooking[], now: number) => {
  const isBooking = within(scope, bookings, sql`bookings.id = item.value ->> 'booking'`);
  const read = sql`(item.value ->> 'startsAt', item.value ->> 'endsAt', item.value ->> 'state')`;
  return sql`
    update runs set
      booking_id = item.value ->> 'booking',
      next_at = iif(waiting_for is not 'time' or exists (
        select 1 from bookings where ${isBooking} and (starts_at, ends_at, state) is ${read}),
        next_at, ${now})
    from ${listOf(list)}
    where ${within(scope, runs, sql`runs.id = item.value ->> 'run' and runs.turn = ${token}`)}`;
};
