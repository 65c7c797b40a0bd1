import { asc, desc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Scope } from "../env";
import type { PageRequest } from "../lib/cursor";
import { type Owned, within } from "./scope";

/** Keyset paging over a table's ids, newest first: the condition, order and limit that `cutPage` expects. */
export function keyset(id: SQLiteColumn, { cursor, perPage }: PageRequest) {
  const backwards = cursor?.direction === "prev";
  const beyond = backwards ? gt : lt;
  return {
    after: cursor ? beyond(id, cursor.id) : undefined,
    order: backwards ? asc(id) : desc(id),
    limit: perPage + 1,
  };
}

/** A dynamic query cut to a page of the workspace's rows, for `cutPage`. */
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

/** Whether the folded column holds the text: `%`, `_` and quotes are ordinary characters. */
export const contains = (column: SQLiteColumn | SQL, folded: string) =>
  sql`instr(${column}, ${folded}) > 0`;
