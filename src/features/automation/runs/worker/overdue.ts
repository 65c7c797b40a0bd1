import { sql } from "drizzle-orm";
import { ownersOf } from "../../../../db/due";
import { isWaiting } from "../../../../db/runs";
import { open, readAll, rows } from "../../../../db/scope";
import { wakeRunScheduler } from "../../../../domain/wake";
import type { Bindings } from "../../../../env";

/** Runs that are due before the cron comes again may be new to their clock. */
const AHEAD_MS = 60_000;

/** A Worker makes at most 1,000 requests of its own at a time. Those that are left out have their turn in a minute. */
const MAX_WOKEN = 300;

/** Wakes the clocks whose poke was lost, or who died: of the workspaces with runs that are due. */
export async function wakeRunSchedulers(env: Bindings) {
  const db = open(env);
  const due = ownersOf(
    "runs",
    "workspace_id",
    isWaiting,
    sql`next_at < ${Date.now() + AHEAD_MS}`,
    MAX_WOKEN,
  );
  const [workspaces] = await readAll({ db }, [rows<{ id: number }>({ db }, due)]);
  await Promise.all(workspaces.map(({ id }: { id: number }) => wakeRunScheduler(env, id)));
}
