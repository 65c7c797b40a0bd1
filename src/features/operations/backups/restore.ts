import { sql } from "drizzle-orm";
import { ArchiveError } from "#db/archive/columns";
import {
  BEGIN_RESTORE,
  forgetRestored,
  type RestoreState,
  restoreChunk,
} from "#db/archive/restore";
import { BEGIN_VERIFY, type VerifyState, verifyChunk } from "#db/archive/verify";
import { readBatch, unscopedBatch } from "#db/batch";
import { freeze, unfreeze, whileFrozen } from "#db/placement/freeze";
import { countAbove } from "#db/placement/ranges";
import { releaseEvents } from "#db/statements/run-events";
import { restartTriggers } from "#db/statements/scenario-triggers";
import type { Database } from "#env";
import { copyWorkspace } from "#features/access/workspaces/copies";
import { isRefusal } from "#lib/alarm";
import { log } from "#lib/log";
import { wakeAll } from "../moves/workers";
import { restoreActs } from "./acts";
import { findWorkspace, getDirectoryFile } from "./directory-file";
import { beginErasing, type Erasing, eraseSome, withoutRevoked } from "./erase";
import { forgetRemoved } from "./finished";
import { requireKey } from "./hash-key";
import {
  addOwners,
  addSlugs,
  addSourceKeys,
  addWorkspace,
  insertTokens,
  requireFree,
} from "./place";
import { end } from "./rows";
import type { Working } from "./working";

// While the rows of a workspace come, all other writes of its rows are refused, so that no cron or
// object begins to work on half of it. It has no tokens yet, and so no callers.

/** The progress of a restore. */
export type Restoring = { state: "restoring" } & (
  | { phase: "rows"; rows: RestoreState }
  | { phase: "verifying"; verify: VerifyState }
  | { phase: "events" | "slugs" | "owners" | "sources"; after: number }
  | { phase: "acts"; part: number }
  | { phase: "erasing"; erasing: Erasing | null }
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
    const { id, workspaceId } = working.backup;
    log("error", "workspace not restored", { workspace_id: workspaceId, backup_id: id });
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
  if (known?.phase !== "opening") requireKey(working);
  switch (known?.phase) {
    case undefined: {
      // First of all: what is not begun is not taken back.
      if (await isThere(working, db)) return refuse(working);
      const file = await getDirectoryFile(archive);
      await countAbove(databases, backup.database, file.newest_range);
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
      return at({ state: "restoring", phase: "events", after: 0 });
    }
    case "events": {
      const { last, released } = releaseEvents(backup, known.after);
      const events = { last, released: whileFrozen(workspaceId, [released]) };
      const after = (await unscopedBatch({ db }, events)).last[0]?.id ?? null;
      if (after !== null) return { ...known, after };
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
      return at({ state: "restoring", phase: "sources", after: 0 });
    }
    case "sources": {
      const after = await addSourceKeys(databases, db, workspaceId, known.after);
      if (after !== null) return { ...known, after };
      return at({ state: "restoring", phase: "acts", part: 0 });
    }
    case "acts": {
      const part = await restoreActs(databases.directory, archive, known.part);
      if (part !== null) return { ...known, part };
      return at({ state: "restoring", phase: "erasing", erasing: null });
    }
    case "erasing": {
      if (!known.erasing) return { ...known, erasing: await beginErasing(working) };
      const { tokens } = await getDirectoryFile(archive);
      const { finished, ...erasing } = await eraseSome(working, known.erasing, tokens);
      if (!finished) return { ...known, erasing };
      return at({ state: "restoring", phase: "opening", revoked: erasing.revoked });
    }
    case "opening":
      return open(working, known.revoked);
  }
}

/** True if the database has rows of the workspace that the directory does not know of. */
async function isThere({ databases, backup: { workspaceId } }: Working, db: Database) {
  if (await findWorkspace(databases, workspaceId)) return false;
  const { rows } = await readBatch(
    { db },
    { rows: sql<{ id: number }>`select id from workspaces where id = ${workspaceId}` },
  );
  return rows.length > 0;
}

/** Leaves the rows that are there alone. */
const refuse = (working: Working) =>
  end(working, "finished", { reason: "Its database has the workspace already." }).then(() => null);

/**
 * Lets the workspace go on. Its tokens come with the end of the restore, in one transaction: once
 * anybody may call for it, nothing of it is taken back.
 */
async function open(working: Working, revoked: number[]) {
  const { env, databases, backup, archive, now } = working;
  const { workspaceId, database } = backup;
  const db = databases.open(database);
  const file = await getDirectoryFile(archive);
  const own = withoutRevoked(file.tokens, revoked);
  await requireFree(databases, workspaceId, own);
  await copyWorkspace(databases, workspaceId);
  const restarted = whileFrozen(workspaceId, restartTriggers(backup));
  await unscopedBatch({ db }, { restarted });
  await unfreeze(db, workspaceId);
  await unscopedBatch({ db }, { forgotten: forgetRestored(archive) });
  await forgetRemoved(env.FILES, workspaceId);
  await unscopedBatch(
    { db: databases.directory },
    {
      tokens: insertTokens(backup, own),
      ended: end(working, "finished", { restoredAt: now() }),
    },
  );
  await wakeAll(env, database, workspaceId);
  return null;
}
