import { readBatch } from "#db/batch";
import { ownersDue, queues } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { overdueEchoes, settleEchoesOf } from "../settle-echoes";

/** The time that a message may be due before the cron wakes its sender. */
const OVERDUE_MS = 30_000;

/** Fewer channels' held echoes are settled than senders are woken: each takes two calls of D1. */
const WOKEN_PER_SETTLED = 6;

/**
 * Wakes the senders of overdue messages: their wake-up was lost, or their object died. Settles the
 * echoes that have waited for a sender.
 */
export async function wakeMessageSenders(env: Bindings, db: Scope["db"], limit: number) {
  const { channels, echoes } = await readBatch(
    { db },
    {
      channels: ownersDue(queues.messages, Date.now() - OVERDUE_MS, limit),
      echoes: overdueEchoes(Math.ceil(limit / WOKEN_PER_SETTLED)),
    },
  );
  await Promise.all([
    ...channels.map(({ id, workspaceId }) => wake.channels(env, id, workspaceId)),
    settleEchoesOf(env, echoes),
  ]);
}
