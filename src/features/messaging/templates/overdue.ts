import { sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import { isWritable } from "#db/placement/freeze";
import { scopeOf } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import type { Bindings, Database } from "#env";
import { describeError, log } from "#lib/log";
import { claimSync } from "../channels/sync-state";
import { syncClaimed } from "./sync";

/** The number of channels that are synced at once. */
const AT_ONCE = 4;

/** Syncs the channels that are due, at most `limit`, those first that have waited longest. */
export async function syncDueTemplates(env: Bindings, db: Database, limit: number) {
  const now = Date.now();
  const { due } = await readBatch(
    { db },
    {
      due: sql<{ id: number; workspaceId: number }>`
        select id, workspace_id as workspaceId from channels
        where sync_at <= ${now} and status = 'active'
          and not ${isSuspended(sql`workspace_id`)} and ${isWritable(sql`workspace_id`)}
        order by sync_at limit ${limit}`,
    },
  );
  const waiting = due.values();
  const work = async () => {
    for (const { id, workspaceId } of waiting) await syncDue(env, workspaceId, id, now);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** A channel that can't be synced keeps no other waiting. */
async function syncDue(env: Bindings, workspaceId: number, id: number, now: number) {
  try {
    const scope = await scopeOf(env, workspaceId);
    const { claimed } = await unscopedBatch(scope, { claimed: claimSync(scope, id, now) });
    if (claimed[0]) await syncClaimed(scope, env, claimed[0]);
  } catch (error) {
    log("error", "templates not synced", { channel_id: id, ...describeError(error) });
  }
}
