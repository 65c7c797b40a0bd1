import { readBatch } from "#db/batch";
import { ownersDue, queues } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** The time that a message may be due before the cron wakes its sender. */
const OVERDUE_MS = 30_000;

/** Wakes the senders of overdue messages: their wake-up was lost, or their object died. */
export async function wakeMessageSenders(env: Bindings, db: Scope["db"], limit: number) {
  const { channels } = await readBatch(
    { db },
    { channels: ownersDue(queues.messages, Date.now() - OVERDUE_MS, limit) },
  );
  await Promise.all(channels.map(({ id, workspaceId }) => wake.channels(env, id, workspaceId)));
}
