import { readBatch } from "../../../db/batch";
import { ownersDue, queues } from "../../../db/due";
import { open } from "../../../db/scope";
import { wakeAnalysisWorker } from "../../../domain/wake";
import type { Bindings } from "../../../env";

/** A Worker makes at most 1,000 requests at a time. Workspaces beyond the limit wait a minute. */
const MAX_WOKEN = 200;

/**
 * Wakes the workers of workspaces with due analyses: conversations that have become quiet, and
 * analyses whose wake-up was lost.
 */
export async function wakeAnalysisWorkers(env: Bindings) {
  const { workspaces } = await readBatch(
    { db: open(env) },
    { workspaces: ownersDue(queues.analyses, Date.now() + 1, MAX_WOKEN) },
  );
  await Promise.all(workspaces.map(({ id }) => wakeAnalysisWorker(env, id)));
}
