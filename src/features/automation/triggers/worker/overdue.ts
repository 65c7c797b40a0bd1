import { readBatch } from "#db/batch";
import { selectDueTriggers } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** Times before the next cron may not be known to their worker yet. */
const AHEAD_MS = 60_000;

/** Wakes the workers of causes, in case a wake-up was lost or a worker died. */
export async function wakeTriggerWorkers(env: Bindings, db: Scope["db"], limit: number) {
  const { workspaces } = await readBatch(
    { db },
    { workspaces: selectDueTriggers(Date.now() + AHEAD_MS, limit) },
  );
  await Promise.all(workspaces.map(({ id }) => wake.triggers(env, id)));
}
