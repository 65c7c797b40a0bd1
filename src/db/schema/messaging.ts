import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AutomaticMessages } from "#domain/automatic-messages";
import {
  channelStatuses,
  conversationStates,
  marketingEndpoints,
  marketingRoutes,
  type OutgoingType,
  pauseReasons,
  stopReasons,
} from "#domain/messaging";
import { pauseHolds, pauseOrigins } from "#domain/pauses";
import { logins, platforms, providers } from "#domain/platforms";
import { qualities } from "#domain/templates";
import { workspaceId } from "./access";
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
