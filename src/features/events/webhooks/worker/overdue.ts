import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { isSuspended } from "#db/scope/suspension";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** For how long an endpoint may be due before the cron wakes its sender. */
const OVERDUE_MS = 30_000;

/** Wakes the senders of overdue endpoints: a wake-up was lost, or a sender's process died. */
export async function wakeWebhookSenders(env: Bindings, db: Scope["db"], limit: number) {
  const { overdue } = await readBatch(
    { db },
    {
      overdue: sql<{ id: number; workspaceId: number }>`
        select id, workspace_id as workspaceId from webhook_endpoints
        where next_at is not null and next_at < ${Date.now() - OVERDUE_MS}
          and not ${isSuspended(sql`webhook_endpoints.workspace_id`)}
        order by random() limit ${limit}`,
    },
  );
  await Promise.all(overdue.map(({ id, workspaceId }) => wake.endpoints(env, id, workspaceId)));
}
