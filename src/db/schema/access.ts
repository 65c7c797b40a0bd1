import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Ability } from "../../domain/abilities";
import { id, stamps } from "./columns";

/** What a workspace has set, save what it leaves as it comes (settings/defaults.ts). */
type Settings = {
  opt_out_keywords?: string[];
  opt_in_keywords?: string[];
  opt_out_confirmation?: string | null;
  analysis_enabled?: boolean;
  analysis_quiet_seconds?: number | null;
  analysis_daily_limit?: number;
};

/** The workspace that a row belongs to: its rows go with it. */
export const workspaceId = () =>
  integer()
    .notNull()
    .references(() => workspaces.id, { onDelete: "cascade" });

export const workspaces = sqliteTable(
  "workspaces",
  {
    id: id(),
    name: text().notNull(),
    defaultCountry: text(),
    settings: text({ mode: "json" }).$type<Settings>().notNull().default({}),
    /** What signs the webhooks of scenarios, as `webhook_endpoints.secrets`; null until it is first asked for. */
    webhookSecrets: text(),
    webhookSealedWith: text(),
    ...stamps,
  },
  (t) => [
    index("workspaces_webhook_sealed_with")
      .on(t.webhookSealedWith)
      .where(sql`webhook_sealed_with is not null`),
  ],
);

export const tokens = sqliteTable(
  "tokens",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    hash: text().notNull(),
    abilities: text({ mode: "json" }).$type<("*" | Ability)[]>().notNull(),
    expiresAt: integer(),
    lastUsedAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex("tokens_hash").on(t.hash), index("tokens_workspace").on(t.workspaceId)],
);

/** One row per `Idempotency-Key`: claimed in the batch of the write it protects, answered afterwards. `workspaceId` 0 is the operator. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    workspaceId: integer().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    answer: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.key] }),
    index("idempotency_keys_created").on(t.createdAt),
  ],
);
