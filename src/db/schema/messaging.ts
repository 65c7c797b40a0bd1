import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AutomaticMessages } from "#domain/automatic-messages";
import {
  channelStatuses,
  conversationStates,
  directions,
  type MarketingCap,
  type MessageError,
  marketingEndpoints,
  marketingRoutes,
  messageOrigins,
  messageStatuses,
  messageTypeNames,
  type OutgoingType,
  pauseReasons,
  stopReasons,
} from "#domain/messaging";
import { pauseHolds, pauseOrigins } from "#domain/pauses";
import { logins, platforms, providers } from "#domain/platforms";
import { qualities } from "#domain/templates";
import { workspaceId } from "./access";
import { runs } from "./automation";
import { changedBy, hours, id, stamps, tally } from "./columns";
import { leads } from "./leads";

/**
 * Triggers: outbox_channel_insert, outbox_channel_update, outbox_channel_delete (directory.sql);
 * events_channel, events_channel_pause, events_channel_token (events.sql); counters.sql.
 */
export const channels = sqliteTable(
  "channels",
  {
    id: id(),
    workspaceId: workspaceId(),
    platform: text({ enum: platforms }).notNull(),
    provider: text({ enum: providers }).notNull(),
    name: text().notNull(),
    /** The WhatsApp phone number id, or the Instagram account id. */
    externalId: text(),
    gatewayUrl: text(),
    /** The types that its gateway takes; null for the usual ones (domain/gateways.ts). */
    accepts: text({ mode: "json" }).$type<OutgoingType[]>(),
    /** The login by which the account is connected, where its provider has several. */
    login: text({ enum: logins }),
    /** Sealed JSON (channels/credentials.ts), and which APP_KEY sealed it. */
    credentials: text(),
    sealedWith: text(),
    /**
     * Of a token that expires (channels/token-state.ts): when it does at the latest, when it was
     * renewed, is to be renewed next, and its end was announced.
     */
    tokenExpiresAt: integer(),
    tokenRenewedAt: integer(),
    tokenDueAt: integer(),
    tokenWarnedAt: integer(),
    isDefault: integer({ mode: "boolean" }).notNull().default(false),
    status: text({ enum: channelStatuses }).notNull().default("active"),
    stopReason: text({ enum: stopReasons }),
    /** The provider's explanation of the stop, without secrets. */
    stopDetail: text(),
    stoppedAt: integer(),
    /**
     * A pause: its reason, in the provider's words without secrets, since when; when the next
     * message is tried, and how many were. `status` stays active.
     */
    pauseReason: text({ enum: pauseReasons }),
    pauseDetail: text(),
    pausedAt: integer(),
    pauseUntil: integer(),
    pauseStep: tally(),
    /** The messages that it holds, where the sender itself is not all that waits; its beginning. */
    pauseHolds: text({ enum: pauseHolds }),
    pauseOrigin: text({ enum: pauseOrigins }),
    /** The message that was last tried. */
    pauseProbeId: integer(),
    /** The endpoint of marketing templates, and what the account was last found to take. */
    marketingRoute: text({ enum: marketingRoutes }).notNull().default("auto"),
    marketingState: text({ enum: marketingEndpoints }),
    /** The business portfolio, as the channel's own token reads it: never set by a client. */
    portfolioId: text(),
    /** The WhatsApp Business Account of the number, which has its templates. */
    businessAccountId: text(),
    businessHours: hours(),
    /** True if the messages are stored that the number had before it was connected. */
    importHistory: integer({ mode: "boolean" }).notNull().default(false),
    /** The number's quality and its portfolio's limit, as WhatsApp last gave them; and when. */
    quality: text({ enum: qualities }),
    messagingLimit: integer(),
    limitAt: integer(),
    /** Until when it sends nothing, as a report or another channel of the account has found. */
    limitedUntil: integer(),
    /** When its templates were last synced, when that was last tried, and is due next. */
    syncedAt: integer(),
    syncTriedAt: integer(),
    syncAt: integer(),
    syncError: text(),
    /** When the platform last called (noted hourly), and verified the URL (channels/calls.ts). */
    lastWebhookAt: integer(),
    webhookVerifiedAt: integer(),
    /**
     * The time at which the provider last took the credentials, noted once an hour, and why it
     * refused them in the last check (channels/check-state.ts). New credentials reset both.
     */
    checkedAt: integer(),
    checkError: text(),
    /** The messages that the platform has told of, but not handed on (channels/calls.ts). */
    withheldCount: tally(),
    lastWithheldAt: integer(),
    /** The person or token that has stopped it. */
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [
    index("channels_workspace").on(t.workspaceId),
    index("channels_account").on(t.externalId).where(sql`external_id is not null`),
    uniqueIndex("channels_external_id").on(t.workspaceId, t.platform, t.externalId),
    uniqueIndex("channels_default").on(t.workspaceId, t.platform).where(sql`is_default = 1`),
    index("channels_sync").on(t.syncAt).where(sql`sync_at is not null and status = 'active'`),
    index("channels_token_due").on(t.tokenDueAt).where(sql`token_due_at is not null`),
    index("channels_stopped").on(t.status).where(sql`status = 'stopped'`),
    index("channels_paused").on(t.pausedAt).where(sql`pause_reason is not null`),
    index("channels_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
  ],
);

/**
 * Triggers: events_conversation, events_conversation_updated (events.sql); conversations_removed
 * (removals.sql).
 */
export const conversations = sqliteTable(
  "conversations",
  {
    id: id(),
    workspaceId: workspaceId(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    platform: text({ enum: platforms }).notNull(),
    /** Kept when the channel is deleted; null if the conversation never had one. */
    channelId: integer(),
    lastInboundAt: integer(),
    lastOutboundAt: integer(),
    /** When a person of the team last wrote what could be sent (`origin` of its messages). */
    lastPersonAt: integer(),
    /** The last message of the lead that is neither a reaction nor a system message. */
    lastReplyId: integer(),
    /** The last message but notes, there or not; 0 before the first: the order of activity. */
    lastMessageId: integer().notNull().default(0),
    /** The replies of the lead since the conversation was last read. */
    unreadCount: tally(),
    state: text({ enum: conversationStates }).notNull().default("open"),
    snoozedUntil: integer(),
    /** The token whose holder works on it, 0 for nobody's, and its name: tokens are not renamed. */
    assigneeId: integer().notNull().default(0),
    assigneeName: text(),
    changedBy: changedBy(),
    summary: text(),
    summaryGeneratedAt: integer(),
    /**
     * Hash of the transcript and the analyst of the last analysis (analysis/transcript.ts); an
     * unchanged conversation is not analysed again.
     */
    analysedAs: text(),
    messagesCount: tally(),
    /** When the pace limit of the platform lets the next message to the lead be sent. */
    paceAt: integer().notNull().default(0),
    /** The number of messages lately queued here that nobody has asked for, once there was one. */
    automatic: text({ mode: "json" }).$type<AutomaticMessages>(),
    ...stamps,
  },
  (t) => [
    index("conversations_workspace").on(t.workspaceId),
    index("conversations_workspace_platform").on(t.workspaceId, t.platform),
    index("conversations_channel").on(t.channelId),
    // For the order of activity (conversations/activity.ts). Each message writes it.
    index("conversations_inbox").on(t.workspaceId, t.state, t.assigneeId, t.lastMessageId),
    index("conversations_snoozed").on(t.snoozedUntil).where(sql`state = 'snoozed'`),
    uniqueIndex("conversations_lead_channel").on(t.leadId, t.channelId),
    uniqueIndex("conversations_lead_platform")
      .on(t.leadId, t.platform)
      .where(sql`channel_id is null`),
  ],
);

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
        sql`direction = 'outbound' and type in ('image', 'video', 'audio', 'document', 'link_button')`,
      ),
  ],
);
