import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RemovalKind } from "../domain/removals";
import { analyses } from "./schema/analysis";
import { runs } from "./schema/automation";
import { webhookDeliveries } from "./schema/events";
import { leadTags } from "./schema/leads";
import { linkClicks, linkSends } from "./schema/links";
import { consents, messages } from "./schema/messaging";

/** Whether the parent of a row was not deleted. D1 counts no row for this while none was. */
const isKept = (kind: RemovalKind, parent: SQLiteColumn) =>
  sql`not exists (
    select 1 from removals where kind = ${sql.raw(`'${kind}'`)} and parent_id = ${parent})`;

/** Whether a run was not deleted with all runs of its scenario, or all of its lead there. */
const isRunKept = sql`not exists (
  select 1 from removals
  where kind = 'runs' and parent_id = ${runs.scenarioId} and removals.lead_id in (0, ${runs.leadId})
    and up_to >= ${runs.id})`;

const presence = new Map<unknown, SQL | undefined>([
  [runs, and(isKept("lead", runs.leadId), isRunKept)],
  [messages, isKept("conversation", messages.conversationId)],
  [linkSends, and(isKept("lead", linkSends.leadId), isKept("short_link", linkSends.shortLinkId))],
  [
    linkClicks,
    and(isKept("lead", linkClicks.leadId), isKept("short_link", linkClicks.shortLinkId)),
  ],
  [consents, isKept("lead", consents.leadId)],
  [analyses, and(isKept("lead", analyses.leadId), isKept("conversation", analyses.conversationId))],
  [webhookDeliveries, isKept("webhook_endpoint", webhookDeliveries.endpointId)],
  [leadTags, isKept("tag", leadTags.tagId)],
]);

/**
 * Whether a row of the table is not behind a deleted parent, for the tables whose rows are removed
 * behind (db/removal.ts); undefined for others, whose rows go at once. `within` includes it.
 */
export const present = (table: SQLiteTable | { workspaceId: SQLiteColumn }): SQL | undefined =>
  presence.get(table);

/**
 * The id up to which the runs of a scenario are deleted, those of a lead if one is given; 0 if none
 * are.
 */
export const removedRuns = (scenarioId: number, leadId: number | SQL = 0) => sql`ifnull((
  select max(up_to) from removals
  where kind = 'runs' and parent_id = ${scenarioId} and removals.lead_id in (0, ${leadId})), 0)`;
