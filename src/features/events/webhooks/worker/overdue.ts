import { sql } from "drizzle-orm";
import { readBatch } from "../../../../db/batch";
import { open } from "../../../../db/scope";
import { isSuspended } from "../../../../db/suspension";
import { wakeWebhookSender } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";

/** For how long an endpoint may be due before the cron wakes its sender. */
const OVERDUE_MS = 30_000;

/** A Worker makes at most 1,000 requests. Endpoints beyond this are woken a minute later. */
const MAX_WOKEN = 300;

/** Wakes the senders of overdue endpoints: a wake-up was lost, or a sender's process died. */
export async function wakeWebhookSenders(env: Bindings) {
  const db = open(env);
  const { overdue } = await readBatch(
    { db },
    {
      overdue: sql<{ id: number }>`
        select id from webhook_endpoints
        where next_at is not null and next_at < ${Date.now() - OVERDUE_MS}
          and not ${isSuspended(sql`webhook_endpoints.workspace_id`)}
        order by random() limit ${MAX_WOKEN}`,
    },
  );
  await Promise.all(overdue.map(({ id }) => wakeWebhookSender(env, id)));
}
