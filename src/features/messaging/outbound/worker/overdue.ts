import { readBatch } from "../../../../db/batch";
import { ownersDue, queues } from "../../../../db/due";
import { open } from "../../../../db/scope";
import { wakeMessageSender } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";

/** How long a message may be due before the cron wakes its sender. */
const OVERDUE_MS = 30_000;

/** A Worker makes at most 1,000 requests of its own at a time. The others wait for a minute. */
const MAX_WOKEN = 300;

/** Wakes the senders of overdue messages: their wake-up was lost, or their object died. */
export async function wakeMessageSenders(env: Bindings) {
  const { channels } = await readBatch(
    { db: open(env) },
    { channels: ownersDue(queues.messages, Date.now() - OVERDUE_MS, MAX_WOKEN) },
  );
  await Promise.all(channels.map(({ id }) => wakeMessageSender(env, id)));
}
