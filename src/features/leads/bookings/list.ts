import { and, eq, getTableColumns, gte, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { pagedWhere, stopIn } from "#db/lists/page";
import { allOf, matching } from "#db/lists/walk";
import { bookings } from "#db/schema/bookings";
import { owned, within } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { iso, isoOrNull } from "#lib/time";
import type { Booking, BookingQuery } from "./schema";

const { workspaceId, changedAt, settledAt, stageBefore, changedBy, ...columns } =
  getTableColumns(bookings);
type Row = Pick<typeof bookings.$inferSelect, keyof typeof columns>;

export const bookingToWire = (row: Row): Booking => ({
  id: row.id,
  lead_id: row.leadId,
  source_id: row.sourceId,
  external_id: row.externalId,
  name: row.name,
  state: row.state,
  starts_at: isoOrNull(row.startsAt),
  ends_at: isoOrNull(row.endsAt),
  previous_starts_at: isoOrNull(row.previousStartsAt),
  moves: row.moves,
  time_zone: row.timeZone,
  host: { name: row.hostName, email: row.hostEmail },
  location: row.location,
  join_url: row.joinUrl,
  reschedule_url: row.rescheduleUrl,
  cancel_url: row.cancelUrl,
  answers: row.answers,
  outcome: row.outcome,
  outcome_value: row.outcomeValue,
  cancelled_by: row.cancelledBy,
  cancel_reason: row.cancelReason,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** Bookings, for `bookingToWire`. */
export const selectBookings = (scope: Scope, which: SQL) =>
  scope.db
    .select(columns)
    .from(bookings)
    .where(within(scope, bookings, which));

/** A host is found by the name or the e-mail, in capitals or not. */
const isHost = (host: string) =>
  or(
    sql`${bookings.hostName} = ${host} collate nocase`,
    sql`${bookings.hostEmail} = ${host} collate nocase`,
  );

const filterOf = ({ source_id, state, host, starts_from, starts_to }: BookingQuery) =>
  and(
    source_id === undefined ? undefined : eq(bookings.sourceId, source_id),
    state && eq(bookings.state, state),
    host === undefined ? undefined : isHost(host),
    starts_from === undefined ? undefined : gte(bookings.startsAt, starts_from),
    starts_to === undefined ? undefined : lte(bookings.startsAt, starts_to),
  );

const ofLead = ({ lead_id: leadId }: BookingQuery) =>
  leadId === undefined ? undefined : eq(bookings.leadId, leadId);

export const listBookings = (scope: Scope, query: BookingQuery, page: PageRequest) =>
  query.order === "starts_at" ? listByStart(scope, query, page) : listNewest(scope, query, page);

async function listNewest(
  scope: Scope,
  query: BookingQuery,
  page: PageRequest,
): Promise<Page<Booking>> {
  const filter = filterOf(query);
  const listed = scope.db
    .select({ ...columns, stop: stopIn(filter, bookings) })
    .from(bookings)
    .$dynamic();
  const key = ofLead(query) ?? allOf(scope, bookings);
  return cutPage(
    await pagedWhere(listed, scope, bookings, page, { key, filter }),
    page,
    bookingToWire,
  );
}

/** By the time at which they begin, the first one first. Those without a time are left out. */
async function listByStart(
  scope: Scope,
  query: BookingQuery,
  page: PageRequest,
): Promise<Page<Booking>> {
  const { cursor, perPage } = page;
  const { id, startsAt } = bookings;
  const from = Math.max(query.starts_from ?? 0, cursor?.seen ?? 0);
  const after = cursor && sql`(${startsAt}, ${id}) > (${cursor.seen ?? 0}, ${cursor.id})`;
  const key = ofLead(query);
  const visited = and(
    key ? and(sql`+${owned(scope, bookings)}`, key) : owned(scope, bookings),
    ...[isNotNull(startsAt), gte(startsAt, from), after ?? undefined],
    query.starts_to === undefined ? undefined : lte(startsAt, query.starts_to),
  );
  const ids = sql`select id from bookings where ${visited} order by ${startsAt}, ${id}`;
  const where = within(scope, bookings, filterOf(query));
  const rows = await scope.db
    .select({ ...columns, stop: sql<number>`page.stop`.as("stop") })
    .from(bookings)
    .innerJoin(
      sql`(${matching(bookings, where, { ids, rowsRead: 1 }, page)}) as page`,
      sql`page.row_id = ${id}`,
    )
    .orderBy(startsAt, id, sql`page.stop`);
  const matches = rows.filter(({ stop }) => stop !== 1);
  const items = matches.slice(0, perPage);
  const end = matches.length > perPage ? items.at(-1) : rows.find(({ stop }) => stop === 1);
  const next = end && { id: end.id, direction: "next" as const, seen: end.startsAt ?? 0 };
  return { items: items.map(bookingToWire), perPage, next: next ?? null, prev: null };
}
