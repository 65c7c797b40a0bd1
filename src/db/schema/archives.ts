import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { erasedKinds } from "#domain/backups";

/**
 * The rows of archives that were restored here: a row for each chunk, in its transaction, so that a
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

/**
 * The leads that were deleted and the tokens that were revoked, until R2 has the list
 * (features/operations/backups). The restore of an older backup then does it again. Triggers write
 * the rows, in the transaction of the deletion: those of leads in the workspace's database, those
 * of tokens in the directory. The receipts of erasures are noted, too, and so is a workspace that
 * was deleted: it does not come back when all are restored.
 */
export const erasures = sqliteTable(
  "erasures",
  {
    kind: text({ enum: erasedKinds }).notNull(),
    /** The id that the deleted row had. */
    rowId: integer().notNull(),
    workspaceId: integer().notNull(),
    erasedAt: integer().notNull(),
    /** The row of a receipt, which comes back with the restore. */
    data: text({ mode: "json" }).$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.rowId] })],
);
