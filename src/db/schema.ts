import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Ability } from "../domain/abilities";
import {
  type AnalysisFailure,
  analysisCauses,
  analysisStatuses,
  type SkipReason,
} from "../domain/analysis";
import { type EndReason, runEventKinds, runStates, runWaits } from "../domain/automation";
import { deliveryErrors, deliveryStatuses, disableReasons, type EventType } from "../domain/events";
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  type ProfileField,
  profileFields,
  sources,
  stages,
  warmths,
} from "../domain/leads";
import { devices } from "../domain/links";
import {
  channelStatuses,
  consentKinds,
  consentMethods,
  directions,
  type FailureReason,
  identityKinds,
  messageStatuses,
  messageTypes,
  platforms,
  providers,
  reportedStatuses,
  stopReasons,
} from "../domain/messaging";

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
  analysis_enabled?: boolean;
  analysis_quiet_seconds?: number | null;
  analysis_daily_limit?: number;
};

/** Why a message was not sent. `code` is the provider's; `retry_at` in milliseconds. */
type MessageError = {
  reason: FailureReason;
  code: number | null;
  message: string;
  retry_at: number | null;
};

const id = () => integer().primaryKey({ autoIncrement: true });
const workspaceId = () =>
  integer()
    .notNull()
    .references(() => workspaces.id, { onDelete: "cascade" });
const tally = () => integer().notNull().default(0);
const stamps = { createdAt: integer().notNull(), updatedAt: integer().notNull() };

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
  (t) => [
    uniqueIndex("tags_label").on(t.workspaceId, t.labelKey),
    index("tags_workspace").on(t.workspaceId),
    index("tags_staged").on(t.workspaceId).where(sql`pipeline_stage is not null`),
  ],
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
    /** The fields of the profile that were set through the API: no analysis overwrites them. */
    profilePinned: text({ mode: "json" })
      .$type<Partial<Record<ProfileField, true>>>()
      .notNull()
      .default({}),
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
    index("leads_pipeline_stage")
      .on(t.workspaceId, t.pipelineStage)
      .where(sql`pipeline_stage is not null`),
    index("leads_is_optout").on(t.workspaceId, t.isOptout),
    index("leads_occupation_status")
      .on(t.workspaceId, t.occupationStatus)
      .where(sql`occupation_status is not null`),
    index("leads_maturity_level")
      .on(t.workspaceId, t.maturityLevel)
      .where(sql`maturity_level is not null`),
    index("leads_engagement_level")
      .on(t.workspaceId, t.engagementLevel)
      .where(sql`engagement_level is not null`),
    index("leads_is_lost").on(t.workspaceId, t.isLost),
    index("leads_lost_reason").on(t.workspaceId, t.lostReason).where(sql`lost_reason is not null`),
    index("leads_block_created_at").on(t.workspaceId, t.block, t.createdAt),
    index("leads_block_age").on(t.workspaceId, t.block, t.age).where(sql`age is not null`),
    index("leads_block_last_inbound_at")
      .on(t.workspaceId, t.block, t.lastInboundAt)
      .where(sql`last_inbound_at is not null`),
    index("leads_block_last_outbound_at")
      .on(t.workspaceId, t.block, t.lastOutboundAt)
      .where(sql`last_outbound_at is not null`),
    index("leads_block_profile_extracted_at")
      .on(t.workspaceId, t.block, t.profileExtractedAt)
      .where(sql`profile_extracted_at is not null`),
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
  (t) => [
    primaryKey({ columns: [t.leadId, t.tagId] }),
    index("lead_tags_tag").on(t.tagId, t.leadId),
  ],
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
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.kind, t.value] }),
    index("lead_identities_lead").on(t.leadId),
  ],
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
    uniqueIndex("consents_lead_at")
      .on(t.leadId, t.at, t.method, t.kind)
      .where(sql`message_id is null`),
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
    /** Hash of what was last analysed, and by what (analysis/transcript.ts): the same is not analysed again. */
    analysedAs: text(),
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
    index("conversations_block_last_inbound_at")
      .on(t.workspaceId, t.block, t.lastInboundAt)
      .where(sql`last_inbound_at is not null`),
    uniqueIndex("conversations_lead_channel").on(t.leadId, t.channelId),
    uniqueIndex("conversations_lead_platform")
      .on(t.leadId, t.platform)
      .where(sql`channel_id is null`),
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
    /** What stands behind a button that the lead has tapped. */
    tapped: text(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: messageStatuses }).notNull(),
    error: text({ mode: "json" }).$type<MessageError>(),
    /** The provider's id. */
    externalId: text(),
    runId: integer().references(() => runs.id, { onDelete: "set null" }),
    /** The visit of a node in which its run made it. */
    visit: integer(),
    /** That of its run; kept when the run is removed, or the scenario deleted. */
    scenarioId: integer(),
    /** Of the confirmation of an opt-out: the one message that an opted-out lead gets. */
    consentId: integer(),
    sentAt: integer(),
    deliveredAt: integer(),
    readAt: integer(),
    /** How often a provider was asked to send it. */
    attempts: tally(),
    /** When the channel's sender looks at it next; 0 while it is with the sender, HELD while its scenario is paused, null once its sending is over. */
    nextAttemptAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("messages_conversation").on(t.conversationId),
    uniqueIndex("messages_external_id").on(t.channelId, t.externalId),
    uniqueIndex("messages_consent").on(t.consentId).where(sql`consent_id is not null`),
    uniqueIndex("messages_visit").on(t.runId, t.visit).where(sql`run_id is not null`),
    index("messages_reply")
      .on(t.conversationId)
      .where(sql`direction = 'inbound' and type not in ('system', 'reaction')`),
    index("messages_pending_run")
      .on(t.workspaceId, t.runId)
      .where(sql`run_id is not null and next_attempt_at is not null`),
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
    nodes: text({ mode: "json" })
      .$type<{ id: string; type: string; [member: string]: unknown }[]>()
      .notNull(),
    edges: text({ mode: "json" })
      .$type<{ source: string; target: string; [member: string]: unknown }[]>()
      .notNull(),
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
    /** Where it stands, and for what it waits there. */
    nodeId: text(),
    waitingFor: text({ enum: runWaits }),
    waitingUntil: integer(),
    /** When it is stepped next: by then at the latest, or when something happens that it waits for. While it is paused it keeps its place. */
    nextAt: integer(),
    /** How many nodes it has visited. */
    visits: tally(),
    /** What it keeps from one turn to the next (engine/run.ts). */
    memory: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** Grows with each change: what was made of an older one is not written. */
    revision: integer().notNull().default(0),
    /** Names the turn of the clock that wrote it last, so that the other statements of its transaction find it. */
    turn: text(),
    enrolledAt: integer().notNull(),
    endReason: text().$type<EndReason>(),
    endedAt: integer(),
    ...stamps,
  },
  (t) => [
    uniqueIndex("runs_active").on(t.scenarioId, t.leadId).where(sql`ended_at is null`),
    index("runs_scenario").on(t.scenarioId),
    index("runs_scenario_lead").on(t.scenarioId, t.leadId),
    index("runs_lead").on(t.leadId),
    index("runs_lead_waiting").on(t.leadId, t.waitingFor).where(sql`waiting_for is not null`),
    index("runs_due")
      .on(t.workspaceId, t.nextAt)
      .where(sql`next_at is not null and state <> 'paused'`),
  ],
);

