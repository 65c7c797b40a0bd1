import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Ability } from "../lib/abilities";
import {
  channelStatuses,
  consentKinds,
  consentMethods,
  devices,
  directions,
  engagementLevels,
  type FailureReason,
  identityKinds,
  lostReasons,
  maturityLevels,
  messageStatuses,
  messageTypes,
  occupations,
  platforms,
  providers,
  reportedStatuses,
  runStates,
  sources,
  stages,
  stopReasons,
  warmths,
} from "../lib/choices";

// Times are milliseconds since 1970, written from JavaScript. `*Key` columns hold text folded for comparison (lib/text.ts).

/** As it is stored once it has been analysed. */
type Profile = {
  professional_situation?: string | null | undefined;
  primary_objective?: string | null | undefined;
  blockers: string[];
  levers: string[];
  verbatim?: string | null | undefined;
  lost_reason_detail?: string | null | undefined;
};

/** What a workspace has set, save what it leaves as it comes (settings/defaults.ts). */
type Settings = {
  opt_out_keywords?: string[];
  opt_in_keywords?: string[];
  opt_out_confirmation?: string | null;
};

/** Why a message was not sent. `code` is the provider's; `retry_at` in milliseconds. */
type MessageError = { reason: FailureReason; code: number | null; message: string; retry_at: number | null };

const id = () => integer().primaryKey({ autoIncrement: true });
const workspaceId = () =>
  integer()
    .notNull()
    .references(() => workspaces.id, { onDelete: "cascade" });
const tally = () => integer().notNull().default(0);
const stamps = { createdAt: integer().notNull(), updatedAt: integer().notNull() };

export const workspaces = sqliteTable("workspaces", {
  id: id(),
  name: text().notNull(),
  defaultCountry: text(),
  settings: text({ mode: "json" }).$type<Settings>().notNull().default({}),
  ...stamps,
});

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
  (t) => [primaryKey({ columns: [t.workspaceId, t.key] }), index("idempotency_keys_created").on(t.createdAt)],
);

export const tags = sqliteTable(
  "tags",
  {
    id: id(),
    workspaceId: workspaceId(),
    label: text().notNull(),
    labelKey: text().notNull(),
    description: text(),
    pipelineStage: text({ enum: stages }),
    ...stamps,
  },
  (t) => [uniqueIndex("tags_label").on(t.workspaceId, t.labelKey), index("tags_workspace").on(t.workspaceId)],
);

export const leads = sqliteTable(
  "leads",
  {
    id: id(),
    workspaceId: workspaceId(),
    /** Rank of the lead in its workspace. Leads are read in blocks of 1,024 ranks by the range filters (leads/page.ts). */
    seq: integer().notNull(),
    block: integer().generatedAlwaysAs(sql`seq >> 10`, { mode: "virtual" }),
    extId: text(),
    firstName: text(),
    lastName: text(),
    username: text(),
    image: text(),
    email: text(),
    emailKey: text(),
    phone: text(),
    firstNameSearch: text(),
    lastNameSearch: text(),
    usernameSearch: text(),
    emailSearch: text(),
    phoneSearch: text(),
    source: text({ enum: sources }),
    warmth: text({ enum: warmths }),
    pipelineStage: text({ enum: stages }),
    isOptout: integer({ mode: "boolean" }).notNull().default(false),
    variables: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    data: text().notNull().default("{}"),
    enrolledAt: integer(),
    whatsappPhoneNumberId: integer(),
    age: integer(),
    occupationStatus: text({ enum: occupations }),
    maturityLevel: text({ enum: maturityLevels }),
    engagementLevel: text({ enum: engagementLevels }),
    isLost: integer({ mode: "boolean" }).notNull().default(false),
    lostReason: text({ enum: lostReasons }),
    profileExtractedAt: integer(),
    profile: text({ mode: "json" }).$type<Profile>(),
    lastInboundAt: integer(),
    lastOutboundAt: integer(),
    ...stamps,
  },
  (t) => [
    check("leads_data_size", sql`length(data) <= 131072`),
    index("leads_workspace").on(t.workspaceId),
    uniqueIndex("leads_ext_id").on(t.workspaceId, t.extId),
    uniqueIndex("leads_email").on(t.workspaceId, t.emailKey),
    uniqueIndex("leads_phone").on(t.workspaceId, t.phone),
    index("leads_source").on(t.workspaceId, t.source).where(sql`source is not null`),
    index("leads_warmth").on(t.workspaceId, t.warmth).where(sql`warmth is not null`),
    index("leads_pipeline_stage").on(t.workspaceId, t.pipelineStage).where(sql`pipeline_stage is not null`),
    index("leads_is_optout").on(t.workspaceId, t.isOptout),
    index("leads_occupation_status").on(t.workspaceId, t.occupationStatus).where(sql`occupation_status is not null`),
    index("leads_maturity_level").on(t.workspaceId, t.maturityLevel).where(sql`maturity_level is not null`),
    index("leads_engagement_level").on(t.workspaceId, t.engagementLevel).where(sql`engagement_level is not null`),
    index("leads_is_lost").on(t.workspaceId, t.isLost),
    index("leads_lost_reason").on(t.workspaceId, t.lostReason).where(sql`lost_reason is not null`),
    index("leads_block_created_at").on(t.workspaceId, t.block, t.createdAt),
    index("leads_block_age").on(t.workspaceId, t.block, t.age).where(sql`age is not null`),
    index("leads_block_last_inbound_at").on(t.workspaceId, t.block, t.lastInboundAt).where(sql`last_inbound_at is not null`),
    index("leads_block_last_outbound_at").on(t.workspaceId, t.block, t.lastOutboundAt).where(sql`last_outbound_at is not null`),
    index("leads_block_profile_extracted_at").on(t.workspaceId, t.block, t.profileExtractedAt).where(sql`profile_extracted_at is not null`),
  ],
);

