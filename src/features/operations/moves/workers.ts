import { sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import { repairDirectory } from "#db/placement/outbox";
import { outbox } from "#db/schema/directory";
import { channels } from "#db/schema/messaging";
import { scopeIn, within } from "#db/scope/scope";
import { dueIn } from "#db/statements/due";
import { wakeWorkers } from "#domain/wake/objects";
import { toWake } from "#domain/wake/sink";
import type { Bindings, Databases } from "#env";
import { lookForWork } from "#features/events/webhooks/deliveries";
import { APPLIERS } from "../outbox";

/** The object of a channel beyond these is woken by the cron. */
const MAX_CHANNELS = 300;

/** The changes that a step brings to the directory. */
const CHANGES = 500;

/**
 * Brings changes of a frozen workspace to the directory, where none are added any more. Returns
 * whether it has them all.
 */
export async function emptyOutbox(databases: Databases, database: string, workspaceId: number) {
  const db = databases.open(database);
  await repairDirectory(databases, db, APPLIERS, CHANGES);
  const left = sql<{ seq: number }>`
    select seq from outbox where ${within({ workspaceId }, outbox)} limit 1`;
  return (await readBatch({ db }, { left })).left.length === 0;
}

/**
 * Wakes the objects of a workspace that may have been refused while it was frozen. It may have been
 * resumed meanwhile.
 */
export async function wakeAll(env: Bindings, database: string, workspaceId: number) {
  const scope = scopeIn(env, { workspaceId, database });
  const waiting = sql`exists (
    select 1 from messages where channel_id = channels.id and next_attempt_at is not null)`;
  const { due, sending } = await unscopedBatch(scope, {
    looking: lookForWork(scope),
    due: dueIn(workspaceId),
    sending: sql<{ id: number }>`
      select id from channels where ${within(scope, channels, waiting)} limit ${MAX_CHANNELS}`,
  });
  await wakeWorkers(env, scope, {
    ...(due[0] && toWake(due[0])),
    runs: true,
    analyses: true,
    media: true,
    channels: sending.map(({ id }) => id),
  });
}
