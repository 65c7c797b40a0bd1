import { asc, desc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Scope } from "../env";
import type { PageRequest } from "../lib/cursor";
import { type Owned, within } from "./scope";

/** Keyset paging by id, newest first: the condition, order and limit that `cutPage` expects. */
export function keyset(id: SQLiteColumn, { cursor, perPage }: PageRequest) {
  const backwards = cursor?.direction === "prev";
  const beyond = backwards ? gt : lt;
  return {
    after: cursor ? beyond(id, cursor.id) : undefined,
    order: backwards ? asc(id) : desc(id),
    limit: perPage + 1,
  };
}

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

/** Limits a dynamic query to a page of the workspace's rows, for `cutPage`. */
export function paged<Query extends SQLiteSelect>(
  query: Query,
  scope: Scope,
  table: Owned,
  page: PageRequest,
  ...conditions: (SQL | undefined)[]
) {
  const { after, order, limit } = keyset(table.id, page);
  return query
    .where(within(scope, table, ...conditions, after))
    .orderBy(order)
    .limit(limit);
}

/** Whether a folded column contains the text; `%`, `_` and quotes are ordinary characters. */
export const contains = (column: SQLiteColumn | SQL, folded: string) =>
  sql`instr(${column}, ${folded}) > 0`;
