import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { removalKinds } from "../../domain/removals";

/**
 * Tombstones: what was deleted, while rows that belong to it remain. Nobody sees such rows
 * (db/present.ts), and a worker removes them in chunks (db/removal.ts). The triggers of
 * removals.sql write a row for each parent that is deleted, in the same transaction; the kind
 * `runs`, which names a scenario, is also written where all runs of a scenario are deleted.
 */
export const removals = sqliteTable(
  "removals",
  {
    kind: text({ enum: removalKinds }).notNull(),
    /** The id that the deleted row had. */
    parentId: integer().notNull(),
    /** No foreign key: the rows behind a deleted workspace are removed, too. */
    workspaceId: integer().notNull(),
    /** Of runs: those up to this id are deleted. */
    upTo: integer(),
    /** How far the worker has come with rows that stay, by their ids. */
    progress: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.parentId] }),
    index("removals_workspace").on(t.workspaceId, t.kind),
  ],
);

/**
 * The highest id of a row that was the newest of its table when it was deleted, by table: no other
 * row gets it (db/last-id.ts). Triggers write it.
 */
export const spentIds = sqliteTable("spent_ids", {
  table: text("table_name").primaryKey(),
  id: integer().notNull(),
});
