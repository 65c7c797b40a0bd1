import type { Place, Walked } from "../../../db/archive/walk";
import { START } from "../../../db/archive/walk";
import { BEGIN_WIPE, type WipeState, wipeChunk } from "../../../db/archive/wipe";
import { marksOf } from "../../../db/archive/write";
import {
  COMPARED,
  COPIED,
  type Copying,
  comparedTable,
  comparePage,
  copyPage,
  deleteStrays,
} from "../../../db/copying/pages";
import { addPlace, copyOwnColumns, forgetOwnColumns } from "../../../db/copying/place";
import { freeze, unfreeze } from "../../../db/freeze";
import { takeRange } from "../../../db/ranges";
import type { MovePhase } from "../../../domain/moves";
import { isRefusal } from "../../../lib/alarm";
import { copyWorkspace } from "../../access/workspaces/copies";
import type { Making } from "./making";
import { abandon, advance, countCopied, leave } from "./phases";
import { emptyOutbox, wakeAll } from "./workers";

/** How far a move is in its phase. */
export type Progress = {
  phase: MovePhase;
  /** The table that is worked, by its place in `COPIED` or `COMPARED`, and where in it. */
  table: number;
  place: Place;
  /** How far the rows of a database are removed. */
  wipe: WipeState;
  /** The newest rows as the copy was begun; null before. */
  marks: Walked["marks"] | null;
  /** The tables of which the copy may have rows that the workspace has not, the last first. */
  strays: string[];
  /** Whether the workspace is frozen while it is copied, since the copy had conflicts. */
  again: boolean;
};

/** Where a step has led: what comes next, and not before `waitUntil`. */
export type Stepped = { next: Progress; waitUntil: number };

/** By then no isolate takes the workspace for where it was. */
const SETTLED_MS = 10_000;
/** A move that has refused writes for this long is abandoned. */
const MAX_FROZEN_MS = 300_000;

const start = (phase: MovePhase, again = false): Progress => ({
  phase,
  table: 0,
  place: START,
  wipe: BEGIN_WIPE,
  marks: null,
  strays: [],
  again,
});

const at = (progress: Progress, waitUntil = 0): Stepped => ({ next: progress, waitUntil });

const copying = ({ databases, move }: Making): Copying => ({
  source: databases.open(move.from),
  target: databases.open(move.to),
  workspaceId: move.workspaceId,
});

/** Makes a step of a move. A step may be made twice, whole or in part. */
export function step(making: Making, known: Progress | null): Promise<Stepped> {
  const { move, now } = making;
  const progress = known ?? start(move.phase);
  const isLate = move.frozenAt !== null && move.frozenAt + MAX_FROZEN_MS < now();
  if (isLate && (move.phase === "freezing" || move.phase === "comparing"))
    return abandon(making, "Writes would have been refused for too long.").then(() =>
      at(start("abandoning")),
    );
  switch (move.phase) {
    case "copying":
      return copy(making, progress);
    case "freezing":
      return freezeSource(making);
    case "comparing":
      return compare(making, progress);
    case "settling":
      return settle(making, progress);
    case "removing":
      return removeFrom(making, progress, move.from, "finished");
    case "abandoning":
      return giveUp(making, progress);
    case "finished":
    case "abandoned":
      return Promise.resolve(at(progress));
  }
}

/** Copies a page. The target takes a range of ids before the first. */
async function copy(making: Making, progress: Progress): Promise<Stepped> {
  const { databases, move } = making;
  const table = COPIED[progress.table];
  if (!table) {
    await advance(making, "copying", "freezing");
    return at(start("freezing"));
  }
  if (!progress.marks) {
    await takeRange(databases, move.to);
    await addPlace(databases, databases.open(move.to), move.workspaceId);
    const marks = await marksOf(databases.open(move.from), move.workspaceId);
    return at({ ...progress, marks });
  }
  const page = await copyPage(copying(making), table, progress.marks, progress.place);
  await countCopied(making, page.rows, 0);
  return at(page.next ? { ...progress, place: page.next } : nextTable(progress));
}

