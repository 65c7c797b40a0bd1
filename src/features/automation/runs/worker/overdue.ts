import { readBatch } from "#db/batch";
import { ownersDue, queues } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** Runs that are due before the next cron may not be known to their scheduler yet. */
const AHEAD_MS = 60_000;

/** Wakes the schedulers of due runs, in case a wake-up was lost or a scheduler died. */
export async function wakeRunSchedulers(env: Bindings, db: Scope["db"], limit: number) {
  const { workspaces } = await readBatch(
    { db },
    { workspaces: ownersDue(queues.runs, Date.now() + AHEAD_MS, limit) },
  );
  await Promise.all(workspaces.map(({ id }) => wake.runs(env, id)));
}
