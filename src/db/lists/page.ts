import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Scope } from "#env";
import type { PageRequest } from "#lib/cursor";
import { present } from "../scope/present";
import { type Owned, owned } from "../scope/scope";
import { keyset } from "./keyset";
import { endedByBytes } from "./page-bytes";
import { matching } from "./walk";

/** The workspace whose rows are found, where ids are unique only within one (`timedId`). */
const ofWorkspace = (scope: Scope, table: Owned) =>
  table.id.primary ? undefined : owned(scope, table);

/** A page's walk as parts of SQL: where it starts, which way, and how it finds the nearest id. */
export type Walk = { start: SQL; direction: SQL; beyond: SQL; nearest: SQL };

/** FTS5 does not seek by real numbers, and D1 binds every number as one: hence the casts. */
export const walkOf = ({ cursor }: PageRequest): Walk =>
  cursor?.direction === "prev"
    ? {
        start: sql`cast(${cursor.id} as integer)`,
        direction: sql`asc`,
        beyond: sql`>`,
        nearest: sql`min`,
      }
    : {
        start: sql`cast(${cursor?.id ?? Number.MAX_SAFE_INTEGER} as integer)`,
        direction: sql`desc`,
        beyond: sql`<`,
        nearest: sql`max`,
      };

/**
 * Limits a dynamic query to a page of the workspace's rows, for `cutPage`: of a table without rows
 * behind deleted parents, or of a parent that exists.
 */
export function paged<Query extends SQLiteSelect>(
  query: Query,
  scope: Scope,
  table: Owned,
  page: PageRequest,
  ...conditions: (SQL | undefined)[]
) {
  const { after, order, limit } = keyset(table.id, page);
  return query
    .where(owned(scope, table, ...conditions, after))
    .orderBy(order)
    .limit(limit);
}

/**
 * Limits a dynamic query to a page of the workspace's rows that match `filter`, for `cutPage`: the
 * query selects `stopIn(filter, table)` as `stop`. `key` finds rows by an index, all of which are
 * visited if there is a filter; without a key they are the workspace's. The `+` keeps SQLite from
 * finding them by that. `bytes` is how long a row is, in tables of long rows that have deleted
 * parents.
 */
export function pagedWhere<Query extends SQLiteSelect>(
  query: Query,
  scope: Scope,
  table: Owned,
  page: PageRequest,
  { key, filter, bytes }: { key?: SQL | undefined; filter?: SQL | undefined; bytes?: SQL },
) {
  const { after, order, limit } = keyset(table.id, page);
  const visited = key ? and(sql`+${owned(scope, table)}`, key, after) : owned(scope, table, after);
  const isListed = and(filter, present(table));
  if (!isListed) return query.where(visited).orderBy(order).limit(limit);
  const isVisible = and(ofWorkspace(scope, table), isListed) ?? isListed;
  const ids = sql`select id from ${table} where ${visited} order by ${order}`;
  const listed = matching(table, isVisible, { ids, rowsRead: 1 }, page);
  const ended = bytes ? endedByBytes(listed, table, bytes, page) : listed;
  return joined(query, scope, table, page, ended);
}

/** Joins a dynamic query to the ids of a page (walk.ts). */
export const joined = <Query extends SQLiteSelect>(
  query: Query,
  scope: Scope,
  table: Owned,
  page: PageRequest,
  ids: SQL,
) =>
  query
    .innerJoin(
      sql`(${ids}) as page`,
      and(ofWorkspace(scope, table), sql`page.row_id = ${table.id}`),
    )
    .orderBy(keyset(sql`page.row_id`, page).order);

/** 1 for the extra row that says where a bounded walk stopped: no item of the page (walk.ts). */
export const stop = sql<number>`page.stop`;
export const stopIn = (filter: SQL | undefined, table?: Owned) =>
  filter || (table && present(table)) ? stop : sql<number>`0`.as("stop");

/** True if a folded column contains the text; `%`, `_` and quotes are ordinary characters. */
export const contains = (column: SQLiteColumn | SQL, folded: string) =>
  sql`instr(${column}, ${folded}) > 0`;
