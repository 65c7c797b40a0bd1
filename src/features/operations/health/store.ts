import { sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { databasesOf } from "../../../db/databases";
import { oldestDue, queues } from "../../../db/due";
import { isWorkspaceKept } from "../../../db/kept";
import { webhookEndpoints } from "../../../db/schema/events";
import { channels, unroutedWebhooks } from "../../../db/schema/messaging";
import { isSuspended } from "../../../db/suspension";
import type { Bindings, Scope } from "../../../env";
import { TtlCache } from "../../../lib/cache";
import { DAY_MS, iso } from "../../../lib/time";
import type { Health } from "./schema";

/** Whoever asks how often: D1 is asked this often. */
const CHECK_TTL_MS = 5_000;
const checks = new TtlCache<boolean>(CHECK_TTL_MS, 1);

/** Whether D1 answers. */
export const isHealthy = (env: Bindings, keep: (promise: Promise<unknown>) => void) =>
  checks.get("database", Date.now(), () => answers(env), keep);

const answers = (env: Bindings) =>
  databasesOf(env)
    .directory.run(sql`select 1`)
    .then(
      () => true,
      () => false,
    );

/** An endpoint that is due at once (0) has been since its first event, whose id holds its time. */
const oldestDelivery = sql<{ at: number | null }>`
  select min(case next_at when 0 then coalesce(next_event_id / 1000, updated_at) else next_at end)
    as at
  from webhook_endpoints
  where next_at is not null and not ${isSuspended(sql`webhook_endpoints.workspace_id`)}`;

/** A click is judged some seconds after it was stored. */
const JUDGED_WITHIN_MS = 15_000;
const MAX_CLICKS = 1_000;

/** There is no index of the clicks to judge: it would be written twice with each click. */
const oldestClick = sql<{ at: number | null }>`
  select min(created_at) + ${JUDGED_WITHIN_MS} as at from (
    select created_at, suspected_scanner from link_clicks order by id desc limit ${MAX_CLICKS})
  where suspected_scanner is null`;

const UNROUTED_MS = 7 * DAY_MS;
const MAX_UNROUTED = 20;

type Unrouted = {
  workspace_id: number;
  channel_id: number;
  account_id: string;
  count: number;
  last_at: number;
};

export async function getHealth({ db }: Scope): Promise<Health> {
  const start = Date.now();
  const { meta } = await db.run(sql`select 1`);
  const latency = Date.now() - start;
  const { messages, runs, deliveries, analyses, clicks, stopped, disabled, unrouted } =
    await readBatch(
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
        disabled: sql<{ n: number }>`
        select count(*) as n from webhook_endpoints
        where disabled_reason is not null and ${isWorkspaceKept(webhookEndpoints.workspaceId)}`,
        unrouted: sql<Unrouted>`
        select workspace_id, channel_id, account_id, webhooks_count as count, last_at
        from unrouted_webhooks
        where last_at > ${Date.now() - UNROUTED_MS}
          and ${isWorkspaceKept(unroutedWebhooks.workspaceId)}
        order by last_at desc limit ${MAX_UNROUTED}`,
      },
    );
  const now = Date.now();
  const overdue = ([row]: { at: number | null }[]) => {
    if (row?.at == null || row.at >= now) return null;
    // What is due at once is due at 0.
    return row.at === 0 ? 0 : Math.floor((now - row.at) / 1_000);
  };
  return {
    database: { latency_ms: latency, size_bytes: meta.size_after },
    overdue: {
      messages: overdue(messages),
      runs: overdue(runs),
      deliveries: overdue(deliveries),
      analyses: overdue(analyses),
      clicks: overdue(clicks),
    },
    stopped_channels: stopped[0]?.n ?? 0,
    disabled_endpoints: disabled[0]?.n ?? 0,
    unrouted_webhooks: unrouted.map(({ last_at, ...row }) => ({ ...row, last_at: iso(last_at) })),
  };
}
