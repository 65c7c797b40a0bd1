import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { isMigrated } from "#db/placement/migrated";
import { sizeOf } from "#db/placement/sizes";
import { unroutedWebhooks } from "#db/schema/channels";
import { webhookEndpoints } from "#db/schema/events";
import { channels } from "#db/schema/messaging";
import { isWorkspaceKept } from "#db/scope/kept";
import { isSuspended } from "#db/scope/suspension";
import { oldestDue, queues } from "#db/statements/due";
import { graphVariables, graphVersionOf } from "#domain/graph-versions";
import type { Bindings, Database, Scope } from "#env";
import { TtlCache } from "#lib/cache";
import { isDatabaseUnavailable } from "#lib/database-errors";
import { settle } from "#lib/settle";
import { DAY_MS, iso, isoOrNull } from "#lib/time";
import type { Health } from "./schema";

/** Whoever asks how often: D1 is asked this often. */
const CHECK_TTL_MS = 5_000;
const checks = new TtlCache<boolean>(CHECK_TTL_MS, 1);

/** True if the directory answers, and each database that answers is migrated. */
export const isHealthy = (env: Bindings, keep: (promise: Promise<unknown>) => void) =>
  checks.get("database", Date.now(), () => canBeUsed(env), keep);

/** Without the directory there is no service; without one of the others, only a part is missing. */
async function canBeUsed(env: Bindings) {
  const databases = databasesOf(env);
  const found = await Promise.all([
    isMigrated(databases.directory).catch(() => false),
    ...databases.names
      .filter((name) => name !== databases.ofDirectory)
      .map((name) => isMigrated(databases.open(name)).catch(isDatabaseUnavailable)),
  ]);
  return found.every(Boolean);
}

/** An endpoint that is due at once (0) has been since its first event, whose id holds its time. */
const oldestDelivery = sql<{ at: number | null }>`
  select min(case next_at when 0 then coalesce(next_event_id / 1000, updated_at) else next_at end)
    as at
  from webhook_endpoints
  where next_at is not null and not ${isSuspended(sql`webhook_endpoints.workspace_id`)}`;

/** The suspicion of a click is settled some seconds after it was stored. */
const MARKED_WITHIN_MS = 15_000;
const MAX_CLICKS = 1_000;

/** There is no index of the clicks to settle: it would be written twice with each click. */
const oldestClick = sql<{ at: number | null }>`
  select min(created_at) + ${MARKED_WITHIN_MS} as at from (
    select created_at, suspected_scanner from link_clicks order by id desc limit ${MAX_CLICKS})
  where suspected_scanner is null`;

const UNROUTED_MS = 7 * DAY_MS;
const MAX_UNROUTED = 20;

/** The most stopped channels and disabled endpoints that are named. */
const MAX_LISTED = 20;

type Stopped = {
  kind: "channel" | "webhook_endpoint";
  id: number;
  workspace_id: number;
  reason: string | null;
  since: number | null;
};

type Unrouted = {
  workspace_id: number;
  channel_id: number;
  account_id: string;
  count: number;
  last_at: number;
};

/**
 * The bytes that workspaces have stored, by the newest row of each one's usage: two rows are read.
 */
const stored = sql<Record<"leads" | "messages", number>>`
  select ifnull(sum(leads), 0) as leads, ifnull(sum(messages), 0) as messages
  from workspaces
  cross join usage_days on usage_days.workspace_id = workspaces.id and day = (
    select max(day) from usage_days where usage_days.workspace_id = workspaces.id)`;

