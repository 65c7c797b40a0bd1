import { databasesOf } from "#db/placement/databases";
import type { Bindings } from "#env";
import { giveKey, openKey } from "./hash-key";
import { type Making, make } from "./make";
import { removeSome } from "./remove";
import { type Restoring, restore } from "./restore";
import { end, openBackup } from "./rows";
import { type Undoing, undo } from "./undo";
import { archiveOf, type Working } from "./working";

/** The progress of the work for a backup, in its state. */
export type Progress = Making | Restoring | Undoing | { state: "deleting" };

/** The work that is to be done for a backup, `before` the last step of it, if any. */
export async function findWork(
  env: Bindings,
  id: number,
  before?: Working,
): Promise<Working | undefined> {
  const databases = databasesOf(env);
  const found = await openBackup(databases, id);
  if (!found) return undefined;
  if (found.state === "running") await giveKey(env, databases, found);
  const isNew = found.state === "running" && found.hashKey === null;
  const backup = isNew ? await openBackup(databases, id) : found;
  if (!backup) return undefined;
  const archive = before?.archive ?? archiveOf(backup, env.FILES, await openKey(env, backup));
  return { env, databases, backup, archive, now: () => Date.now() };
}

/** Makes a step of the work. Returns how far it is; null once this work is over. */
export async function step(working: Working, known: Progress | null): Promise<Progress | null> {
  switch (working.backup.state) {
    case "running":
      return make(working, known?.state === "running" ? known : null);
    case "restoring":
      return restore(working, known?.state === "restoring" ? known : null);
    case "undoing":
      return undo(working, known?.state === "undoing" ? known : null);
    case "deleting":
      return (await removeSome(working)) ? { state: "deleting" } : null;
    case "finished":
    case "failed":
      return null;
  }
}

const INTERRUPTED = "The service broke off three times at the same step.";

/**
 * The way to give up work that ends its worker again and again: undefined for what must be done,
 * and for a restore that has not begun, which there is nothing to take back of. As a step, it
 * returns null.
 */
export function giveUp(working: Working, known: Progress | null) {
  const { state } = working.backup;
  const reason = INTERRUPTED;
  if (state === "running")
    return () => end(working, "failed", { reason, finishedAt: working.now() }).then(() => null);
  return state === "restoring" && known?.state === "restoring"
    ? () => end(working, "undoing", { reason }).then(() => null)
    : undefined;
}
