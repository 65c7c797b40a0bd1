import { readBatch } from "#db/batch";
import { ownersDue, queues } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** The time that a file may be due before the cron wakes its fetcher. */
const OVERDUE_MS = 30_000;

/** Wakes the fetchers of overdue files: their wake-up was lost, or their object died. */
export async function wakeMediaFetchers(env: Bindings, db: Scope["db"], limit: number) {
  const { workspaces } = await readBatch(
    { db },
    { workspaces: ownersDue(queues.media, Date.now() - OVERDUE_MS, limit) },
  );
  await Promise.all(workspaces.map(({ id }) => wake.media(env, id)));
}
