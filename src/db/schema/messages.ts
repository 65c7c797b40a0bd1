import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  directions,
  type MarketingCap,
  type MessageError,
  messageOrigins,
  messageStatuses,
  messageTypeNames,
} from "#domain/messaging";
import { runs } from "./automation";
import { changedBy, tally } from "./columns";

/**
 * Triggers: messages_search_delete, messages_search_erase, messages_search_edit,
 * messages_search_restore, messages_insert, messages_history, messages_received, messages_sent,
 * messages_read, messages_media_deleted, messages_media_erased (messaging.sql);
 * analyses_message_deleted, analyses_message, analyses_message_edited (analysis.sql);
 * run_events_sending, run_events_unsent, run_events_read (automation.sql); events_note_added,
 * events_message_created, events_message_updated (events.sql); counters.sql; statistics_message
 * (statistics.sql); messages_parent, messages_spent (removals.sql).
 */
export const messages = sqliteTable(
  "messages",
  {
    /** From `lastId` (db/writes/last-id.ts). */
    id: integer().primaryKey(),
    workspaceId: integer().notNull(),
    conversationId: integer().notNull(),
    channelId: integer(),
    direction: text({ enum: directions }).notNull(),
    type: text({ enum: messageTypeNames }).notNull(),
    text: text(),
    /** The payload of the button that the lead has tapped. */
    tapped: text(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: messageStatuses }).notNull(),
    error: text({ mode: "json" }).$type<MessageError>(),
    /** The writer of an outbound message, if that was a person; null for those of programs. */
    origin: text({ enum: messageOrigins }),
    /** The author of a note: the token, with its name. */
    author: text({ mode: "json" }).$type<{ id: number; name: string }>(),
    /** The provider's id of the message. */
    externalId: text(),
    runId: integer().references(() => runs.id, { onDelete: "set null" }),
    /** The visit during which the run created the message, of a node of a version. */
    visit: integer(),
    nodeId: text(),
    version: integer(),
    /** The scenario of the run; kept when the run or the scenario is deleted. */
    scenarioId: integer(),
    /** The opt-out that the message confirms: the only message that an opted-out lead gets. */
    consentId: integer(),
    /** The comment that it answers. */
    commentId: integer(),
    sentAt: integer(),
    deliveredAt: integer(),
    readAt: integer(),
    /** When its lead last edited it. The first text is `original_text` of the payload. */
    editedAt: integer(),
    /** The number of times that a provider was asked to send the message. */
    attempts: tally(),
    /**
     * When it is due: 0 while claimed, HELD while its scenario or run is paused, KEPT while a pause
     * of its channel holds messages such as it, null once it is over.
     */
    nextAttemptAt: integer(),
    /** Of a marketing template that a limit has refused, and that is tried again. */
    marketingCap: text({ mode: "json" }).$type<MarketingCap>(),
    changedBy: changedBy(),
    createdAt: integer().notNull(),
    /** When its status or content last changed; null while it is as it was created. */
    updatedAt: integer(),
  },
  (t) => [
    // For lists of all of the workspace's alone: `allOf` in db/lists/walk.ts.
    index("messages_workspace").on(t.workspaceId).where(sql`workspace_id > 0`),
    index("messages_conversation").on(t.conversationId),
    uniqueIndex("messages_external_id")
      .on(t.channelId, t.externalId)
      .where(sql`external_id is not null`),
    uniqueIndex("messages_consent").on(t.consentId).where(sql`consent_id is not null`),
    // One private reply for each comment, whoever sends it (statements/messages/comments.ts).
    uniqueIndex("messages_private_reply")
      .on(t.commentId)
      .where(sql`comment_id is not null and status <> 'failed' and type <> 'comment_reply'`),
    uniqueIndex("messages_visit").on(t.runId, t.visit).where(sql`run_id is not null`),
    index("messages_pending_run")
      .on(t.workspaceId, t.runId)
      .where(sql`run_id is not null and next_attempt_at is not null`),
    index("messages_assessing").on(t.updatedAt).where(sql`status = 'assessing'`),
    index("messages_due").on(t.channelId, t.nextAttemptAt).where(sql`next_attempt_at is not null`),
    // HELD of db/statements/run-states.ts.
    index("messages_held").on(t.scenarioId).where(sql`next_attempt_at = 253402300799999`),
    index("messages_pending").on(t.conversationId).where(sql`next_attempt_at is not null`),
    // The answers of forms, by the message that they answer.
    index("messages_answers")
      .on(sql`(payload ->> '$.answers.message_id')`)
      .where(
        sql`direction = 'inbound' and type = 'interactive'
          and payload ->> '$.answers.message_id' is not null`,
      ),
    // The messages that have an uploaded file (statements/media.ts).
    index("messages_media")
      .on(sql`(payload ->> '$.media.id')`)
      .where(
        sql`direction = 'outbound'
          and type in ('image', 'video', 'audio', 'document', 'link_button')`,
      ),
  ],
);
