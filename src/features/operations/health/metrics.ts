import type { Health } from "./schema";

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const PREFIX = "lead_engagement";

const gauge = (name: string, help: string, samples: [labels: string, value: number][]) =>
  [
    `# HELP ${PREFIX}_${name} ${help}`,
    `# TYPE ${PREFIX}_${name} gauge`,
    ...samples.map(([labels, value]) => `${PREFIX}_${name}${labels} ${value}`),
  ].join("\n");

/** The health of the service as Prometheus reads it. What is not overdue is 0 seconds overdue. */
export const metricsOf = ({
  database,
  overdue,
  stopped_channels,
  disabled_endpoints,
  unrouted_webhooks,
}: Health): string =>
  `${[
    gauge("database_latency_seconds", "The time of one D1 query.", [
      ["", database.latency_ms / 1_000],
    ]),
    gauge("database_size_bytes", "The size of the D1 database.", [["", database.size_bytes]]),
    gauge(
      "overdue_seconds",
      "For how long the oldest of each queue is overdue.",
      Object.entries(overdue).map(([queue, seconds]) => [`{queue="${queue}"}`, seconds ?? 0]),
    ),
    gauge("stopped_channels", "The channels that are stopped.", [["", stopped_channels]]),
    gauge("disabled_endpoints", "The webhook endpoints that are disabled.", [
      ["", disabled_endpoints],
    ]),
    gauge("unrouted_channels", "The channels whose URLs got webhooks about unknown accounts.", [
      ["", unrouted_webhooks.length],
    ]),
  ].join("\n")}\n`;
