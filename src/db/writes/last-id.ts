import { type SQL, sql } from "drizzle-orm";

/** The tables with many inserts: AUTOINCREMENT would write a row more with each. */
type Counted = "messages" | "link_clicks";

/**
 * The last id of a table that a row has or had, in SQL: an INSERT counts on from it, as a deleted
 * row's id may still be known.
 */
export const lastId = (table: Counted): SQL<number> => sql`max(
  ifnull((select max(id) from ${sql.raw(table)}), 0),
  ifnull((select id from spent_ids where table_name = ${table}), 0))`;
