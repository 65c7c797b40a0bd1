import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Ability } from "#domain/abilities";
import { type AuditAction, auditActors } from "#domain/audit";
import { FIRST_DATABASE } from "#domain/databases";
import type { MessageStatusEvents } from "#domain/events";
import type { Quotas } from "#domain/quotas";
import { id, stamps, tally, timedId } from "./columns";

/** The settings that a workspace has changed; the defaults are in `settings/defaults.ts`. */
type Settings = {
  opt_out_keywords?: string[];
  opt_in_keywords?: string[];
  opt_out_confirmation?: string | null;
  analysis_enabled?: boolean;
  analysis_quiet_seconds?: number | null;
  analysis_daily_limit?: number;
  time_zone?: string | null;
  retention_texts_days?: number | null;
  retention_media_days?: number | null;
  retention_runs_days?: number | null;
  retention_clicks_days?: number | null;
  retention_conversations_days?: number | null;
  message_status_events?: MessageStatusEvents;
  public_name?: string | null;
  contact?: string | null;
  fallback_url?: string | null;
};

/**
 * The workspace that a row belongs to, and with which the row is deleted: for tables with an index
 * that begins with it. Other rows are deleted before (db/workspace-removal).
 */
export const workspaceId = () =>
  integer()
    .notNull()
    .references(() => workspaces.id, { onDelete: "cascade" });

/**
 * In the directory: all workspaces, and where they are. A workspace in another database has a row
 * there as well, to which its other rows refer: a copy of what the operator may change
 * (workspaces/copies.ts), but with the workspace's own settings and secrets.
 *
 * Triggers: workspaces_version (directory.sql).
 */
export const workspaces = sqliteTable(
  "workspaces",
  {
    id: id(),
    /** The name of its database; null in a copy. */
    database: text().default(FIRST_DATABASE),
    /** Grows with each change that the workspace's database has to know of. */
    version: tally(),
    /**
     * The version that the workspace's database has, 0 before it has one. Null where the database
     * is the directory's own, and so this row its only one.
     */
    copiedVersion: integer(),
    /**
     * The number of its moves to another database: a bookmark of before a move means nothing after
     * it.
     */
    moves: tally(),
    name: text().notNull(),
    /** The name, folded to be searched; empty in a copy. */
    nameKey: text().notNull().default(""),
    defaultCountry: text(),
    settings: text({ mode: "json" }).$type<Settings>().notNull().default({}),
    /** The quotas that the operator has set; the others are those of the configuration. */
    quotas: text({ mode: "json" }).$type<Partial<Quotas>>().notNull().default({}),
    /** Signs the webhooks of scenarios, like `webhook_endpoints.secrets`; null until first used. */
    webhookSecrets: text(),
    webhookSealedWith: text(),
    /** While the operator has suspended it; the reason is null exactly when the time is. */
    suspendedAt: integer(),
    suspendedReason: text(),
    /** Keys the hashes of suppressions, sealed like `webhookSecrets`; null until first used. */
    suppressionKey: text(),
    suppressionSealedWith: text(),
    ...stamps,
  },
  (t) => [
    index("workspaces_not_copied").on(t.id).where(sql`copied_version < version`),
    index("workspaces_webhook_sealed_with")
      .on(t.webhookSealedWith)
      .where(sql`webhook_sealed_with is not null`),
    index("workspaces_suppression_sealed_with")
      .on(t.suppressionSealedWith)
      .where(sql`suppression_sealed_with is not null`),
  ],
);

/** Triggers: tokens_erased (removals.sql). */
export const tokens = sqliteTable(
  "tokens",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    hash: text().notNull(),
    abilities: text({ mode: "json" }).$type<("*" | Ability)[]>().notNull(),
    /** The token that made it; null for the operator's. */
    madeBy: integer(),
    expiresAt: integer(),
    lastUsedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("tokens_hash").on(t.hash), index("tokens_workspace").on(t.workspaceId)],
);

/**
 * One row for each `Idempotency-Key`: claimed in the batch of the write that it protects, answered
 * afterwards. `workspaceId` 0 is the operator.
 *
 * Triggers: counters.sql.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    workspaceId: integer().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    /** The row that the request created: where its answer is read again if it was lost. */
    createdId: integer(),
    status: integer(),
    answer: text(),
    /**
     * The progress of a request that writes in several batches, as JSON, and the time when it was
     * stored: if the request has died, its repetition continues it. `holder` names the one that
     * continues. `holder` names the one that goes on.
     */
    progress: text(),
    progressAt: integer(),
    holder: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.key] }),
    index("idempotency_keys_created").on(t.createdAt),
  ],
);

/**
 * The changes to what others rely on: one row for each audited request, written in the transaction
 * of its change (db/writes/audit-log.ts). A row outlives what it names: `workspaceId`, `targetId`
 * and `actorId` refer to nothing.
 *
 * Triggers: audit_log_update, audit_log_delete (access.sql).
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    workspaceId: integer().notNull(),
    id: timedId(),
    action: text().$type<AuditAction>().notNull(),
    targetId: integer(),
    actorType: text({ enum: auditActors }).notNull(),
    actorId: integer(),
    actorName: text(),
    requestId: text().notNull(),
    /** Random, the same for all batches of a request: the request id may be the client's. */
    nonce: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] })],
);
