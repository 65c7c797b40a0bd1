import { type SQL, sql } from "drizzle-orm";
import type { BookingRefEnd, BookingState } from "#domain/bookings";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import { bookingRefs, bookings } from "../schema/bookings";
import { sources } from "../schema/sources";
import { within } from "../scope/within";
import { hasFailed } from "../writes/fail-unless";

// The statements on bookings that facts need. Rows come, and go, as JSON.

/** A booking as it was read, by the names of its columns. */
export type BookingRow = {
  [Column in (typeof COLUMNS)[number]]: string | number | null;
} & {
  id: number;
  lead_id: number;
  source_id: number | null;
  state: BookingState;
  updated_at: number;
  answers: string;
};

export type BookingRefRow = {
  external_id: string;
  booking_id: number | null;
  ended: BookingRefEnd | null;
  at: number;
  booked_at: number | null;
  starts_at: number | null;
};

/** The columns that a fact may change, as `booking_steps` (bookings.sql) writes them. */
export const COLUMNS = [
  ...["external_id", "name", "state", "starts_at", "ends_at", "previous_starts_at"],
  ...["moves", "time_zone", "host_name", "host_email", "location", "join_url"],
  ...["reschedule_url", "cancel_url", "answers", "outcome", "outcome_value"],
  ...["cancelled_by", "cancel_reason", "changed_at", "settled_at"],
] as const;

/** The ids of a booking that are read: the moves of more are counted as they are stored. */
const MAX_REFS = 20;

/** The most bookings that are read for facts without an id. */
const MAX_NEAR = 500;

type Named = { sourceId: number; externalIds: string[] };

/** The bookings about which facts may be: by their ids, or by their leads and times. */
export type Asked = Named & {
  /** Selects the ids of the leads of facts without an id. */
  leads: SQL;
  startTimes: number[];
  near: number;
};

const each = (values: unknown[]) => sql`json_each(${JSON.stringify(values)})`;

const named = (scope: Scope, { sourceId, externalIds }: Named) => sql`
  ${each(externalIds)} as given cross join booking_refs on ${within(
    scope,
    bookingRefs,
    sql`source_id = ${sourceId} and external_id = given.value`,
  )}`;

const idsOf = (scope: Scope, asked: Asked) => sql`
  select booking_id as id from ${named(scope, asked)} where booking_id is not null
  union
  select id from (
    with theirs (id) as (${asked.leads})
    select bookings.id from ${each(asked.startTimes)} as told
      cross join theirs
      cross join bookings on bookings.lead_id = theirs.id
        and starts_at between told.value - ${asked.near} and told.value + ${asked.near}
    where +${within(scope, bookings, sql`source_id = ${asked.sourceId}`)}
    limit ${MAX_NEAR})`;

/** The bookings whose ids a query selects. */
export const selectBookingRows = (scope: Scope, ids: SQL) => sql<BookingRow>`
  select id, lead_id, source_id, updated_at, ${sql.raw(COLUMNS.join(", "))} from bookings
  where id in (${ids}) and +${within(scope, bookings)}`;

/** The current and the newest ids of bookings. */
export const selectRefRows = (scope: Scope, ids: SQL) => sql<BookingRefRow>`
  select refs.external_id, booking_id, ended, at, booked_at, refs.starts_at
  from (${ids}) as asked
    cross join bookings on bookings.id = asked.id and ${within(scope, bookings)}
    cross join booking_refs as refs on refs.booking_id = bookings.id
  where refs.external_id = bookings.external_id or refs.booked_at >= ifnull((
    select booked_at from booking_refs where booking_id = bookings.id
    order by booked_at desc limit 1 offset ${MAX_REFS}), 0)`;

/** Selects the ids of the leads of bookings that these ids name. */
export const leadsOfBookings = (scope: Scope, sourceId: number, externalIds: string[]) => sql`
  select lead_id from bookings
  where id in (select booking_id from ${named(scope, { sourceId, externalIds })})
    and +${within(scope, bookings)}`;

/** The bookings that facts may be about. */
export const selectBookingsAsked = (scope: Scope, asked: Asked) =>
  selectBookingRows(scope, idsOf(scope, asked));

/** The ids that facts name, and those of the bookings that they may be about. */
export const selectRefsAsked = (scope: Scope, asked: Asked) => sql<BookingRefRow>`
  select external_id, booking_id, ended, at, booked_at, starts_at from ${named(scope, asked)}
  union
  ${selectRefRows(scope, idsOf(scope, asked))}`;

/** The column that a batch fails on if a booking is no longer as it was read. */
const UNCHANGED = "booking_refs.at";

