import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Which rows of archives were restored here: a row for each chunk, in its transaction, so that a
 * repeated one inserts nothing (db/archive/restore.ts).
 */
export const restored = sqliteTable(
  "restored",
  {
    /** The prefix of the archive in its bucket. */
    archive: text().notNull(),
    table: text("table_name").notNull(),
    part: integer().notNull(),
    /** The first row of the chunk in its part, and how many it has. */
    row: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.archive, t.table, t.part, t.row] })],
);