export const leadTags = sqliteTable(
  "lead_tags",
  {
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.leadId, t.tagId] }), index("lead_tags_tag").on(t.tagId, t.leadId)],
);

/** By what the platforms know a lead. */
export const leadIdentities = sqliteTable(
  "lead_identities",
  {
    workspaceId: workspaceId(),
    kind: text({ enum: identityKinds }).notNull(),
    value: text().notNull(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    /** When a provider last said that nobody is there; null again once the lead writes. */
    unreachableAt: integer(),
    ...stamps,
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.kind, t.value] }), index("lead_identities_lead").on(t.leadId)],
);

/** When, how and from what leads unsubscribed and subscribed again. `leads.is_optout` is what the latest says. */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    workspaceId: workspaceId(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    kind: text({ enum: consentKinds }).notNull(),
    method: text({ enum: consentMethods }).notNull(),
    /** The message that it came from. */
    messageId: integer(),
    at: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("consents_lead").on(t.leadId),
    uniqueIndex("consents_message").on(t.messageId).where(sql`message_id is not null`),
    uniqueIndex("consents_lead_at").on(t.leadId, t.at, t.method, t.kind).where(sql`message_id is null`),
  ],
);

export const channels = sqliteTable(
  "channels",
  {
    id: id(),
    workspaceId: workspaceId(),
    platform: text({ enum: platforms }).notNull(),
    provider: text({ enum: providers }).notNull(),
    name: text().notNull(),
    /** The WhatsApp phone number id, the Instagram account id. */
    externalId: text(),
    gatewayUrl: text(),
    /** Sealed JSON (channels/credentials.ts), and which APP_KEY sealed it. */
    credentials: text(),
    sealedWith: text(),
    isDefault: integer({ mode: "boolean" }).notNull().default(false),
    status: text({ enum: channelStatuses }).notNull().default("active"),
    stopReason: text({ enum: stopReasons }),
    /** What the provider said, without secrets. */
    stopDetail: text(),
    stoppedAt: integer(),
    ...stamps,
  },
  (t) => [
    index("channels_workspace").on(t.workspaceId),
    uniqueIndex("channels_external_id").on(t.workspaceId, t.platform, t.externalId),
    uniqueIndex("channels_default").on(t.workspaceId, t.platform).where(sql`is_default = 1`),
    index("channels_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
  ],
);

export const conversations = sqliteTable(
  "conversations",
  {
    id: id(),
    workspaceId: workspaceId(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    platform: text({ enum: platforms }).notNull(),
    /** Kept when the channel is deleted; null where none was ever found. */
    channelId: integer(),
    lastInboundAt: integer(),
    lastOutboundAt: integer(),
    summary: text(),
    summaryGeneratedAt: integer(),
    messagesCount: tally(),
    /** Until when the lead's platform has been used up by what was sent (messages/outbox.ts). */
    paceAt: integer().notNull().default(0),
    /** Conversations are read in blocks of 1,024 ids by the range filter (conversations/store.ts). */
    block: integer().generatedAlwaysAs(sql`id >> 10`, { mode: "virtual" }),
    ...stamps,
  },
  (t) => [
    index("conversations_workspace").on(t.workspaceId),
    index("conversations_workspace_platform").on(t.workspaceId, t.platform),
    index("conversations_lead").on(t.leadId),
    index("conversations_channel").on(t.channelId),
    index("conversations_block_last_inbound_at").on(t.workspaceId, t.block, t.lastInboundAt).where(sql`last_inbound_at is not null`),
    uniqueIndex("conversations_lead_channel").on(t.leadId, t.channelId),
    uniqueIndex("conversations_lead_platform").on(t.leadId, t.platform).where(sql`channel_id is null`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: id(),
    workspaceId: integer().notNull(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    channelId: integer(),
    direction: text({ enum: directions }).notNull(),
    type: text({ enum: messageTypes }).notNull(),
    text: text(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: messageStatuses }).notNull(),
    error: text({ mode: "json" }).$type<MessageError>(),
    /** The provider's id. */
    externalId: text(),
    runId: integer().references(() => runs.id, { onDelete: "set null" }),
    /** Of the confirmation of an opt-out: the one message that an opted-out lead gets. */
    consentId: integer(),
    sentAt: integer(),
    deliveredAt: integer(),
    readAt: integer(),
    /** How often a provider was asked to send it. */
    attempts: tally(),
    /** When the channel's sender looks at it next; 0 while it is with the sender, null once its sending is over. */
    nextAttemptAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("messages_conversation").on(t.conversationId),
    uniqueIndex("messages_external_id").on(t.channelId, t.externalId),
    uniqueIndex("messages_consent").on(t.consentId).where(sql`consent_id is not null`),
    index("messages_run").on(t.runId).where(sql`run_id is not null`),
    index("messages_due").on(t.channelId, t.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index("messages_pending").on(t.conversationId).where(sql`next_attempt_at is not null`),
  ],
);

/** What providers reported of messages, each status once. What comes before the message's own id is known waits here for it. */
export const statusReports = sqliteTable(
  "status_reports",
  {
    channelId: integer().notNull(),
    externalId: text().notNull(),
    status: text({ enum: reportedStatuses }).notNull(),
    at: integer().notNull(),
    error: text({ mode: "json" }).$type<MessageError>(),
    messageId: integer().references(() => messages.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.externalId, t.status] }),
    index("status_reports_message").on(t.messageId).where(sql`message_id is not null`),
    index("status_reports_unmatched").on(t.createdAt).where(sql`message_id is null`),
  ],
);

export const scenarios = sqliteTable(
  "scenarios",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    platform: text({ enum: platforms }).notNull(),
    provider: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(false),
    trackedTagIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    webhookUrl: text(),
    /** Counts the replacements: the ETag, and the row of `scenario_versions` that holds the graph. */
    version: integer().notNull(),
    ...stamps,
  },
  (t) => [index("scenarios_workspace").on(t.workspaceId)],
);

/** Graphs are kept for the runs that started on them. */
export const scenarioVersions = sqliteTable(
  "scenario_versions",
  {
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    nodes: text({ mode: "json" }).$type<{ id: string; type: string; [member: string]: unknown }[]>().notNull(),
    edges: text({ mode: "json" }).$type<{ source: string; target: string; [member: string]: unknown }[]>().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scenarioId, t.version] })],
);