/** Fails the batch (`hasBookingChanged`) if one of these bookings has changed, or is gone. */
export const refuseChangedBookings = (
  { workspaceId }: Scope,
  before: { id: number; updatedAt: number }[],
) => sql`
  insert into booking_refs (workspace_id, source_id, external_id, at)
  select ${workspaceId}, 0, '', null from ${each(before)} as known
  where not exists (
    select 1 from bookings
    where id = known.value ->> '$.id' and updated_at = known.value ->> '$.updatedAt')`;

export const hasBookingChanged = (error: unknown) => hasFailed(error, UNCHANGED);

/** The id that one of `count` new bookings has, or will have, in a batch that has reserved them. */
export const reservedBooking = (count: number, place: SQL) => sql`(
  (select seq from sqlite_sequence where name = 'bookings') - ${count} + 1 + ${place})`;

/** The id of a booking that JSON names. */
const nameIn = (count: number, name: SQL) =>
  sql`ifnull(${name} ->> '$.id', ${reservedBooking(count, sql`(${name} ->> '$.place')`)})`;

/**
 * Bookings as facts leave them one after the other, in the trigger `booking_steps_insert`
 * (bookings.sql). There the stages of their leads follow: `booking_stages_booked`,
 * `booking_stages_shared`, `booking_stages_left`. `lead` makes an id of a member `lead`.
 */
export const writeSteps = (
  { workspaceId, actor }: Scope,
  sourceId: number | null,
  steps: object[],
  count: number,
  lead: (name: SQL) => SQL,
) => sql`
  insert into booking_steps (workspace_id, booking_id, lead_id, source_id, data, joined, stage,
    actor, at)
  select ${workspaceId}, ${nameIn(count, sql`step.value`)},
    iif(step.value ->> '$.lead' is null, null, ${lead(sql`(step.value -> '$.lead')`)}), ${sourceId},
    nullif(step.value -> '$.data', 'null'),
    (select json_group_array(${nameIn(count, sql`one.value`)})
     from json_each(step.value, '$.joined') as one),
    nullif(step.value -> '$.stage', 'null'), ${actor}, ${Date.now()}
  from ${each(steps)} as step
  order by step.key`;

/** Ids of bookings. Of those that are new, nobody else must have made one meanwhile. */
export const writeRefs = (
  { workspaceId }: Scope,
  sourceId: number,
  refs: object[],
  { count, areNew }: { count: number; areNew: boolean },
) => sql`
  insert into booking_refs (workspace_id, source_id, external_id, booking_id, ended, at, booked_at,
    starts_at)
  select ${workspaceId}, ${sourceId}, value ->> '$.externalId', ${bookingIn(count)},
    value ->> '$.ended', value ->> '$.at', value ->> '$.bookedAt', value ->> '$.startsAt'
  from ${each(refs)} where true
  ${areNew ? sql`` : REPLACED}`;

const REPLACED = sql`
  on conflict do update set booking_id = excluded.booking_id, ended = excluded.ended,
    at = excluded.at, booked_at = excluded.booked_at, starts_at = excluded.starts_at`;

const bookingIn = (count: number) => sql`
  iif(value ->> '$.booking' is null, null, ${nameIn(count, sql`(value -> '$.booking')`)})`;

/** Keeps the ids of a booking that is deleted: what comes of them makes no booking again. */
export const retireRefs = (scope: Scope, id: number) => sql`
  update booking_refs set booking_id = null, ended = 'deleted', at = ${Date.now()}
  where booking_id = ${id} and +${within(scope, bookingRefs)}`;

/** The stages to which the source of a booking moves its leads, as JSON. */
export const selectStages = (scope: Scope, id: number) => sql<{ stages: string | null }>`
  select settings -> '$.stages' as stages from bookings
    cross join sources on sources.id = bookings.source_id and ${within(scope, sources)}
  where ${within(scope, bookings, sql`bookings.id = ${id}`)}`;

/** Ends that nobody has booked, and ids of deleted bookings, are kept for this long. */
const KEPT_DAYS = 90;

/** Deletes at most `limit` old ids without a booking, of all workspaces. */
export const pruneRefs = (limit: number) => sql<{ pruned: 1 }>`
  delete from booking_refs where (workspace_id, source_id, external_id) in (
    select workspace_id, source_id, external_id from booking_refs
    where booking_id is null and at < ${Date.now() - KEPT_DAYS * DAY_MS}
    limit ${limit})
  returning 1 as pruned`;

/** Deletes the ids of bookings. */
export const deleteRefsOf = (ids: SQL) =>
  sql`delete from booking_refs where booking_id in (${ids})`;
