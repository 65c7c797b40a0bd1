import { readBatch } from "#db/batch";
import { frozenWorkspaces, unfreeze } from "#db/placement/freeze";
import type { Database, Databases } from "#env";
import { HOUR_MS } from "#lib/time";
import { selectFenced } from "./store";

/** A request that began before a workspace left its database is over by then. */
const KEPT_MS = HOUR_MS;
/** The fences that a cron takes away: each is a hundred triggers. */
const MAX_FENCES = 20;

/**
 * Takes away the fences of workspaces that left a database more than an hour ago, and those that
 * nobody needs any more for another reason.
 */
export async function dropFences({ directory }: Databases, db: Database, now = Date.now()) {
  const { frozen } = await readBatch({ db }, { frozen: frozenWorkspaces });
  if (frozen.length === 0) return;
  const { needed } = await readBatch({ db: directory }, { needed: selectFenced(now - KEPT_MS) });
  const kept = new Set(needed.map(({ id }) => id));
  const over = frozen.filter(({ id }) => !kept.has(id)).slice(0, MAX_FENCES);
  for (const { id } of over) await unfreeze(db, id);
}
