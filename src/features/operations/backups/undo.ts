import { forgetRestored } from "#db/archive/restore";
import { BEGIN_WIPE, type WipeState, wipeChunk } from "#db/archive/wipe";
import { unscopedBatch } from "#db/batch";
import { unfreeze } from "#db/placement/freeze";
import { removeSomeAddresses, removeWorkspace } from "./place";
import { end } from "./rows";
import type { Working } from "./working";

/** The progress of removing the rows of a failed restore. */
export type Undoing = { state: "undoing"; wipe: WipeState };

/**
 * Removes some of what a failed restore has written, but entries of the audit log. Returns how far
 * it is; null once the backup is as it was. A step may be made twice.
 */
export async function undo(working: Working, known: Undoing | null): Promise<Undoing | null> {
  const { databases, backup, archive } = working;
  const { workspaceId, database } = backup;
  const db = databases.open(database);
  const progress = known ?? { state: "undoing", wipe: BEGIN_WIPE };
  if (await removeSomeAddresses(databases, workspaceId)) return progress;
  const wipe = await wipeChunk(db, workspaceId, progress.wipe, { kept: ["audit_log"] });
  if (!wipe.finished) return { ...progress, wipe };
  await removeWorkspace(databases, workspaceId);
  await unfreeze(db, workspaceId);
  await unscopedBatch({ db }, { forgotten: forgetRestored(archive) });
  await end(working, "finished");
  return null;
}
