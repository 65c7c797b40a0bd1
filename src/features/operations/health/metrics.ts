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

type DatabaseHealth = Health["databases"][number];

const labelOf = ({ name }: DatabaseHealth) => `{database="${name}"}`;

/** The samples of the databases that have the figure. */
const shown = (databases: DatabaseHealth[], figureOf: (one: DatabaseHealth) => number | null) =>
  databases.flatMap((one): [string, number][] => {
    const figure = figureOf(one);
    return figure === null ? [] : [[labelOf(one), figure]];
  });

/** The health of the service as Prometheus reads it. What is not overdue is 0 seconds overdue. */
export const metricsOf = ({
  databases,
  overdue,
  stopped_channels,
  paused_channels,
  disabled_endpoints,
  unrouted_webhooks,
  graph_versions,
}: Health): string =>
  `${[
    gauge(
      "database_up",
      "Whether the D1 database can be reached.",
      databases.map((one) => [labelOf(one), Number(one.is_reachable)]),
    ),
    gauge(
      "database_latency_seconds",
      "The time of one D1 query.",
      shown(databases, (one) => (one.latency_ms === null ? null : one.latency_ms / 1_000)),
    ),
    gauge(
      "database_size_bytes",
      "The size of the D1 database.",
      shown(databases, (one) => one.size_bytes),
    ),
    gauge(
      "database_leads",
      "The leads in the D1 database.",
      shown(databases, (one) => one.leads),
    ),
    gauge(
      "database_messages",
      "The messages in the D1 database.",
      shown(databases, (one) => one.messages),
    ),
    gauge(
      "overdue_seconds",
      "For how long the oldest of each queue is overdue.",
      Object.entries(overdue).map(([queue, seconds]) => [`{queue="${queue}"}`, seconds ?? 0]),
    ),
    gauge("stopped_channels", "The channels that are stopped.", [["", stopped_channels]]),
    gauge("paused_channels", "The channels whose messages wait.", [["", paused_channels]]),
    gauge("disabled_endpoints", "The webhook endpoints that are disabled.", [
      ["", disabled_endpoints],
    ]),
    gauge("unrouted_channels", "The channels whose URLs got webhooks about unknown accounts.", [
      ["", unrouted_webhooks.length],
    ]),
    gauge(
      "graph_version",
      "Whether Meta answers to the versions of its APIs in use.",
      graph_versions.map(({ variable, state }) => [`{variable="${variable}",state="${state}"}`, 1]),
    ),
  ].join("\n")}\n`;
