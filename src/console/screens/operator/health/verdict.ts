import type { GraphVersionState, Health } from "#client";

type Queue = keyof Health["overdue"];

/** Seconds after which a queue needs somebody, as the guide "operating" has it. */
const LIMITS: Record<Queue, number> = {
  messages: 300,
  runs: 300,
  clicks: 300,
  deliveries: 3_600,
  analyses: 3_600,
};

export const queues = Object.keys(LIMITS) as Queue[];

export const MOST_BYTES = 10e9;
const MANY_BYTES = 7e9;
const SLOW_MS = 500;

export type Verdict = "good" | "watch" | "bad";

export const queueVerdict = (queue: Queue, seconds: number | null): Verdict =>
  !seconds ? "good" : seconds > LIMITS[queue] ? "bad" : "watch";

export function databaseVerdict(database: Health["databases"][number]): Verdict {
  if (!database.is_reachable) return "bad";
  const isSlow = (database.latency_ms ?? 0) > SLOW_MS;
  return isSlow || (database.size_bytes ?? 0) > MANY_BYTES ? "watch" : "good";
}

const GRAPH_VERDICTS: Record<GraphVersionState, Verdict> = {
  supported: "good",
  ending: "watch",
  ended: "bad",
  unknown: "watch",
};

export const graphVerdict = ({ state }: { state: GraphVersionState }) => GRAPH_VERDICTS[state];

/** The worst of what a service's health says. */
export function verdictOf(health: Health): Verdict {
  const verdicts = [
    ...health.databases.map(databaseVerdict),
    ...queues.map((queue) => queueVerdict(queue, health.overdue[queue])),
    health.stopped_channels > 0 ? "watch" : "good",
    health.paused_channels > 0 ? "watch" : "good",
    health.disabled_endpoints > 0 ? "watch" : "good",
    health.unrouted_webhooks.length > 0 ? "watch" : "good",
    ...health.graph_versions.map(graphVerdict),
  ] as const;
  if (verdicts.includes("bad")) return "bad";
  return verdicts.includes("watch") ? "watch" : "good";
}