export const runs = sqliteTable(
  "runs",
  {
    id: id(),
    workspaceId: workspaceId(),
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    /** The scenario's version when the run was made. */
    version: integer().notNull(),
    state: text({ enum: runStates }).notNull(),
    nodeId: text(),
    nextAt: integer(),
    /** Grows with each step: two that step the same run at once can't both write. */
    revision: integer().notNull().default(0),
    enrolledAt: integer().notNull(),
    endReason: text(),
    endedAt: integer(),
    ...stamps,
  },
  (t) => [
    uniqueIndex("runs_active").on(t.scenarioId, t.leadId).where(sql`ended_at is null`),
    index("runs_scenario").on(t.scenarioId),
    index("runs_scenario_lead").on(t.scenarioId, t.leadId),
    index("runs_lead").on(t.leadId),
    index("runs_due").on(t.nextAt).where(sql`ended_at is null and next_at is not null`),
  ],
);

export const shortLinks = sqliteTable(
  "short_links",
  {
    id: id(),
    workspaceId: workspaceId(),
    slug: text().notNull(),
    slugKey: text().notNull(),
    label: text(),
    destinationUrl: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    clicksCount: tally(),
    baseClicksCount: tally(),
    botClicksCount: tally(),
    /** When its counter last carried clicks here: what was carried before is never added again (clicks/counts.ts). */
    countedAt: integer().notNull().default(0),
    tagOnSentId: integer().references(() => tags.id, { onDelete: "set null" }),
    tagOnReadId: integer().references(() => tags.id, { onDelete: "set null" }),
    tagOnClickedId: integer().references(() => tags.id, { onDelete: "set null" }),
    ...stamps,
  },
  (t) => [
    uniqueIndex("short_links_slug").on(t.slugKey),
    index("short_links_workspace").on(t.workspaceId),
    index("short_links_tag_on_sent").on(t.tagOnSentId).where(sql`tag_on_sent_id is not null`),
    index("short_links_tag_on_read").on(t.tagOnReadId).where(sql`tag_on_read_id is not null`),
    index("short_links_tag_on_clicked").on(t.tagOnClickedId).where(sql`tag_on_clicked_id is not null`),
  ],
);

