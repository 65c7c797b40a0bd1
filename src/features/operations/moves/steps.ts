import {
  type Copying,
  comparePage,
  copyPage,
  deleteExtra,
  wipePage,
} from "../../../db/copying/pages";
import { addPlace, copyOwnColumns, removePlace } from "../../../db/copying/place";
import { COPIED } from "../../../db/copying/tables";
import type { Position } from "../../../db/copying/walk";
import { allowDeletes, freeze, unfreeze } from "../../../db/freeze";
import { takeRange } from "../../../db/ranges";
import type { moves } from "../../../db/schema/directory";
import type { MovePhase } from "../../../domain/moves";
import type { Bindings, Databases } from "../../../env";
import { isRefusal } from "../../../lib/alarm";
import { copyWorkspace } from "../../access/workspaces/copies";
import { abandon, advance, countCopied, leave } from "./phases";
import { emptyOutbox, wakeAll } from "./workers";

/** A move as the directory has it. */
export type Move = typeof moves.$inferSelect;

/** How far a move is in its phase. */
export type Progress = {
  phase: MovePhase;
  /** The table that is worked, by its place in `COPIED`, and where in it. */
  table: number;
  after: Position;
  /** The keys of rows that only the copy has, by table. */
  extra: Record<string, string[]>;
  /** Whether the workspace is frozen while it is copied, since the copy had conflicts. */
  again: boolean;
};

/** What an object needs to make a move. */
export type Making = { env: Bindings; databases: Databases; move: Move; now: () => number };

/** Where a step has led: what comes next, and not before `waitUntil`. */
export type Stepped = { next: Progress; waitUntil: number };

/** By then no isolate takes the workspace for where it was. */
const SETTLED_MS = 10_000;
/** A move that has refused writes for this long is abandoned. */
const MAX_FROZEN_MS = 300_000;

const start = (phase: MovePhase, again = false): Progress => ({
  phase,
  table: 0,
  after: null,
  extra: {},
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
  if (progress.table === 0 && progress.after === null) {
    await takeRange(databases, move.to);
    await addPlace(databases, databases.open(move.to), move.workspaceId);
  }
  const page = await copyPage(copying(making), table, progress.after);
  await countCopied(making, page.rows, 0);
  return at(page.next ? { ...progress, after: page.next } : nextTable(progress));
}

const nextTable = (progress: Progress): Progress => ({
  ...progress,
  table: progress.table + 1,
  after: null,
});

/** Ends the workspace's writes, and waits until the directory has all that they changed. */
async function freezeSource(making: Making): Promise<Stepped> {
  const { databases, move } = making;
  const source = databases.open(move.from);
  await freeze(source, move.workspaceId);
  await emptyOutbox(databases, move.from, move.workspaceId);
  await advance(making, "freezing", "comparing");
  return at(start("comparing"));
}

/** Compares a page until it is the same; after the last, puts the copy in place. */
async function compare(making: Making, progress: Progress): Promise<Stepped> {
  const { move } = making;
  const own = copying(making);
  const table = COPIED[progress.table];
  if (table) {
    const page = await comparePage(own, table, progress.after).catch((error) => {
      if (!isRefusal(error) || progress.again) throw error;
      return null;
    });
    if (!page) return at(await wipeForAgain(making));
    await countCopied(making, 0, page.written);
    const extra = [...(progress.extra[table.name] ?? []), ...page.extra];
    const met = page.extra.length > 0 ? { ...progress.extra, [table.name]: extra } : progress.extra;
    // What was written is looked at once more.
    if (page.written > 0) return at(progress);
    const next = { ...progress, extra: met };
    return at(page.next ? { ...next, after: page.next } : nextTable(next));
  }
  for (const { name } of COPIED.toReversed()) {
    const keys = progress.extra[name];
    const [owner] = COPIED.filter((one) => one.name === name);
    if (keys && owner) await deleteExtra(own, owner, keys);
  }
  await copyOwnColumns(own.source, own.target, move.workspaceId);
  await freeze(own.target, move.workspaceId);
  await leave(making);
  return at(start("settling"));
}

/**
 * Where rows of the copy are in the way of others, such as two tags that have swapped their labels,
 * the workspace is copied once more while it is frozen.
 */
async function wipeForAgain(making: Making): Promise<Progress> {
  const { target, workspaceId } = copying(making);
  for (const table of COPIED.toReversed()) while (await wipePage(target, workspaceId, table));
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

/** Removes a page of the workspace's rows from a database where nobody looks for them. */
async function removeFrom(
  making: Making,
  progress: Progress,
  database: string,
  end: "finished" | "abandoned",
): Promise<Stepped> {
  const { databases, move } = making;
  const db = databases.open(database);
  if (progress.table === 0 && progress.after === null) await allowDeletes(db, move.workspaceId);
  const table = COPIED.toReversed()[progress.table];
  if (table) {
    const hasMore = await wipePage(db, move.workspaceId, table);
    return at(hasMore ? progress : nextTable(progress));
  }
  await removePlace(databases, database, move.workspaceId);
  await unfreeze(db, move.workspaceId);
  await advance(making, move.phase, end);
  return at(start(end));
}

/** Lets the workspace go on where it is, and removes the copy. */
async function giveUp(making: Making, progress: Progress): Promise<Stepped> {
  const { databases, env, move } = making;
  if (progress.table === 0 && progress.after === null) {
    await unfreeze(databases.open(move.from), move.workspaceId);
    await wakeAll(env, move.from, move.workspaceId);
  }
  return removeFrom(making, progress, move.to, "abandoned");
}
