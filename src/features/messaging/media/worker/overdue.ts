import { readBatch } from "#db/batch";
import { ownersDue, profileQueue, queues } from "#db/statements/due";
import { wake } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";

/** The time that a file may be due before the cron wakes its fetcher. */
const OVERDUE_MS = 30_000;

/** Wakes the fetchers of overdue files and profiles: a wake-up was lost, or an object died. */
export async function wakeMediaFetchers(env: Bindings, db: Scope["db"], limit: number) {
  const before = Date.now() - OVERDUE_MS;
  const { files, profiles } = await readBatch(
    { db },
    {
      files: ownersDue(queues.media, before, limit),
      profiles: ownersDue(profileQueue, before, limit),
    },
  );
  const ids = new Set([...files, ...profiles].slice(0, limit).map(({ id }) => id));
  await Promise.all([...ids].map((id) => wake.media(env, id)));
}
