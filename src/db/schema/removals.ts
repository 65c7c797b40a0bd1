import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type ErasedResource, erasureSteps } from "#domain/erasures";
import { type RemovedResource, removalKinds } from "#domain/removals";
import { workspaceId } from "./access";
import { changedBy, id } from "./columns";

/**
 * Tombstones: what was deleted, while rows that belong to it remain. Nobody sees such rows
 * (db/scope/present.ts), and a worker removes them in chunks (db/removal/tombstones.ts). The
 * triggers of removals.sql write a row for each parent that is deleted, in the same transaction;
 * the kind `runs`, which names a scenario, is also written where all runs of a scenario are
 * deleted, or those of one lead.
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
    /** The actor who deleted the row. The request writes it in front of the triggers. */
    changedBy: changedBy(),
    /** The id that the worker has come to among rows that stay. */
    progress: integer().notNull().default(0),
    /** The receipt of the erasure that the tombstone is part of; 0 of none. */
    receiptId: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.parentId, t.leadId] }),
    index("removals_workspace").on(t.workspaceId, t.kind, t.receiptId),
  ],
);

/** The rows that an erased lead had, as its receipt counts them. */
export type ErasedRows = Partial<Record<ErasedResource, number>>;

/**
 * The receipts of erased leads. As long as one is unfinished, a worker erases in chunks
 * (features/operations/chunks/erasures.ts). Nothing of the person is in it but the lead's id.
 *
 * Triggers: counters.sql; erasure_receipts_insert, erasure_receipts_update (removals.sql).
 */
export const erasureReceipts = sqliteTable(
  "erasure_receipts",
  {
    id: id(),
    workspaceId: workspaceId(),
    /** No foreign key: the receipt outlives the lead. */
    leadId: integer().notNull(),
    /** The token that asked for it. */
    tokenId: integer().notNull(),
    tokenName: text(),
    requestedAt: integer().notNull(),
    /** When a restored backup made it begin once more. It counts nothing then. */
    repeatedAt: integer(),
    finishedAt: integer(),
    step: text({ enum: erasureSteps }).notNull().default("answers"),
    /** Behind which `Idempotency-Key` the step goes on. */
    progress: text().notNull().default(""),
    /** When the worker goes on, at the earliest; null once it is finished. */
    nextAt: integer(),
    removed: text({ mode: "json" }).$type<ErasedRows>().notNull().default({}),
    /** The number of suppressions that keep the person from being written to, and since when. */
    suppressions: integer().notNull().default(0),
    suppressedAt: integer(),
  },
  (t) => [
    uniqueIndex("erasure_receipts_lead").on(t.workspaceId, t.leadId),
    index("erasure_receipts_workspace").on(t.workspaceId),
    index("erasure_receipts_open").on(t.id).where(sql`next_at is not null`),
    index("erasure_receipts_finished").on(t.finishedAt).where(sql`finished_at is not null`),
  ],
);

/** The rows that a deleted workspace had, as its receipt counts them. */
export type RemovedRows = Partial<Record<RemovedResource, number>>;

/**
 * The receipts of deleted workspaces. As long as one is unfinished, it is the workspace's
 * tombstone: nobody sees the workspace (db/scope/kept.ts), and a worker removes its rows in chunks
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
 * row gets it (db/writes/last-id.ts). Triggers write it.
 */
export const spentIds = sqliteTable("spent_ids", {
  table: text("table_name").primaryKey(),
  id: integer().notNull(),
});
