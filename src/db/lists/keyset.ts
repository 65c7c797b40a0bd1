import { asc, desc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { PageRequest } from "#lib/cursor";

/** Keyset paging by id, newest first: the condition, order and limit that `cutPage` expects. */
export function keyset(id: SQLiteColumn | SQL, { cursor, perPage }: PageRequest) {
  const backwards = cursor?.direction === "prev";
  const beyond = backwards ? gt : lt;
  return {
    after: cursor ? beyond(sql`${id}`, cursor.id) : undefined,
    order: backwards ? asc(id) : desc(id),
    limit: perPage + 1,
  };
}
