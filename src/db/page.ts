import { asc, desc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { PageRequest } from "../lib/cursor";

/** Keyset paging over a table's ids, newest first: the condition, order and limit that `cutPage` expects. */
export function keyset(id: SQLiteColumn, { cursor, perPage }: PageRequest) {
  const backwards = cursor?.direction === "prev";
  const beyond = backwards ? gt : lt;
  return { after: cursor ? beyond(id, cursor.id) : undefined, order: backwards ? asc(id) : desc(id), limit: perPage + 1 };
}

/** Whether the folded column holds the text: `%`, `_` and quotes are ordinary characters. */
export const contains = (column: SQLiteColumn | SQL, folded: string) => sql`instr(${column}, ${folded}) > 0`;
