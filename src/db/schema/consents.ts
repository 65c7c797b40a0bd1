import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { consentKinds, consentMethods, consentScopes } from "#domain/consents";
import { suppressionKinds } from "#domain/platforms";
import { workspaceId } from "./access";
import { id } from "./columns";

/**
 * The opt-outs and opt-ins of leads, of two scopes. `leads.is_optout` follows the latest of `all`
 * that counts, `leads.is_marketing_optout` that of `marketing`. Those of forms count for neither.
 *
 * Triggers: counters.sql; consents_parent (removals.sql).
 */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    workspaceId: integer().notNull(),
    leadId: integer().notNull(),
    scope: text({ enum: consentScopes }).notNull().default("all"),
    kind: text({ enum: consentKinds }).notNull(),
    method: text({ enum: consentMethods }).notNull(),
    /** The message by which the lead opted out or in. */
    messageId: integer(),
    /** The question of a form, and what was answered. */
    words: text(),
    at: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    // For lists of all of the workspace's alone: `allOf` in db/lists/walk.ts.
    index("consents_workspace").on(t.workspaceId).where(sql`workspace_id > 0`),
    index("consents_lead").on(t.leadId),
    // In the order of `latestFirst` (db/statements/latest-consent.ts): ids follow by themselves.
    index("consents_order").on(t.leadId, t.scope, sql`at / 1000`),
    uniqueIndex("consents_message").on(t.messageId).where(sql`message_id is not null`),
    uniqueIndex("consents_lead_at")
      .on(t.leadId, t.scope, t.at, t.method, t.kind)
      .where(sql`message_id is null`),
  ],
);

/**
 * The people who have unsubscribed, and stay so when the lead is gone or was never one: keyed
 * hashes of phones, e-mails and ids on platforms.
 *
 * Triggers: suppressions_connected, suppressions_widened (identities.sql); counters.sql.
 */
export const suppressions = sqliteTable(
  "suppressions",
  {
    id: id(),
    workspaceId: workspaceId(),
    kind: text({ enum: suppressionKinds }).notNull(),
    hash: text().notNull(),
    /** `marketing`: of marketing alone, and `at` is no more than its time. */
    scope: text({ enum: consentScopes }).notNull().default("all"),
    /** When they unsubscribed. */
    at: integer().notNull(),
    /**
     * The lead that has unsubscribed by a message from another contact of its own: its next message
     * ends that. Null where only a message from this contact does, or the API. 0: somebody who was
     * no lead has set it on the platform, where it may be taken back.
     */
    leadId: integer(),
    /** When they unsubscribed from marketing, and as `leadId` for that. */
    marketingAt: integer(),
    marketingLeadId: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("suppressions_hash").on(t.workspaceId, t.hash),
    index("suppressions_workspace").on(t.workspaceId),
  ],
);