/** A short link as one recipient gets it. */
export const linkSends = sqliteTable(
  "link_sends",
  {
    id: id(),
    workspaceId: workspaceId(),
    shortLinkId: integer()
      .notNull()
      .references(() => shortLinks.id, { onDelete: "cascade" }),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    messageId: integer(),
    scenarioId: integer().references(() => scenarios.id, { onDelete: "set null" }),
    sentAt: integer(),
    readAt: integer(),
    firstClickedAt: integer(),
    lastClickedAt: integer(),
    clicksCount: tally(),
    clicked: integer({ mode: "boolean" }).generatedAlwaysAs(sql`first_clicked_at is not null`, { mode: "virtual" }),
    /** Whether the link's tag for the moment has had its turn, so that it is applied at most once. */
    sentTagged: integer({ mode: "boolean" }).notNull().default(false),
    readTagged: integer({ mode: "boolean" }).notNull().default(false),
    clickedTagged: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("link_sends_workspace").on(t.workspaceId),
    index("link_sends_workspace_clicked").on(t.workspaceId, t.clicked),
    index("link_sends_short_link").on(t.shortLinkId),
    index("link_sends_short_link_clicked").on(t.shortLinkId, t.clicked),
    index("link_sends_lead").on(t.leadId),
    index("link_sends_message").on(t.messageId).where(sql`message_id is not null`),
    index("link_sends_scenario").on(t.scenarioId).where(sql`scenario_id is not null`),
    index("link_sends_scenario_clicked").on(t.scenarioId, t.clicked).where(sql`scenario_id is not null`),
    index("link_sends_scenario_short_link").on(t.scenarioId, t.shortLinkId).where(sql`scenario_id is not null`),
  ],
);

/** The clicks of people on recipients' URLs. */
export const linkClicks = sqliteTable(
  "link_clicks",
  {
    id: id(),
    workspaceId: integer().notNull(),
    shortLinkId: integer().notNull(),
    linkSendId: integer()
      .notNull()
      .references(() => linkSends.id, { onDelete: "cascade" }),
    leadId: integer().notNull(),
    clickedAt: integer().notNull(),
    country: text(),
    referrerHost: text(),
    device: text({ enum: devices }).notNull(),
    /** Null until it is judged (clicks/counts.ts), some seconds after the click. */
    suspectedScanner: integer({ mode: "boolean" }),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("link_clicks_short_link").on(t.shortLinkId),
    index("link_clicks_recipients").on(t.shortLinkId, t.clickedAt, t.leadId, t.suspectedScanner),
    index("link_clicks_send").on(t.linkSendId, t.clickedAt),
    index("link_clicks_carried").on(t.shortLinkId, t.createdAt),
  ],
);

/** The visits of a link in an hour of UTC, by what they were: people's on recipients' URLs and on the base URL, and those of bots. */
export const linkHours = sqliteTable(
  "link_hours",
  {
    shortLinkId: integer()
      .notNull()
      .references(() => shortLinks.id, { onDelete: "cascade" }),
    /** Milliseconds since 1970. */
    startsAt: integer().notNull(),
    recipient: tally(),
    base: tally(),
    head: tally(),
    prefetch: tally(),
    preview: tally(),
    crawler: tally(),
    no_user_agent: tally(),
  },
  (t) => [primaryKey({ columns: [t.shortLinkId, t.startsAt] })],
);
