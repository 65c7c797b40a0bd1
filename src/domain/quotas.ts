import { faultText } from "#lib/validation-messages";
import { MAX_SOURCES } from "./sources";

/** The quotas that the operator sets for each workspace. */
export const quotaNames = [
  "leads",
  "stored_bytes",
  "media_bytes",
  "messages_per_day",
  "triggered_runs_per_day",
  "analyses_per_day",
  "http_requests_per_day",
  "webhook_deliveries_per_day",
  "received_per_day",
  "channels",
  "scenarios",
  "short_links",
  "sources",
  "tags",
  "triggers",
] as const;
export type QuotaName = (typeof quotaNames)[number];
export type Quotas = Record<QuotaName, number>;

/** The quotas that the configuration leaves out. */
export const DEFAULT_QUOTAS: Quotas = {
  leads: 1_000_000,
  stored_bytes: 1_000_000_000,
  media_bytes: 20_000_000_000,
  messages_per_day: 1_000_000,
  triggered_runs_per_day: 100_000,
  analyses_per_day: 10_000,
  http_requests_per_day: 1_000_000,
  webhook_deliveries_per_day: 1_000_000,
  received_per_day: 50_000,
  channels: 20,
  scenarios: 1_000,
  short_links: 10_000,
  sources: MAX_SOURCES,
  tags: 1_000,
  triggers: 500,
};

/** The quotas of a day, and by which names the usage of the day has what counts against them. */
export const usedToday = {
  messages_per_day: "messages_sent",
  triggered_runs_per_day: "runs_triggered",
  analyses_per_day: "analyses",
  http_requests_per_day: "http_requests",
  webhook_deliveries_per_day: "webhook_deliveries",
  received_per_day: "items_received",
} as const satisfies Record<Extract<QuotaName, `${string}_per_day`>, string>;
export type DailyQuota = keyof typeof usedToday;

/** The quotas that a write can check in its own transaction. */
export type CheckedQuota = Exclude<
  QuotaName,
  | "triggered_runs_per_day"
  | "analyses_per_day"
  | "http_requests_per_day"
  | "webhook_deliveries_per_day"
  | "received_per_day"
>;

/** The quotas that stop runs from doing something. */
export const RUN_QUOTAS = ["messages_per_day", "http_requests_per_day"] as const;
export type RunQuota = (typeof RUN_QUOTAS)[number];

/** The quotas of what workers do in a day, which they look up before they do more. */
export type WorkersQuota =
  | RunQuota
  | "triggered_runs_per_day"
  | "webhook_deliveries_per_day"
  | "received_per_day";

/** The quotas of what is set up by hand: a request that is refused for one is a conflict (409). */
export const caps = [
  "channels",
  "scenarios",
  "short_links",
  "sources",
  "tags",
  "triggers",
] as const;

export const isCap = (name: QuotaName): name is (typeof caps)[number] =>
  (caps as readonly QuotaName[]).includes(name);

/**
 * Bounds of a workspace that are the same for all. The settings of triggers are kept in memory: of
 * 500, each has 8,192 bytes at most; the operator may raise that quota.
 */
export const bounds = { date_triggers: 20, trigger_bytes: 4_096_000 } as const;
export type BoundName = keyof typeof bounds;
const BOUND_NOUNS: Record<BoundName, string> = {
  date_triggers: "`date` triggers that are on",
  trigger_bytes: "bytes of settings of triggers that are on",
};

export const boundText = (name: BoundName) =>
  `The workspace has at most ${bounds[name]} ${BOUND_NOUNS[name]}.`;

const QUOTA_NOUNS: Record<QuotaName, string> = {
  leads: "leads",
  stored_bytes: "stored bytes",
  media_bytes: "bytes of files",
  messages_per_day: "messages a day",
  triggered_runs_per_day: "runs a day that triggers start",
  analyses_per_day: "analyses a day",
  http_requests_per_day: "HTTP requests of scenarios a day",
  webhook_deliveries_per_day: "deliveries of webhooks a day",
  received_per_day: "items a day that sources receive",
  channels: "channels",
  scenarios: "scenarios",
  short_links: "short links",
  sources: "sources",
  tags: "tags",
  triggers: "triggers that are on",
};

export const quotaText = (name: QuotaName, limit: number) =>
  faultText("quota_reached", { most: limit, unit: QUOTA_NOUNS[name], value: name });

export const capText = (name: QuotaName, limit: number) =>
  `The workspace has at most ${limit} ${QUOTA_NOUNS[name]}.`;
