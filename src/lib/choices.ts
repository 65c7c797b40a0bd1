// The closed lists of the wire and of the tables.

/** The stages of a lead's pipeline, which a tag can move a lead to. */
export const stages = [
  "new",
  "contacted",
  "engaged",
  "qualified",
  "call_booked",
  "won",
  "lost",
] as const;

export const sources = [
  "webhook",
  "instagram",
  "whatsapp",
  "import",
  "api",
  "iclosed",
  "calendly",
] as const;
export const warmths = ["cold", "warm", "hot"] as const;
export const occupations = [
  "employee",
  "self_employed",
  "business_owner",
  "student",
  "retired",
  "unemployed",
  "other",
] as const;
export const maturityLevels = ["beginner", "intermediate", "advanced"] as const;
export const engagementLevels = ["low", "medium", "high"] as const;
export const lostReasons = [
  "not_interested",
  "no_financing",
  "price_objection",
  "wrong_timing",
  "unresponsive",
  "already_handled",
  "invalid_lead",
  "other",
] as const;

/** The fields of a lead that an analysis of their conversations can fill. */
export const profileFields = [
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "is_lost",
  "lost_reason",
  "professional_situation",
  "primary_objective",
  "blockers",
  "levers",
  "verbatim",
  "lost_reason_detail",
] as const;
export type ProfileField = (typeof profileFields)[number];

/** The fields of a profile that are lists. */
export const isListField = (field: ProfileField) => field === "blockers" || field === "levers";

/** Who has set a field of a profile: a person or a program through the API or a scenario, or an analysis. */
export const profileSources = ["api", "analysis"] as const;

/** What asked for an analysis: a request, a node of a scenario, or a conversation that has been quiet for a while. */
export const analysisCauses = ["request", "scenario", "quiet"] as const;
export type AnalysisCause = (typeof analysisCauses)[number];

export const analysisStatuses = ["pending", "running", "completed", "skipped", "failed"] as const;

