import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Scope } from "#env";
import type { PageRequest } from "#lib/cursor";
import { type Owned, owned } from "../scope/scope";

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
 * A list that a page may visit. `cost` estimates, as a scalar, how many rows D1 counts on it for
 * each row of the table that it passes. `list` is the table expression of its ids.
 */
export type List = Visits & { cost: (list: SQL) => SQL };

/** The rows that D1 counts for a visit: the row, its lookup by id, and those of the offset. */
export const rowsPerVisit = (visits: Visits, rowsRead = 0) => 2 * visits.rowsRead + 1 + rowsRead;

const boundOf = (visits: Visits, rowsRead: number) =>
  Math.min(MAX_VISITS, Math.floor(MAX_ROWS_READ / rowsPerVisit(visits, rowsRead)));

type Identified = SQLiteTable & { id: SQLiteColumn };

/**
 * The ids of a page as a subquery with the columns `row_id` and `stop`: of the visited rows those
 * that match `where`. Where the visits come to their bound before the page is full, the last row
 * visited follows with `stop` = 1, for `cutPage`. SQLite visits rows only until the page is full.
 * `rowsRead` is how many rows D1 counts for checking `where` on one row.
 */
export function matching(
  table: Identified,
  where: SQL,
  visits: Visits,
  page: PageRequest,
  rowsRead = 0,
): SQL {
  const bound = boundOf(visits, rowsRead);
  return sql`
    with visited as not materialized (select id from (${visits.ids}) limit ${bound})
    ${matchingOf(table, where, sql.raw(`${bound - 1}`), page)}`;
}

/**
 * Like `matching`, on whichever of the lists seems to cost least: the database decides as it runs
 * the statement. Of the others it then visits no row, since their limit is 0.
 */
export function matchingCheapest(
  table: Owned,
  where: (isVisited: (list: List) => SQL) => SQL,
  lists: List[],
  page: PageRequest,
  rowsRead = 0,
): SQL {
  const named = lists.map((list, index) => ({
    ...list,
    number: sql.raw(`${index}`),
    name: sql.raw(`list_${index}`),
    bound: sql.raw(`${boundOf(list, rowsRead)}`),
  }));
  const each = (part: (list: (typeof named)[number]) => SQL, between = sql` union all `) =>
    sql.join(named.map(part), between);
  const isVisited = (list: List) =>
    sql`(select number from plan) = ${sql.raw(`${lists.indexOf(list)}`)}`;
  return sql`
    with ${each(({ name, ids }) => sql`${name} (id) as not materialized (${ids})`, sql`, `)},
    plan as materialized (
      select number, bound from (
        ${each(
          ({ name, number, bound, cost }) => sql`
            select ${number} as number, ${bound} as bound, (${cost(name)}) as cost`,
        )})
      order by cost limit 1),
    visited as not materialized (
      ${each(
        ({ name, number }) => sql`
          select id from (
            select id from ${name}
            limit (select iif(number = ${number}, bound, 0) from plan))`,
      )})
    ${matchingOf(table, where(isVisited), sql`(select bound - 1 from plan)`, page)}`;
}

/** The ids of a page of the rows that `visited` has; `last` is the offset of the last of them. */
const matchingOf = (table: Identified, where: SQL, last: SQL, { perPage }: PageRequest) => sql`
  select row_id, stop from (
    select distinct ${table.id} as row_id, 0 as stop
    from visited cross join ${table} on ${table.id} = visited.id
    where ${where})
  union all
  select row_id, stop from (select id as row_id, 1 as stop from visited limit 1 offset ${last})
  limit ${perPage + 1}`;

/**
 * True if a column has the value, if there is one, by its index. If its rows are another
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

/**
 * Finds all of the workspace's rows, for a list of all of them: by an index that no other statement
 * uses (`workspace_id > 0` in the schema), as SQLite might take it for a narrower one.
 */
export const allOf = (scope: Scope, table: Owned): SQL =>
  owned(scope, table, sql`${table.workspaceId} > 0`);
