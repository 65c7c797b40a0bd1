import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { consentKinds, consentMethods, consentScopes } from "#domain/messaging";
import { id } from "./columns";

/**
 * The opt-outs and opt-ins of leads, of two scopes. `leads.is_optout` follows the latest of `all`
 * that counts, `leads.is_marketing_optout` that of `marketing`.
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
