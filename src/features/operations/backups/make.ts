import type { Bucket } from "#db/archive/bucket";
import { TABLES } from "#db/archive/tables";
import { type ArchiveState, archiveChunk, archivedRows, beginArchive } from "#db/archive/write";
import { DAY_MS } from "#lib/time";
import { archiveActs } from "./acts";
import { findWorkspace, putDirectoryFile } from "./directory-file";
import { noteFinished } from "./finished";
import { countArchived, end } from "./rows";
import { archiveOf, type Working } from "./working";

/** The progress of making a backup. */
export type Making = {
  state: "running";
  /** The number of the workspace's moves when the backup was begun. */
  moves: number;
  bytes: number;
  archive: ArchiveState;
};

/** A bucket that reports the bytes of what is put into it. */
const counting = (bucket: Bucket, add: (bytes: number) => void): Bucket => ({
  get: bucket.get.bind(bucket),
  head: bucket.head.bind(bucket),
  // The overloads of `put` differ in what the condition leaves of the result.
  put: (async (key: string, value: string, options?: R2PutOptions) => {
    const stored = await bucket.put(key, value, options);
    add(stored.size);
    return stored;
  }) as Bucket["put"],
});

const fail = (working: Working, reason: string) =>
  end(working, "failed", { reason, finishedAt: working.now() }).then(() => null);

/**
 * Makes a step of a backup: a part of the archive, or its last files. Returns how far it is; null
 * once it is over. A step may be made twice. A workspace that has moved is archived again from the
 * start.
 */
export async function make(working: Working, known: Making | null): Promise<Making | null> {
  const { env, databases, backup, now } = working;
  if (backup.createdAt + DAY_MS < now()) return fail(working, "It has taken longer than a day.");
  const workspace = await findWorkspace(databases, backup.workspaceId);
  if (!workspace?.database) return fail(working, "The workspace was deleted.");
  const { database, moves } = workspace;
  const db = databases.open(database);
  if (known?.moves !== moves) {
    const archive = await beginArchive(db, workspace.id);
    return { state: "running", moves, bytes: 0, archive };
  }
  let { bytes } = known;
  const archive = archiveOf(
    backup,
    counting(env.FILES, (added) => {
      bytes += added;
    }),
    working.archive.key,
  );
  const isLast = TABLES[known.archive.table] === undefined;
  const acts =
    isLast && database !== databases.ofDirectory
      ? await archiveActs(databases.directory, archive, workspace.id)
      : {};
  if (isLast) await putDirectoryFile(databases, archive, workspace);
  const tables = { ...known.archive.tables, ...acts };
  const next = await archiveChunk(db, archive, { ...known.archive, tables });
  const rows = archivedRows(next);
  if (isLast) {
    const finishedAt = now();
    await noteFinished(working, { rows, bytes, database }, finishedAt);
    const notedWith = backup.sealedWith;
    await end(working, "finished", { rows, bytes, database, finishedAt, notedWith });
    return null;
  }
  await countArchived(working, { rows, bytes, database });
  return { ...known, bytes, archive: next };
}
