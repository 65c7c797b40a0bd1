import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { sourceDeliveries, sources, UNDONE } from "#db/schema/sources";
import { selectId } from "#db/scope/rows";
import { owned, within } from "#db/scope/scope";
import type { SourceDeliveryStatus, SourceFact } from "#domain/sources";
import { undoneStatuses } from "#domain/sources";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { codesOf } from "#lib/read-fault";
import { iso, isoOrNull } from "#lib/time";
import type { SourceDelivery, SourceDeliveryDetail, SourceDeliveryQuery } from "./delivery-schema";

export type Row = {
  id: number;
  receivedAt: number;
  fact: SourceFact | null;
  status: SourceDeliveryStatus;
  leadId: number | null;
  bookingId: number | null;
  result: string | null;
  hasBody: 0 | 1;
  replayedAt: number | null;
};

export const COLUMNS = sql`
  seq as id, received_at as receivedAt, fact, status, lead_id as leadId, booking_id as bookingId,
  result, body is not null as hasBody, replayed_at as replayedAt`;

/** The result of an item, as `inbox/commit.ts` stores it. */
type Result = Partial<Pick<SourceDelivery, "errors" | "conflicts" | "warnings" | "consent">>;

export function toWire(row: Row): SourceDelivery {
  const {
    errors = {},
    conflicts = {},
    warnings = [],
    consent = null,
  }: Result = row.result === null ? {} : JSON.parse(row.result);
  return {
    id: row.id,
    received_at: iso(row.receivedAt),
    fact: row.fact,
    status: row.status,
    lead_id: row.leadId,
    booking_id: row.bookingId,
    ...{ errors, ...codesOf(errors), conflicts, warnings, consent },
    has_body: row.hasBody === 1,
    replayed_at: isoOrNull(row.replayedAt),
  };
}

/** The most rows that a page visits for a status that has no index. */
const MAX_VISITS = 5_000;

const isUndoneStatus = (status: SourceDeliveryStatus) =>
  (undoneStatuses as readonly SourceDeliveryStatus[]).includes(status);

/** The deliveries of a source: `key` finds them by an index, `filter` is checked on each. */
function conditions({ status, lead_id: leadId }: SourceDeliveryQuery) {
  const [all, ofStatus] = [sql`true`, sql`status = ${status}`];
  const by = (index: string, key: SQL, filter = all) => ({
    index: sql.raw(`indexed by source_deliveries_${index}`),
    key,
    filter,
  });
  if (leadId !== undefined) return by("lead", sql`lead_id = ${leadId}`, status ? ofStatus : all);
  // The words of the index let SQLite use it.
  if (status && isUndoneStatus(status)) return by("undone", sql`${ofStatus} and ${UNDONE}`);
  return { index: sql``, key: all, filter: status ? ofStatus : all };
}

/** Lists deliveries of a source, newest first. */
export async function listDeliveries(
  scope: Scope,
  sourceId: number,
  query: SourceDeliveryQuery,
  page: PageRequest,
): Promise<Page<SourceDelivery>> {
  const { cursor, perPage } = page;
  const isBack = cursor?.direction === "prev";
  const { index, key, filter } = conditions(query);
  const order = sql.raw(`order by seq ${isBack ? "asc" : "desc"}`);
  const beyond = isBack ? sql`>` : sql`<`;
  // A page that is full ends behind its last row: the walk goes no further.
  const isShort = sql`(select count(*) <= ${perPage} from page)`;
  const walk = sql`
    from source_deliveries ${index}
    where source_id = ${sourceId} and ${key} and +${owned(scope, sourceDeliveries)}
      and seq ${beyond} ${cursor?.id ?? Number.MAX_SAFE_INTEGER}`;
  const { known, rows } = await readBatch(scope, {
    known: selectId(scope, sources, sourceId),
    rows: sql<Row & { stop: number }>`
      with page as materialized (
        select ${COLUMNS}, 0 as stop from (select * ${walk} ${order} limit ${MAX_VISITS})
        where ${filter}
        ${order} limit ${perPage + 1})
      select * from page
      union all
      select * from (
        select ${COLUMNS}, 1 as stop ${walk}
        ${order} limit ${isShort} offset ${MAX_VISITS - 1})`,
  });
  found(known[0]);
  return cutPage(rows, page, toWire);
}

const ofId = (scope: Scope, sourceId: number, id: number | SQL) =>
  within(scope, sourceDeliveries, sql`source_id = ${sourceId} and seq = ${id}`);

export const deliveryExists = async (
  scope: Scope,
  id: number,
  [sourceId = 0]: readonly number[],
) => {
  const { rows } = await readBatch(scope, {
    rows: sql`select 1 from source_deliveries where ${ofId(scope, sourceId, id)}`,
  });
  return rows.length > 0;
};

export const withBody = (row: Row & { body: string | null }): SourceDeliveryDetail => ({
  ...toWire(row),
  body: row.body === null ? null : JSON.parse(row.body),
});

/** A delivery with its body. */
export async function getDelivery(
  scope: Scope,
  sourceId: number,
  id: number,
): Promise<SourceDeliveryDetail> {
  const { rows } = await readBatch(scope, {
    rows: sql<Row & { body: string | null }>`
      select ${COLUMNS}, body from source_deliveries where ${ofId(scope, sourceId, id)}`,
  });
  const row = found(rows[0]);
  return withBody(row);
}