const nextTable = (progress: Progress): Progress => ({
  ...progress,
  table: progress.table + 1,
  place: START,
});

/**
 * Ends the workspace's writes, and waits until the directory has all that they changed. Nobody may
 * write to its copy either: the worker of that database would work its tombstones, and the cron
 * prune its rows, behind the comparison.
 */
async function freezeSource(making: Making): Promise<Stepped> {
  const { databases, move } = making;
  const source = databases.open(move.from);
  await freeze(source, move.workspaceId);
  await freeze(databases.open(move.to), move.workspaceId);
  await emptyOutbox(databases, move.from, move.workspaceId);
  await advance(making, "freezing", "comparing");
  return at(start("comparing"));
}

/** Compares a page until it is the same; after the last, puts the copy in place. */
async function compare(making: Making, progress: Progress): Promise<Stepped> {
  const { move } = making;
  const own = copying(making);
  const table = COMPARED[progress.table];
  if (table) {
    const page = await comparePage(own, table, progress.place).catch((error) => {
      if (!isRefusal(error) || progress.again) throw error;
      return null;
    });
    if (!page) return at(await wipeForAgain(making));
    await countCopied(making, 0, page.written);
    const isNew = page.isStray && progress.strays.at(-1) !== table.name;
    const strays = isNew ? [...progress.strays, table.name] : progress.strays;
    const next = { ...progress, strays };
    return at(page.next ? { ...next, place: page.next } : nextTable(next));
  }
  const stray = progress.strays.at(-1);
  if (stray !== undefined) {
    const page = await deleteStrays(own, comparedTable(stray), progress.place);
    await countCopied(making, 0, page.rows);
    if (page.next) return at({ ...progress, place: page.next });
    return at({ ...progress, strays: progress.strays.slice(0, -1), place: START });
  }
  await copyOwnColumns(own.source, own.target, move.workspaceId);
  await leave(making);
  return at(start("settling"));
}

/**
 * Where rows of the copy are in the way of others, such as two tags that have swapped their labels,
 * the comparison begins again with an empty copy.
 */
async function wipeForAgain(making: Making): Promise<Progress> {
  const { target, workspaceId } = copying(making);
  for (let wipe = BEGIN_WIPE; !wipe.finished; )
    wipe = await wipeChunk(target, workspaceId, wipe, { keepWorkspace: true });
  return start("comparing", true);
}

/** Waits until everybody knows where the workspace is, and lets it go on there. */
async function settle(making: Making, progress: Progress): Promise<Stepped> {
  const { databases, env, move, now } = making;
  const settledAt = (move.thawedAt ?? now()) + SETTLED_MS;
  if (settledAt > now()) return at(progress, settledAt);
  await copyWorkspace(databases, move.workspaceId);
  await unfreeze(databases.open(move.to), move.workspaceId);
  await advance(making, "settling", "removing");
  await wakeAll(env, move.to, move.workspaceId);
  return at(start("removing"));
}

/** Removes a chunk of the workspace's rows from a database where nobody looks for them. */
async function removeFrom(
  making: Making,
  progress: Progress,
  database: string,
  end: "finished" | "abandoned",
): Promise<Stepped> {
  const { databases, move } = making;
  const db = databases.open(database);
  const keepWorkspace = database === databases.ofDirectory;
  const wipe = await wipeChunk(db, move.workspaceId, progress.wipe, { keepWorkspace });
  if (!wipe.finished) return at({ ...progress, wipe });
  await unfreeze(db, move.workspaceId);
  if (keepWorkspace) await forgetOwnColumns(db, move.workspaceId);
  await advance(making, move.phase, end);
  return at(start(end));
}

/** Lets the workspace go on where it is, and removes the copy. */
async function giveUp(making: Making, progress: Progress): Promise<Stepped> {
  const { databases, env, move } = making;
  if (progress.wipe.table === 0) {
    await unfreeze(databases.open(move.from), move.workspaceId);
    await wakeAll(env, move.from, move.workspaceId);
  }
  return removeFrom(making, progress, move.to, "abandoned");
}
