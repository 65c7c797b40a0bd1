import type { ArchivedTable } from "#db/archive/tables";
import { type Place, START } from "#db/archive/walk";
import { wipeChunk } from "#db/archive/wipe";
import { COMPARED, comparedTable, comparePage, deleteStale, deleteStrays } from "#db/copying/pages";
import { copyOwnColumns, keptIn } from "#db/copying/place";
import { isRefusal } from "#lib/alarm";
import type { Making } from "./making";
import { countCopied, leave } from "./phases";
import { at, copying, nextTable, type Progress, type Stepped, start } from "./progress";

/** Compares a page until it is the same; after the last, puts the copy in place. */
export async function compare(making: Making, progress: Progress): Promise<Stepped> {
  const table = COMPARED[progress.table];
  if (progress.again === "wiping") return at(await wipe(making, progress));
  if (table && progress.stale) return at(await clear(making, progress, table, progress.stale));
  if (table) return at(await correct(making, progress, table));
  const own = copying(making);
  const stray = progress.strays.at(-1);
  if (stray !== undefined) {
    const page = await deleteStrays(own, comparedTable(stray), progress.place);
    await countCopied(making, 0, page.rows);
    if (page.next) return at({ ...progress, place: page.next });
    return at({ ...progress, strays: progress.strays.slice(0, -1), place: START });
  }
  await copyOwnColumns(own.source, own.target, own.workspaceId);
  await leave(making);
  return at(start("settling"));
}

/**
 * Where rows of the copy are in the way of others, such as two tags that have swapped their labels,
 * the table's stale rows are removed first, and all rows if that does not help.
 */
async function correct(making: Making, progress: Progress, table: ArchivedTable) {
  const page = await orRefused(comparePage(copying(making), table, progress.place));
  if (page === null && progress.cleared === table.name) return wipingOr(progress);
  if (page === null) return { ...progress, stale: START };
  await countCopied(making, 0, page.written);
  const isKept = keptIn(making.databases, making.move.to).includes(table.name);
  const isNew = page.isStray && !isKept && progress.strays.at(-1) !== table.name;
  const next = isNew ? { ...progress, strays: [...progress.strays, table.name] } : progress;
  return page.next ? { ...next, place: page.next } : nextTable(next);
}

/** Removes a page of a table's stale rows. */
async function clear(making: Making, progress: Progress, table: ArchivedTable, place: Place) {
  const page = await orRefused(deleteStale(copying(making), table, place));
  if (page === null) return wipingOr(progress);
  await countCopied(making, 0, page.rows);
  return page.next
    ? { ...progress, stale: page.next }
    : { ...progress, stale: null, cleared: table.name };
}

/** Null for what the database refuses. */
const orRefused = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error) => {
    if (isRefusal(error)) return null;
    throw error;
  });

/** The comparison begins again with an empty copy, once. */
function wipingOr({ again }: Progress): Progress {
  if (again === "wiped") throw new Error("The copy can't be made equal.");
  return start("comparing", "wiping");
}

async function wipe({ databases, move }: Making, progress: Progress): Promise<Progress> {
  const db = databases.open(move.to);
  const kept = { keepWorkspace: true, kept: keptIn(databases, move.to) };
  const state = await wipeChunk(db, move.workspaceId, progress.wipe, kept);
  return state.finished ? start("comparing", "wiped") : { ...progress, wipe: state };
}
