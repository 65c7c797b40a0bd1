import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type RemovedResource, removalKinds } from "../../domain/removals";
import { changedBy } from "./columns";

/**
 * Tombstones: what was deleted, while rows that belong to it remain. Nobody sees such rows
 * (db/present.ts), and a worker removes them in chunks (db/removal.ts). The triggers of
 * removals.sql write a row for each parent that is deleted, in the same transaction; the kind
 * `runs`, which names a scenario, is also written where all runs of a scenario are deleted, or those of
 * one lead.
 *
 * Triggers: events_runs_removed, events_more_runs_removed (events.sql).
 */
export const removals = sqliteTable(
  "removals",
  {
    kind: text({ enum: removalKinds }).notNull(),
    /** The id that the deleted row had. */
    parentId: integer().notNull(),
    /** The lead whose runs are deleted, in tombstones of runs; 0 stands for all leads. */
    leadId: integer().notNull().default(0),
    /** No foreign key: the rows behind a deleted workspace are removed, too. */
    workspaceId: integer().notNull(),
    /** Of runs: those up to this id are deleted. */
    upTo: integer(),
    /** Who has deleted the row. The request writes it in front of the triggers. */
    changedBy: changedBy(),
    /** How far the worker has come with rows that stay, by their ids. */
    progress: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.parentId, t.leadId] }),
    index("removals_workspace").on(t.workspaceId, t.kind),
  ],
);

/** What a deleted workspace had, as its receipt counts it. */
export type RemovedRows = Partial<Record<RemovedResource, number>>;

/**
 * The receipts of deleted workspaces. As long as one is unfinished, it is the workspace's
 * tombstone: nobody sees the workspace (db/kept.ts), and a worker removes its rows in chunks
 * (db/workspace-removal). A finished one is kept for a year.
 *
 * Triggers: workspaces_erased (removals.sql).
 */
export const workspaceRemovals = sqliteTable(
  "workspace_removals",
  {
    /** No foreign key: the receipt outlives the workspace. */
    workspaceId: integer().notNull(),
    name: text().notNull(),
    requestedAt: integer().notNull(),
    /** When the worker goes on, at the earliest. */
    nextAt: integer().notNull(),
    finishedAt: integer(),
    removed: text({ mode: "json" }).$type<RemovedRows>().notNull().default({}),
  },
  (t) => [
    // Not a primary key: D1 counts a row that is looked for by its rowid, also where there is none.
    uniqueIndex("workspace_removals_workspace").on(t.workspaceId),
    index("workspace_removals_open").on(t.nextAt).where(sql`finished_at is null`),
    index("workspace_removals_finished").on(t.finishedAt).where(sql`finished_at is not null`),
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
