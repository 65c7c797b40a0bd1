import { readBatch } from "../../../../db/batch";
import { ownersDue, queues } from "../../../../db/due";
import { open } from "../../../../db/scope";
import { wakeRunScheduler } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";

/** Runs that are due before the next cron may not be known to their scheduler yet. */
const AHEAD_MS = 60_000;

/** A Worker makes at most 1,000 requests at a time. The next cron wakes the other schedulers. */
const MAX_WOKEN = 300;

/** Wakes the schedulers of due runs, in case a wake-up was lost or a scheduler died. */
export async function wakeRunSchedulers(env: Bindings) {
  const { workspaces } = await readBatch(
    { db: open(env) },
    { workspaces: ownersDue(queues.runs, Date.now() + AHEAD_MS, MAX_WOKEN) },
  );
  await Promise.all(workspaces.map(({ id }) => wakeRunScheduler(env, id)));
}
