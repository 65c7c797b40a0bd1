import { ArchiveError } from "../../../db/archive/columns";
import {
  BEGIN_RESTORE,
  forgetRestored,
  type RestoreState,
  restoreChunk,
} from "../../../db/archive/restore";
import { BEGIN_VERIFY, type VerifyState, verifyChunk } from "../../../db/archive/verify";
import { unscopedBatch } from "../../../db/batch";
import { freeze, unfreeze } from "../../../db/freeze";
import { takeRange } from "../../../db/ranges";
import { isRefusal } from "../../../lib/alarm";
import { copyWorkspace } from "../../access/workspaces/copies";
import { wakeAll } from "../moves/workers";
import { getDirectoryFile } from "./directory-file";
import { beginErasing, type Erasing, eraseSome, withoutRevoked } from "./erase";
import { addOwners, addSlugs, addTokens, addWorkspace } from "./place";
import { end } from "./rows";
import type { Working } from "./working";

// While the rows of a workspace come, all other writes of its rows are refused, so that no cron or
// object begins to work on half of it. It has no tokens yet, and so no callers.

/** How far a restore is. */
export type Restoring = { state: "restoring" } & (
  | { phase: "rows"; rows: RestoreState }
  | { phase: "verifying"; verify: VerifyState }
  | { phase: "slugs" | "owners"; after: number }
  | { phase: "erasing"; erasing: Erasing }
  | { phase: "opening"; revoked: number[] }
);

/**
 * Makes a step of a restore. Returns how far it is; null once it is over. A step may be made twice.
 * A restore that can't go on is undone.
 */
export const restore = (working: Working, known: Restoring | null): Promise<Restoring | null> =>
  nextStep(working, known).catch(async (error) => {
    if (!(error instanceof ArchiveError) && !isRefusal(error)) throw error;
    const reason =
      error instanceof ArchiveError
        ? error.message
        : `The database refuses rows of the backup: ${causeOf(error)}`;
    await end(working, "undoing", { reason });
    return null;
  });

const causeOf = (error: Error): string =>
  error.cause instanceof Error ? causeOf(error.cause) : error.message;

const at = (progress: Restoring): Restoring => progress;

async function nextStep(working: Working, known: Restoring | null): Promise<Restoring | null> {
  const { databases, backup, archive } = working;
  const { workspaceId } = backup;
  const db = databases.open(backup.database);
  switch (known?.phase) {
    case undefined: {
      const file = await getDirectoryFile(archive);
      await takeRange(databases, backup.database, file.newest_range);
      await addWorkspace(databases, backup.database, file);
      return at({ state: "restoring", phase: "rows", rows: BEGIN_RESTORE });
    }
    case "rows": {
      // The first table is `workspaces` itself, whose row is there.
      if (known.rows.table === 1 && known.rows.part === 0 && known.rows.row === 0)
        await freeze(db, workspaceId);
      const rows = await restoreChunk(db, archive, known.rows);
      if (!rows.finished) return { ...known, rows };
      return at({ state: "restoring", phase: "verifying", verify: BEGIN_VERIFY });
    }
    case "verifying": {
      const verify = await verifyChunk(db, archive, known.verify);
      if (!verify.finished) return { ...known, verify };
      return at({ state: "restoring", phase: "slugs", after: 0 });
    }
    case "slugs": {
      const after = await addSlugs(databases, db, workspaceId, known.after);
      if (after !== null) return { ...known, after };
      return at({ state: "restoring", phase: "owners", after: 0 });
    }
    case "owners": {
      const after = await addOwners(databases, db, workspaceId, known.after);
      if (after !== null) return { ...known, after };
      return at({ state: "restoring", phase: "erasing", erasing: await beginErasing(working) });
    }
    case "erasing": {
      const { tokens } = await getDirectoryFile(archive);
      const { finished, ...erasing } = await eraseSome(working, known.erasing, tokens);
      if (!finished) return { ...known, erasing };
      return at({ state: "restoring", phase: "opening", revoked: erasing.revoked });
    }
    case "opening":
      return open(working, known.revoked);
  }
}

/** Lets the workspace go on. */
async function open(working: Working, revoked: number[]) {
  const { env, databases, backup, archive, now } = working;
  const { workspaceId, database } = backup;
  const db = databases.open(database);
  await copyWorkspace(databases, workspaceId);
  const file = await getDirectoryFile(archive);
  await addTokens(databases, { ...file, tokens: withoutRevoked(file.tokens, revoked) });
  await unfreeze(db, workspaceId);
  await unscopedBatch({ db }, { forgotten: forgetRestored(archive) });
  await end(working, "finished", { restoredAt: now() });
  await wakeAll(env, database, workspaceId);
  return null;
}