/** What has happened that a run waits for, until the run has been stepped with it. Written by triggers, save `custom`. */
export const runEvents = sqliteTable(
  "run_events",
  {
    /** Not AUTOINCREMENT, for which SQLite reads through its list of sequences at each statement that could insert, in every trigger. */
    id: integer().primaryKey(),
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    /** The visit in which the run waited when it happened: it is nothing to later ones. */
    visit: integer().notNull(),
    kind: text({ enum: runEventKinds }).notNull(),
    /** Of a reply, and of the run's own message that was read or sent. */
    messageId: integer(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    at: integer().notNull(),
  },
  (t) => [index("run_events_run").on(t.runId)],
);

/** The nodes that runs have visited, in their order. */
export const runSteps = sqliteTable(
  "run_steps",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    visit: integer().notNull(),
    nodeId: text().notNull(),
    type: text().notNull(),
    enteredAt: integer().notNull(),
    /** Null while the run stands there. */
    leftAt: integer(),
    /** The handle that it left by, or the reason why it ended there. */
    outcome: text(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.visit] })],
);

/** The tracked tags of its scenario that a run's lead has got since it was enrolled. Written by a trigger. */
export const runTags = sqliteTable(
  "run_tags",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.tagId] }), index("run_tags_tag").on(t.tagId)],
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
    index("short_links_tag_on_clicked")
      .on(t.tagOnClickedId)
      .where(sql`tag_on_clicked_id is not null`),
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
    clicked: integer({ mode: "boolean" }).generatedAlwaysAs(sql`first_clicked_at is not null`, {
      mode: "virtual",
    }),
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
    index("link_sends_scenario_clicked")
      .on(t.scenarioId, t.clicked)
      .where(sql`scenario_id is not null`),
    index("link_sends_scenario_short_link")
      .on(t.scenarioId, t.shortLinkId)
      .where(sql`scenario_id is not null`),
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

/**
 * What has happened, in its order. Written by triggers, in the transaction of the change, through the view `new_events`. Holds ids and
 * facts; what they stand for is looked up when it is told. The id is the time in milliseconds times 1,000, or one more than the last.
 */
