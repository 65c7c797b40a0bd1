import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** For how long an event may be unsent before the cron wakes the stream. */
const OVERDUE_MS = 30_000;

/** Wakes the streams that have not sent an event: a wake-up was lost. */
export async function wakeEventStreams(env: Bindings, db: Scope["db"], limit: number) {
  // An id is a time in milliseconds times 1,000, plus a count.
  const { overdue } = await readBatch(
    { db },
    {
      overdue: sql<{ workspaceId: number }>`
        select workspace_id as workspaceId from event_streams
        where next_event_id is not null and next_event_id < ${(Date.now() - OVERDUE_MS) * 1000}
        order by random() limit ${limit}`,
    },
  );
  await Promise.all(overdue.map(({ workspaceId }) => wake.stream(env, workspaceId)));
}
