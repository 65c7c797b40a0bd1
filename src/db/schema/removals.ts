import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { removalKinds } from "../../domain/removals";

/**
 * Tombstones: what was deleted, while rows that belong to it remain. Nobody sees such rows
 * (db/present.ts), and a worker removes them in chunks (db/removal.ts). The triggers of
 * removals.sql write a row for each parent that is deleted, in the same transaction; the kind
 * `runs`, which names a scenario, is also written where all runs of a scenario are deleted, or those of
 * one lead.
 */
export const removals = sqliteTable(
  "removals",
  {
    kind: text({ enum: removalKinds }).notNull(),
    /** The id that the deleted row had. */
    parentId: integer().notNull(),
    /** Of runs: the lead whose runs are deleted; 0 for those of all leads. */
    leadId: integer().notNull().default(0),
    /** No foreign key: the rows behind a deleted workspace are removed, too. */
    workspaceId: integer().notNull(),
    /** Of runs: those up to this id are deleted. */
    upTo: integer(),
    /** How far the worker has come with rows that stay, by their ids. */
    progress: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.parentId, t.leadId] }),
    index("removals_workspace").on(t.workspaceId, t.kind),
  ],
);
