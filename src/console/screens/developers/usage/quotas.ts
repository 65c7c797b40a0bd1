import type { Quotas, Usage, UsageDay } from "#client";

export type QuotaName = keyof Quotas;

const USED_TODAY = {
  messages_per_day: "messages_sent",
  triggered_runs_per_day: "runs_triggered",
  analyses_per_day: "analyses",
  http_requests_per_day: "http_requests",
  webhook_deliveries_per_day: "webhook_deliveries",
  received_per_day: "items_received",
} as const satisfies Partial<Record<QuotaName, keyof UsageDay>>;

const STORED = {
  leads: "leads",
  stored_bytes: "bytes",
  media_bytes: "media_bytes",
  channels: "channels",
  scenarios: "scenarios",
  short_links: "short_links",
  sources: "sources",
  tags: "tags",
  triggers: "triggers",
} as const satisfies Partial<Record<QuotaName, keyof Usage["stored"]>>;

export const quotaNames = [...Object.keys(USED_TODAY), ...Object.keys(STORED)] as QuotaName[];

export const isBytes = (name: QuotaName) => name.endsWith("_bytes");

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The used part of a quota: of those by day, today's. */
export function usedOf(usage: Usage, name: QuotaName, now = Date.now()): number {
  if (name in STORED) return usage.stored[STORED[name as keyof typeof STORED]];
  const today = usage.days.find(({ date }) => date === utcDay(now));
  return today?.[USED_TODAY[name as keyof typeof USED_TODAY]] ?? 0;
}

export const measures = [
  "messages_sent",
  "messages_received",
  "clicks",
  "api_requests",
  "webhook_deliveries",
  "http_requests",
  "analyses",
] as const satisfies (keyof UsageDay)[];

export type Measure = (typeof measures)[number];

const DAY_MS = 86_400_000;

/** A figure of each of the last days, oldest first, also of days that the API leaves out. */
export function byDay(days: UsageDay[], measure: Measure, count: number, now = Date.now()) {
  const known = new Map(days.map((day) => [day.date, day[measure]]));
  return Array.from({ length: count }, (_, index) => {
    const date = utcDay(now - (count - 1 - index) * DAY_MS);
    return { date, value: known.get(date) ?? 0 };
  });
}