/** Why an analysis was not made: nothing new, nothing said, or not allowed. */
export const skipReasons = [
  "unchanged",
  "no_text",
  "switched_off",
  "opted_out",
  "daily_limit",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Why an analysis has failed. */
export const analysisFailures = [
  "refused",
  "invalid_answer",
  "rejected",
  "unavailable",
  "internal_error",
] as const;
export type AnalysisFailure = (typeof analysisFailures)[number];

/** Kinds of nodes that scenarios are made of. */
export const nodeTypes = [
  "start",
  "message",
  "template",
  "delay",
  "wait_for_reply",
  "wait_for_event",
  "condition",
  "split",
  "add_tag",
  "remove_tag",
  "update_lead",
  "webhook",
  "ai_analyze",
  "start_scenario",
  "handoff",
  "exit",
] as const;
export type NodeType = (typeof nodeTypes)[number];

/** What a `wait_for_event` node can wait for. */
export const awaitedEvents = [
  "link_clicked",
  "message_read",
  "tag_added",
  "stage_changed",
  "custom",
] as const;
export type AwaitedEvent = (typeof awaitedEvents)[number];

/** What can happen to a run that waits: what it waits for, what became of its message, its webhook's answer, its lead's analysis. */
export const runEventKinds = ["reply", ...awaitedEvents, "sending", "webhook", "analysis"] as const;
export type RunEventKind = (typeof runEventKinds)[number];

/** What a run can wait for. */
export const runWaits = ["time", ...runEventKinds] as const;
export type RunWait = (typeof runWaits)[number];

/** Those that the service itself brings about: meanwhile a run counts as running. */
export const ownWaits = ["sending", "webhook", "analysis"] as const satisfies RunWait[];

/** How a run can end. */
const endStates = ["completed", "exited", "failed", "cancelled", "handed_off"] as const;
export type EndState = (typeof endStates)[number];

/** `running` is one that the service itself keeps waiting: for a message to be sent, for a webhook's answer, for an analysis. */
export const runStates = ["pending", "running", "waiting", "paused", ...endStates] as const;
export type RunState = (typeof runStates)[number];

/** Why a run ended. */
export const endReasons = [
  "reached_end",
  "exit_node",
  "handoff",
  "opted_out",
  "cancelled",
  "loop_detected",
  "invalid_graph",
  "unknown_type",
  "invalid_setting",
  "invalid_date",
  "invalid_content",
  "window_closed",
  "no_channel",
  "channel_stopped",
  "no_identity",
  "not_sent",
  "internal_error",
] as const;
export type EndReason = (typeof endReasons)[number];

/** Why a run is over, as it is told: runs also go with their lead, or with their scenario. */
export const runEndCauses = [...endReasons, "lead_deleted", "scenario_deleted"] as const;

/** What must let a run's next message through, in the order in which it is looked at. */
export const gates = [
  "scenario_active",
  "run_active",
  "lead_exists",
  "opted_in",
  "channel",
  "window",
  "pair_rate",
  "timer",
] as const;
export type Gate = (typeof gates)[number];

export const platforms = ["whatsapp", "instagram"] as const;
export type Platform = (typeof platforms)[number];

/** Who carries a channel's messages: Meta's own APIs, a gateway of the client's, or nobody (sandbox). */
export const providers = ["sandbox", "whatsapp_cloud", "instagram", "webhook"] as const;
export type ProviderName = (typeof providers)[number];

export const channelStatuses = ["active", "stopped"] as const;

/** Why a channel is stopped: its owner's wish, credentials that no longer work, or the platform's verdict on the account. */
export const stopReasons = ["by_request", "unauthorized", "account_restricted"] as const;
export type StopReason = (typeof stopReasons)[number];

export const directions = ["inbound", "outbound"] as const;

/** What can be sent. */
export const outgoingTypes = [
  "text",
  "template",
  "buttons",
  "image",
  "video",
  "audio",
  "document",
] as const;
export type OutgoingType = (typeof outgoingTypes)[number];

/** What a message is: what can be sent, and what leads can send besides. */
export const messageTypes = [
  ...outgoingTypes,
  "sticker",
  "location",
  "contacts",
  "reaction",
  "button",
  "interactive",
  "order",
  "system",
  "unsupported",
] as const;
export type MessageType = (typeof messageTypes)[number];

export const messageStatuses = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "unknown",
  "received",
] as const;

/** What a provider can report of a message, in the order in which it happens. */
export const reportedStatuses = ["sent", "delivered", "read", "failed"] as const;
export type ReportedStatus = (typeof reportedStatuses)[number];

/** Why a message was not sent: the first six before any provider was asked. */
export const failureReasons = [
  "opted_out",
  "cancelled",
  "window_closed",
  "no_channel",
  "channel_stopped",
  "no_identity",
  "undeliverable",
  "marketing_cap",
  "invalid_template",
  "unavailable",
  "rejected",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** By what a platform knows a lead: a WhatsApp number, a WhatsApp user without a number (business-scoped), an Instagram account. */
export const identityKinds = ["wa_id", "bsuid", "instagram_id"] as const;
export type IdentityKind = (typeof identityKinds)[number];

export const consentKinds = ["opted_out", "opted_in"] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** How a lead's consent changed: by what was written or tapped, by a setting of the platform's, by what a provider answered, through the API. */
export const consentMethods = ["keyword", "button", "preference", "provider", "api"] as const;
export type ConsentMethod = (typeof consentMethods)[number];

/** How a visit of a short link is known to be a bot's. */
export const bots = ["head", "prefetch", "preview", "crawler", "no_user_agent"] as const;
export type Bot = (typeof bots)[number];

/** What a visit of a short link is: a person's on a recipient's URL, a person's on the base URL, or a bot's. */
export const visitKinds = ["recipient", "base", ...bots] as const;
export type VisitKind = (typeof visitKinds)[number];

export const devices = ["mobile", "tablet", "desktop"] as const;
export type Device = (typeof devices)[number];