export const events = sqliteTable(
  "events",
  {
    id: integer().primaryKey(),
    workspaceId: workspaceId(),
    type: text().$type<EventType>().notNull(),
    leadId: integer(),
    scenarioId: integer(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index("events_workspace").on(t.workspaceId),
    index("events_workspace_type").on(t.workspaceId, t.type),
    index("events_lead").on(t.leadId).where(sql`lead_id is not null`),
    index("events_scenario_type").on(t.scenarioId, t.type).where(sql`scenario_id is not null`),
  ],
);

/** Where events are sent: endpoints that were registered, and the `webhook_url` of scenarios, kept by triggers. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: id(),
    workspaceId: workspaceId(),
    scenarioId: integer().references(() => scenarios.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** Types, `*`, or a prefix such as `lead.*`: patterns of SQLite's GLOB. */
    eventTypes: text({ mode: "json" }).$type<string[]>().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    /** Sealed JSON (webhooks/secrets.ts), and which APP_KEY sealed it; null of scenarios, whose events the workspace's secret signs. */
    secrets: text(),
    sealedWith: text(),
    disabledReason: text({ enum: disableReasons }),
    disabledAt: integer(),
    /** Attempts that failed since one succeeded, and when the first of them did. */
    failures: tally(),
    failingSince: integer(),
    /** While it fails, nothing is sent before this. */
    pausedUntil: integer(),
    /** The first event that it may have to be sent, of any type: what comes before was sent, or is in `webhook_deliveries`. */
    nextEventId: integer(),
    /** When its sender looks at it next; null while there is nothing to send. */
    nextAt: integer(),
    ...stamps,
  },
  (t) => [
    index("webhook_endpoints_workspace").on(t.workspaceId),
    uniqueIndex("webhook_endpoints_scenario").on(t.scenarioId).where(sql`scenario_id is not null`),
    index("webhook_endpoints_idle")
      .on(t.workspaceId, t.scenarioId)
      .where(sql`next_event_id is null`),
    index("webhook_endpoints_due").on(t.workspaceId, t.nextAt).where(sql`next_at is not null`),
    index("webhook_endpoints_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
  ],
);

/** Events that were sent to an endpoint, or are to be sent to it again. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: id(),
    workspaceId: integer().notNull(),
    endpointId: integer()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** Since it was last asked for: where it stands in the table of retries. */
    attempts: tally(),
    /** 0 of one that was asked for by itself: it is sent even in a pause. */
    nextAttemptAt: integer(),
    lastAttemptAt: integer(),
    error: text({ enum: deliveryErrors }),
    httpStatus: integer(),
    latencyMs: integer(),
    /** How the answer began. */
    answer: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_event").on(t.eventId, t.endpointId),
    index("webhook_deliveries_workspace").on(t.workspaceId),
    index("webhook_deliveries_endpoint").on(t.endpointId),
    index("webhook_deliveries_workspace_status").on(t.workspaceId, t.status),
    index("webhook_deliveries_endpoint_status").on(t.endpointId, t.status),
    index("webhook_deliveries_due")
      .on(t.endpointId, t.nextAttemptAt, t.eventId)
      .where(sql`next_attempt_at is not null`),
  ],
);

/** What analyses say of leads, each with the words that it rests on. What of it counts the profile of the lead shows (analysis/apply.ts). */
export const profileClaims = sqliteTable(
  "profile_claims",
  {
    id: integer().primaryKey(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    field: text({ enum: profileFields }).notNull(),
    value: text({ mode: "json" }).$type<string | number | boolean>().notNull(),
    /** Between 0 and 1. */
    confidence: real().notNull(),
    /** The message of the lead's that says so, and its words. */
    messageId: integer()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    quote: text().notNull(),
    model: text().notNull(),
    promptVersion: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("profile_claims_lead").on(t.leadId, t.field, t.messageId),
    index("profile_claims_conversation").on(t.conversationId, t.messageId),
    index("profile_claims_message").on(t.messageId),
  ],
);

/**
 * Analyses of conversations that are asked for, under way and done. One is asked for through the view `analysis_requests`, which finds the
 * one that waits already. The id is the time in milliseconds times 1,000, or one more than the last.
 */
export const analyses = sqliteTable(
  "analyses",
  {
    id: integer().primaryKey(),
    workspaceId: workspaceId(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    cause: text({ enum: analysisCauses }).notNull(),
    status: text({ enum: analysisStatuses }).notNull(),
    reason: text().$type<SkipReason | AnalysisFailure>(),
    /** Names who has it under way: who comes later, having been taken for dead, writes nothing. */
    taken: text(),
    attempts: tally(),
    /** When its turn comes, 0 where somebody has asked for it; while it is under way, when it is taken to be lost; null once it is over. */
    nextAt: integer(),
    model: text(),
    promptVersion: text(),
    messagesCount: tally(),
    claimsCount: tally(),
    droppedCount: tally(),
    calls: tally(),
    inputTokens: tally(),
    outputTokens: tally(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    index("analyses_workspace").on(t.workspaceId),
    index("analyses_workspace_status").on(t.workspaceId, t.status),
    index("analyses_lead").on(t.leadId),
    index("analyses_conversation").on(t.conversationId),
    uniqueIndex("analyses_pending").on(t.conversationId).where(sql`status = 'pending'`),
    index("analyses_due").on(t.workspaceId, t.nextAt).where(sql`next_at is not null`),
  ],
);

/** What analyses have cost, by workspace, UTC day (`YYYY-MM-DD`) and model. */
export const analysisUsage = sqliteTable(
  "analysis_usage",
  {
    workspaceId: workspaceId(),
    day: text().notNull(),
    model: text().notNull(),
    analyses: tally(),
    calls: tally(),
    inputTokens: tally(),
    outputTokens: tally(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day, t.model] })],
);
