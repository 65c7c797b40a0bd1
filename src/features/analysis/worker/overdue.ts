import { sql } from "drizzle-orm";
import { ownersOf } from "../../../db/due";
import { open, readAll, rows } from "../../../db/scope";
import { wakeAnalysisWorker } from "../../../domain/wake";
import type { Bindings } from "../../../env";

/** A Worker makes at most 1,000 requests of its own at a time. Those that are left out have their turn in a minute. */
const MAX_WOKEN = 200;

/** Wakes the desks of the workspaces with analyses whose turn has come: their conversations have been quiet, or a poke was lost. */
export async function wakeAnalysisWorkers(env: Bindings) {
  const db = open(env);
  const due = ownersOf(
    "analyses",
    "workspace_id",
    sql`next_at is not null`,
    sql`next_at <= ${Date.now()}`,
    MAX_WOKEN,
  );
  const [workspaces] = await readAll({ db }, [rows<{ id: number }>({ db }, due)]);
  await Promise.all(workspaces.map(({ id }: { id: number }) => wakeAnalysisWorker(env, id)));
}
