import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RemovalKind } from "#domain/removals";
import { analyses } from "../schema/analysis";
import { runs } from "../schema/automation";
import { bookings } from "../schema/bookings";
import { comments } from "../schema/comments";
import { consents } from "../schema/consents";
import { webhookDeliveries } from "../schema/events";
import { leadTags } from "../schema/leads";
import { linkClicks, linkSends } from "../schema/links";
import { media } from "../schema/media";
import { messages } from "../schema/messages";
import { sourceDeliveries } from "../schema/sources";

/** True if the parent of a row was not deleted. D1 counts no row for this while none was. */
const isKept = (kind: RemovalKind, parent: SQLiteColumn) =>
  sql`not exists (
    select 1 from removals where kind = ${sql.raw(`'${kind}'`)} and parent_id = ${parent})`;

/**
 * True if a run was deleted neither with all runs of its scenario (0), nor with all of its lead
 * there. D1 would count rows for an IN of both.
 */
const isRunKept = (leadId: SQLiteColumn | 0) => sql`not exists (
  select 1 from removals
  where kind = 'runs' and parent_id = ${runs.scenarioId}
    and removals.lead_id = ${leadId === 0 ? sql`0` : leadId} and up_to >= ${runs.id})`;

/** True if the conversation of a lead's message with this file was not deleted. */
const isMessageKept = sql`not exists (
  select 1 from messages as holder
    cross join removals on kind = 'conversation' and parent_id = holder.conversation_id
  where holder.id = ${media.messageId})`;

const presence = new Map<unknown, SQL | undefined>([
  [runs, and(isKept("lead", runs.leadId), isRunKept(0), isRunKept(runs.leadId))],
  [messages, isKept("conversation", messages.conversationId)],
  [media, isMessageKept],
  [linkSends, and(isKept("lead", linkSends.leadId), isKept("short_link", linkSends.shortLinkId))],
  [
    linkClicks,
    and(isKept("lead", linkClicks.leadId), isKept("short_link", linkClicks.shortLinkId)),
  ],
  [consents, isKept("lead", consents.leadId)],
  [comments, isKept("lead", comments.leadId)],
  [bookings, isKept("lead", bookings.leadId)],
  [analyses, and(isKept("lead", analyses.leadId), isKept("conversation", analyses.conversationId))],
  [webhookDeliveries, isKept("webhook_endpoint", webhookDeliveries.endpointId)],
  [sourceDeliveries, isKept("source", sourceDeliveries.sourceId)],
  [leadTags, isKept("tag", leadTags.tagId)],
]);

/**
 * True if a row of the table is not behind a deleted parent, for the tables whose rows are removed
 * behind (db/removal/tombstones.ts); undefined for others, whose rows go at once. `within` includes
 * it.
 */
export const present = (table: SQLiteTable | { workspaceId: SQLiteColumn }): SQL | undefined =>
  presence.get(table);

/** The id up to which the runs of a scenario are deleted; 0 if none are. */
export const removedRuns = (scenarioId: number, leadId = sql`0`) => sql`ifnull((
  select up_to from removals
  where kind = 'runs' and parent_id = ${scenarioId} and removals.lead_id = ${leadId}), 0)`;

/** The same of the runs of a lead. */
export const removedRunsOf = (scenarioId: number, leadId: number | SQL) =>
  sql`max(${removedRuns(scenarioId)}, ${removedRuns(scenarioId, sql`${leadId}`)})`;
