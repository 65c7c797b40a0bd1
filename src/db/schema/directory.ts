import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { backupStates } from "#domain/backups";
import { jurisdictions } from "#domain/databases";
import { movePhases } from "#domain/moves";
import { id, tally } from "./columns";

// The directory: what must be found before a workspace's database is known. Each database has these
// tables, but only the directory's have rows (db/placement/databases.ts). `outbox` is the other way
// round.

/** The databases that workspaces may be placed in, by the names of their bindings. */
export const databases = sqliteTable("databases", {
  name: text().primaryKey(),
  /** Where Cloudflare keeps the data; null for anywhere. */
  jurisdiction: text({ enum: jurisdictions }),
  /** True if it takes new workspaces that name no database. */
  isOpen: integer({ mode: "boolean" }).notNull().default(true),
  sizeBytes: integer().notNull().default(0),
  /** When the size was measured; null before it ever was. */
  measuredAt: integer(),
  createdAt: integer().notNull(),
});

/**
 * The ranges of ids of each database: range `id` has the ids from `id * 2 ** 36`. A database makes
 * ids of its last range only. The first database begins with range 0, which has no row.
 */
export const ranges = sqliteTable("ranges", {
  id: id(),
  database: text().notNull(),
  takenAt: integer().notNull(),
});

/**
 * The slugs of all short links, with what a redirect needs. A row without a link is a claim: the
 * link is being written to its workspace's database (links/slugs).
 */
export const slugs = sqliteTable(
  "slugs",
  {
    slugKey: text().primaryKey(),
    workspaceId: integer().notNull(),
    shortLinkId: integer(),
    destinationUrl: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(false),
    /** The `outbox.seq` of the change that the row shows. */
    version: tally(),
    /**
     * Names the request that has claimed the slug (links/slugs/claim.ts), and when it did by the
     * directory's clock; null once the slug is the link's.
     */
    claim: text(),
    claimedAt: integer(),
  },
  (t) => [
    index("slugs_workspace").on(t.workspaceId),
    index("slugs_short_link").on(t.shortLinkId).where(sql`short_link_id is not null`),
    index("slugs_claimed").on(t.claimedAt).where(sql`short_link_id is null`),
  ],
);

/** The owners of channels and accounts: platform webhooks name nothing else. */
export const channelOwners = sqliteTable(
  "channel_owners",
  {
    /** The channel's id. */
    id: integer().primaryKey(),
    workspaceId: integer().notNull(),
    platform: text().notNull(),
    provider: text().notNull(),
    externalId: text(),
    version: tally(),
  },
  (t) => [
    index("channel_owners_workspace").on(t.workspaceId),
    index("channel_owners_account").on(t.externalId).where(sql`external_id is not null`),
  ],
);

/**
 * Changes in a database that the directory has to know of: triggers write them in the transaction
 * of the change, and they go once the directory has them.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    seq: id(),
    kind: text({ enum: ["short_link", "channel", "source"] }).notNull(),
    rowId: integer().notNull(),
    workspaceId: integer().notNull(),
    /** The row's new values (triggers/directory.sql); null where it was deleted. */
    data: text({ mode: "json" }).$type<Record<string, unknown>>(),
  },
  (t) => [index("outbox_row").on(t.kind, t.rowId)],
);

/** The moves of workspaces from one database to another. One workspace makes one move at a time. */
export const moves = sqliteTable(
  "moves",
  {
    id: id(),
    /** No foreign key: a move outlives its workspace. */
    workspaceId: integer().notNull(),
    from: text("from_database").notNull(),
    to: text("to_database").notNull(),
    phase: text({ enum: movePhases }).notNull(),
    /** The rows that have been copied so far, and those that the comparison found to differ. */
    rowsCopied: tally(),
    rowsCorrected: tally(),
    /** The reason for abandoning it; null unless it was abandoned. */
    reason: text(),
    createdAt: integer().notNull(),
    /** From when on, and until when, writes were refused. */
    frozenAt: integer(),
    thawedAt: integer(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex("moves_workspace").on(t.workspaceId).where(sql`finished_at is null`),
    index("moves_open").on(t.id).where(sql`finished_at is null`),
  ],
);

/** The backups of workspaces: archives in R2 (features/operations/backups). */
export const backups = sqliteTable(
  "backups",
  {
    id: id(),
    /** No foreign key: a backup outlives its workspace. */
    workspaceId: integer().notNull(),
    workspaceName: text().notNull(),
    state: text({ enum: backupStates }).notNull(),
    /** The database that it was made from; while it is restored, the one that it is restored to. */
    database: text().notNull(),
    rows: tally(),
    bytes: tally(),
    /** The reason of its failure, or of its last restore's; null unless one failed. */
    reason: text(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
    /** When the workspace was last restored from it. */
    restoredAt: integer(),
    /** When it is deleted. */
    keptUntil: integer().notNull(),
    /**
     * The key of the hashes of its files, sealed; which APP_KEY sealed it, here and beside the
     * files (backups/finished.ts). Null for a backup of before there were keys.
     */
    hashKey: text(),
    sealedWith: text(),
    notedWith: text(),
    /** The operator restores it unchecked. */
    isUnsigned: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    index("backups_workspace").on(t.workspaceId, t.id),
    uniqueIndex("backups_running").on(t.workspaceId).where(sql`state = 'running'`),
    uniqueIndex("backups_restoring")
      .on(t.workspaceId)
      .where(sql`state in ('restoring', 'undoing')`),
    index("backups_open").on(t.state, t.id).where(sql`state not in ('finished', 'failed')`),
    index("backups_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
    index("backups_stale_note").on(t.id).where(sql`noted_with <> sealed_with`),
    index("backups_kept").on(t.keptUntil).where(sql`state in ('finished', 'failed')`),
  ],
);
