import { sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { ownersOf } from "../../../db/due";
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
  const db = open(env);
  const due = ownersOf(
    "analyses",
    "workspace_id",
    sql`next_at is not null`,
    sql`next_at <= ${Date.now()}`,
    MAX_WOKEN,
  );
  const { workspaces } = await readBatch({ db }, { workspaces: sql<{ id: number }>`${due}` });
  await Promise.all(workspaces.map(({ id }) => wakeAnalysisWorker(env, id)));
}
