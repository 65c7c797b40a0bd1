import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Scope } from "../env";
import type { PageRequest } from "../lib/cursor";
import { type Owned, owned } from "./scope";

/** The most rows that a page visits, whatever its filters are. */
const MAX_VISITS = 5_000;
/** The most rows that D1 may count for the visits of a page: 1,000 of 15,000 are for its items. */
const MAX_ROWS_READ = 14_000;

/**
 * The rows that a page visits: `ids` selects their ids, as `id`, in the page's order. An id may
 * come several times in a row. `rowsRead` is how many rows D1 counts for each.
 */
export type Visits = { ids: SQL; rowsRead: number };

/**
 * The ids of a page as a subquery with the columns `row_id` and `stop`: of the visited rows those
 * that match `where`. Where the visits come to their bound before the page is full, the last row
 * visited follows with `stop` = 1, for `cutPage`. SQLite visits rows only until the page is full.
 * `rowsRead` is how many rows D1 counts for checking `where` on one row.
 */
export function matching(
  table: Owned,
  where: SQL,
  visits: Visits,
  { perPage }: PageRequest,
  rowsRead = 0,
) {
  // Visited, looked up by its id, and passed over by the offset of the last.
  const perVisit = 2 * visits.rowsRead + 1 + rowsRead;
  const bound = Math.min(MAX_VISITS, Math.floor(MAX_ROWS_READ / perVisit));
  const visited = sql`(select * from (${visits.ids}) limit ${bound})`;
  return sql`
    select row_id, stop from (
      select distinct ${table.id} as row_id, 0 as stop
      from ${visited} as visited cross join ${table} on ${table.id} = visited.id
      where ${where})
    union all
    select row_id, stop from (
      select id as row_id, 1 as stop from ${visited} as visited limit 1 offset ${bound - 1})
    limit ${perPage + 1}`;
}

/**
 * Whether a column has the value, if there is one, by its index. If its rows are another
 * workspace's, or don't meet the further conditions, which are the same for all of them, none is
 * found, and only one is read.
 */
export function ownEqual(
  scope: Scope,
  table: Owned,
  column: SQLiteColumn,
  value: number | undefined,
  ...conditions: (SQL | undefined)[]
): SQL | undefined {
  if (value === undefined) return undefined;
  return sql`${column} = (
    select iif(${owned(scope, table, ...conditions)}, ${column}, null) from ${table}
    where ${column} = ${value} limit 1)`;
}
