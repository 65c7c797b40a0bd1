import { type SQL, sql } from "drizzle-orm";
import { bookings } from "#db/schema/bookings";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";

// The bookings that runs are about, as the engine knows them (engine/booking.ts).

/** The most bytes of answers that a run knows: one with more is known without them. */
const MAX_ANSWER_BYTES = 16_384;

/** JSON of a `Booking`, of the row of `bookings`. */
const booking = sql.raw(`
  json_object('id', bookings.id, 'sourceId', bookings.source_id, 'state', bookings.state,
    'startsAt', bookings.starts_at, 'endsAt', bookings.ends_at, 'name', bookings.name,
    'timeZone', bookings.time_zone, 'host', bookings.host_name, 'joinUrl', bookings.join_url,
    'rescheduleUrl', bookings.reschedule_url, 'cancelUrl', bookings.cancel_url,
    'answers', json(iif(octet_length(bookings.answers) > ${MAX_ANSWER_BYTES}, '{}',
      bookings.answers)))`);

/** JSON of the booking with an id; null if it is gone. */
export const bookingJson = (scope: Scope, id: SQL) => sql`(
  select ${booking} from bookings where ${within(scope, bookings, sql`bookings.id = ${id}`)})`;

/**
 * JSON of the bookings that a run of a lead may be about: its own, where it has one, the lead's
 * next, and its last.
 */
export const bookingsJson = (scope: Scope, leadId: SQL, own: SQL, now: number) => sql`(
  select json_group_array(${booking}) from bookings
  where ${within(scope, bookings)} and bookings.id in (
    ${own},
    (select id from bookings
     where lead_id = ${leadId} and starts_at > ${now} and state <> 'cancelled'
     order by starts_at, id limit 1),
    (select id from bookings where lead_id = ${leadId} order by starts_at desc, id desc limit 1)))`;

/** The same of the run `run`; null where its graph reads none. */
export const askedJson = (scope: Scope, now: number) => sql`
  iif((select reads_bookings from scenario_versions
       where scenario_id = run.scenario_id and version = run.version),
      ${bookingsJson(scope, sql`run.lead_id`, sql`run.booking_id`, now)}, null)`;

/** The most bookings that a simulation knows of a lead. */
const MAX_LATEST = 20;

/** JSON of the latest bookings of a lead. */
export const latestBookingsJson = (scope: Scope, leadId: SQL) => sql`(
  select json_group_array(${booking}) from (
    select * from bookings indexed by bookings_lead
    where ${within(scope, bookings)} and bookings.lead_id = ${leadId}
    order by starts_at desc limit ${MAX_LATEST}) as bookings)`;
