import { sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import type { Bindings, Scope } from "#env";
import { deleteObjects } from "#lib/bucket";
import { folderOf } from "./store";

/** By then, no step of an export that was hidden is under way. */
const QUIET_MS = 600_000;

type Found = { id: number; workspaceId: number };

/** Deletes files of an export that `condition` finds. Returns it once it has none. */
async function empty({ FILES }: Bindings, db: Scope["db"], condition: ReturnType<typeof sql>) {
  const { found } = await readBatch(
    { db },
    {
      found: sql<Found>`
        select id, workspace_id as workspaceId from exports where ${condition} limit 1`,
    },
  );
  const [one] = found;
  if (!one) return { hasMore: false };
  if (await deleteObjects(FILES, folderOf(one))) return { hasMore: true };
  return { hasMore: true, id: one.id };
}

/**
 * Deletes files of an export whose time is over, and hides it. Returns whether there may be others.
 */
export async function hideOldExport(env: Bindings, db: Scope["db"], now: number) {
  const isOld = sql`deleted_at is null and kept_until <= ${now}`;
  const { id, hasMore } = await empty(env, db, isOld);
  if (id === undefined) return hasMore;
  await unscopedBatch(
    { db },
    { hidden: sql`update exports set deleted_at = ${now} where id = ${id}` },
  );
  return true;
}

/** As `hideOldExport`, for one that is hidden, of which nothing stays. */
export async function removeHiddenExport(env: Bindings, db: Scope["db"], now: number) {
  const { id, hasMore } = await empty(env, db, sql`deleted_at <= ${now - QUIET_MS}`);
  if (id === undefined) return hasMore;
  await unscopedBatch({ db }, { removed: sql`delete from exports where id = ${id}` });
  return true;
}