/** The figures of one database. Queues that nothing waits in have been due at null. */
async function figuresOf(db: Database) {
  const { sizeBytes, latencyMs } = await sizeOf(db);
  const found = await readBatch(
    { db },
    {
      messages: oldestDue(queues.messages),
      runs: oldestDue(queues.runs),
      deliveries: oldestDelivery,
      analyses: oldestDue(queues.analyses),
      clicks: oldestClick,
      stopped: sql<{ n: number }>`
        select count(*) as n from channels
        where status = 'stopped' and ${isWorkspaceKept(channels.workspaceId)}`,
      paused: sql<{ n: number }>`
        select count(*) as n from channels
        where pause_reason is not null and ${isWorkspaceKept(channels.workspaceId)}`,
      disabled: sql<{ n: number }>`
        select count(*) as n from webhook_endpoints
        where disabled_reason is not null and ${isWorkspaceKept(webhookEndpoints.workspaceId)}`,
      stoppedChannels: sql<Stopped>`
        select 'channel' as kind, id, workspace_id, stop_reason as reason, stopped_at as since
        from channels where status = 'stopped' and ${isWorkspaceKept(channels.workspaceId)}
        order by stopped_at desc limit ${MAX_LISTED}`,
      disabledEndpoints: sql<Stopped>`
        select 'webhook_endpoint' as kind, id, workspace_id, disabled_reason as reason,
          disabled_at as since
        from webhook_endpoints
        where disabled_reason is not null and ${isWorkspaceKept(webhookEndpoints.workspaceId)}
        order by disabled_at desc limit ${MAX_LISTED}`,
      unrouted: sql<Unrouted>`
        select workspace_id, channel_id, account_id, webhooks_count as count, last_at
        from unrouted_webhooks
        where last_at > ${Date.now() - UNROUTED_MS}
          and ${isWorkspaceKept(unroutedWebhooks.workspaceId)}
        order by last_at desc limit ${MAX_UNROUTED}`,
      stored,
    },
  );
  return { sizeBytes, latencyMs, ...found };
}

type Figures = Awaited<ReturnType<typeof figuresOf>>;

/** All databases by name, the directory's own included. */
const databasesIn = ({ databases }: Scope): [name: string, db: Database][] => [
  ...databases.names.map((name): [string, Database] => [name, databases.open(name)]),
  ...(databases.ofDirectory === null
    ? [["DIRECTORY", databases.directory] satisfies [string, Database]]
    : []),
];

const toWire = (name: string, figures: Figures | undefined): Health["databases"][number] => ({
  name,
  is_reachable: figures !== undefined,
  latency_ms: figures?.latencyMs ?? null,
  size_bytes: figures?.sizeBytes ?? null,
  leads: figures?.stored[0]?.leads ?? null,
  messages: figures?.stored[0]?.messages ?? null,
});

/** For how many seconds the oldest of a queue is overdue; null if nothing is. */
function overdueIn(queue: keyof Health["overdue"], all: Figures[], now: number) {
  const times = all.flatMap((figures) => figures[queue][0]?.at ?? []);
  const late = times.filter((at) => at < now);
  // Work that is due at once is due at 0.
  return late.length > 0
    ? Math.max(...late.map((at) => (at === 0 ? 0 : Math.floor((now - at) / 1_000))))
    : null;
}

const sum = (counts: { n: number }[][]) => counts.reduce((all, [row]) => all + (row?.n ?? 0), 0);

/** Asks all databases at once, each in two trips. One that can't be reached is logged. */
export async function getHealth(scope: Scope, env: Bindings): Promise<Health> {
  const all = databasesIn(scope);
  const figures = new Map<string, Figures>();
  const ask = async ([name, db]: (typeof all)[number]) => {
    figures.set(name, await figuresOf(db));
  };
  await settle(
    "database not reached",
    Object.fromEntries(all.map((entry) => [entry[0], ask(entry)])),
  );
  const reached = [...figures.values()];
  const now = Date.now();
  const unrouted = reached.flatMap((one) => one.unrouted).toSorted((a, b) => b.last_at - a.last_at);
  return {
    databases: all.map(([name]) => toWire(name, figures.get(name))),
    overdue: {
      messages: overdueIn("messages", reached, now),
      runs: overdueIn("runs", reached, now),
      deliveries: overdueIn("deliveries", reached, now),
      analyses: overdueIn("analyses", reached, now),
      clicks: overdueIn("clicks", reached, now),
    },
    stopped_channels: sum(reached.map(({ stopped }) => stopped)),
    paused_channels: sum(reached.map(({ paused }) => paused)),
    disabled_endpoints: sum(reached.map(({ disabled }) => disabled)),
    stopped: reached
      .flatMap((one) => [...one.stoppedChannels, ...one.disabledEndpoints])
      .toSorted((a, b) => (b.since ?? 0) - (a.since ?? 0))
      .slice(0, MAX_LISTED)
      .map(({ since, ...one }) => ({ ...one, since: isoOrNull(since) })),
    unrouted_webhooks: unrouted
      .slice(0, MAX_UNROUTED)
      .map(({ last_at, ...row }) => ({ ...row, last_at: iso(last_at) })),
    graph_versions: graphVariables.map((variable) => ({
      variable,
      ...graphVersionOf(env[variable], now),
    })),
  };
}
