import { readBatch } from "#db/batch";
import { ownersDue, queues } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/**
 * Wakes the workers of workspaces with due analyses: conversations that have become quiet, and
 * analyses whose wake-up was lost.
 */
export async function wakeAnalysisWorkers(env: Bindings, db: Scope["db"], limit: number) {
  const { workspaces } = await readBatch(
    { db },
    { workspaces: ownersDue(queues.analyses, Date.now() + 1, limit) },
  );
  await Promise.all(workspaces.map(({ id }) => wake.analyses(env, id)));
}
