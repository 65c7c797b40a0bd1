import { wipeChunk } from "#db/archive/wipe";
import { marksOf } from "#db/archive/write";
import { COPIED, comparedTable, copyPage, deleteCopied } from "#db/copying/pages";
import { addPlace, forgetOwnColumns, keptIn } from "#db/copying/place";
import { freeze, keepOut, unfreeze } from "#db/placement/freeze";
import { countAbove, newestRange, takeRange } from "#db/placement/ranges";
import { copyWorkspace } from "#features/access/workspaces/copies";
import { compare } from "./compare";
import type { Making } from "./making";
import { abandon, advance, countCopied } from "./phases";
import { at, copying, nextTable, type Progress, type Stepped, start } from "./progress";
import { emptyOutbox, wakeAll } from "./workers";

/** By then no isolate takes the workspace for where it was. */
const SETTLED_MS = 10_000;
/** A move that has refused writes for this long is abandoned. */
const MAX_FROZEN_MS = 300_000;

/** Makes a step of a move. A step may be made twice, whole or in part. */
export function step(making: Making, known: Progress | null): Promise<Stepped> {
  const { move, now } = making;
  const progress = known ?? start(move.phase);
  const isLate = move.frozenAt !== null && move.frozenAt + MAX_FROZEN_MS < now();
  if (isLate && (move.phase === "freezing" || move.phase === "comparing"))
    return end(making, "Writes would have been refused for too long.");
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
      return removeFrom(making, progress, "from");
    case "abandoning":
      return giveUp(making, progress);
    case "finished":
    case "abandoned":
      return Promise.resolve(at(progress));
  }
}

const end = (making: Making, reason: string) =>
  abandon(making, reason).then(() => at(start("abandoning")));

const INTERRUPTED = "The service broke off three times at the same step.";

/**
 * The way to give up a move that ends its worker again and again: undefined once the workspace is
 * in the other database, or the move abandoned.
 */
export const giveUpOn = (making: Making) =>
  ["copying", "freezing", "comparing"].includes(making.move.phase)
    ? () => end(making, INTERRUPTED)
    : undefined;

/** Copies a page. The target takes a range of ids above those that will be copied. */
async function copy(making: Making, progress: Progress): Promise<Stepped> {
  const { databases, move } = making;
  const table = COPIED[progress.table];
  if (!table) {
    await advance(making, "copying", "freezing");
    return at(start("freezing"));
  }
  if (!progress.marks) {
    const marks = await marksOf(databases.open(move.from), move.workspaceId);
    await takeRange(databases, move.to);
    await addPlace(databases, databases.open(move.to), move.workspaceId);
    return at({ ...progress, marks });
  }
  const page = await copyPage(copying(making), table, progress.marks, progress.place);
  await countCopied(making, page.rows, 0);
  return at(page.next ? { ...progress, place: page.next } : nextTable(progress));
}

/**
 * Ends the workspace's writes, and waits until the directory has all that they changed. The source
 * may have taken a newer range than the target meanwhile. Nobody may write to the copy either: the
 * worker of that database would work its tombstones, and the cron prune its rows, behind the
 * comparison.
 */
async function freezeSource(making: Making): Promise<Stepped> {
  const { databases, move } = making;
  const source = databases.open(move.from);
  await freeze(source, move.workspaceId);
  await freeze(databases.open(move.to), move.workspaceId);
  await countAbove(databases, move.to, await newestRange(databases, move.from));
  const isEmpty = await emptyOutbox(databases, move.from, move.workspaceId);
  if (!isEmpty) return at(start("freezing"));
  await advance(making, "freezing", "comparing");
  return at(start("comparing"));
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

/**
 * Removes a chunk of the workspace's rows from a database where nobody looks for them. The
 * directory keeps what it alone has of the audit log, and all keys until they are a day old.
 */
async function removeFrom(
  making: Making,
  progress: Progress,
  from: "from" | "to",
): Promise<Stepped> {
  const { databases, move } = making;
  const [name, other] = from === "from" ? [move.from, move.to] : [move.to, move.from];
  const db = databases.open(name);
  const isDirectory = name === databases.ofDirectory;
  const kept = { keepWorkspace: isDirectory, kept: keptIn(databases, name) };
  const wipe = progress.wipe.finished
    ? progress.wipe
    : await wipeChunk(db, move.workspaceId, progress.wipe, kept);
  if (!wipe.finished) return at({ ...progress, wipe });
  if (isDirectory) {
    const own = { source: db, target: databases.open(other), workspaceId: move.workspaceId };
    const page = await deleteCopied(own, comparedTable("audit_log"), progress.place);
    if (page.next) return at({ ...progress, wipe, place: page.next });
    await forgetOwnColumns(db, move.workspaceId);
  }
  await (from === "from" ? keepOut : unfreeze)(db, move.workspaceId);
  const end = from === "from" ? "finished" : "abandoned";
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
  return removeFrom(making, progress, "to");
}
