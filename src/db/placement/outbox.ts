import { type SQL, sql } from "drizzle-orm";
import type { Database, Databases, Scope } from "#env";
import type { Keep } from "#lib/cache";
import { describeError, log } from "#lib/log";
import { readBatch, type Statement, unscopedBatch } from "../batch";
import type { outbox } from "../schema/directory";

// Brings changes of a database to the directory (schema/directory.ts). The request that makes a
// change applies all changes of the row that are in the outbox, in their order; the cron applies
// those of requests that have died.

export type ChangeKind = (typeof outbox.$inferSelect)["kind"];

/** A change of a row. `data` is JSON of the row's new values; null for a deletion. */
export type Change = {
  seq: number;
  kind: ChangeKind;
  rowId: number;
  workspaceId: number;
  data: string | null;
};

/**
 * The statements that apply a change to the directory. They must change nothing where the change,
 * or a later one of the same row, was applied before, however late they come.
 */
export type Apply = (change: Change) => Statement[];

/** The directory is behind for many changes of one row only while it can't be reached. */
const MAX_CHANGES_OF_ROW = 100;

/** The number of changes that the cron applies in a batch. */
const CHUNK = 50;

const columns = sql`seq, kind, row_id as rowId, workspace_id as workspaceId, data`;

/** Selects the changes of a row, oldest first: part of the batch that changes the row. */
export const selectChanges = (kind: ChangeKind, rowId: number | SQL) => sql<Change>`
  select ${columns} from outbox
  where kind = ${kind} and row_id = ${rowId} order by seq limit ${MAX_CHANGES_OF_ROW}`;

/** Deletes changes that the directory has. */
const forgetChanges = (changes: readonly Change[]) => sql`
  delete from outbox
  where seq in (select value from json_each(${JSON.stringify(changes.map(({ seq }) => seq))}))`;

/**
 * Applies changes that were selected with the write itself, and deletes them: at once where the
 * directory is in the same database, otherwise behind the answer. The write stands even if this
 * fails: then the cron applies them.
 */
export async function applyChanges(
  { db, database, databases }: Pick<Scope, "db" | "database" | "databases">,
  changes: readonly Change[],
  apply: Apply,
  keep: Keep,
) {
  if (changes.length === 0) return;
  const isOne = database === databases.ofDirectory;
  const applied = {
    applied: changes.flatMap(apply),
    forgotten: isOne ? forgetChanges(changes) : undefined,
  };
  await unscopedBatch({ db: databases.directory }, applied).catch((error) => {
    log("error", "change not applied to the directory", describeError(error));
    // Not the error itself: "temporarily unavailable" would say that nothing was written.
    throw new Error("The directory is not up to date.");
  });
  if (isOne) return;
  keep(
    unscopedBatch({ db }, { forgotten: forgetChanges(changes) }).catch((error) =>
      log("warn", "applied change not deleted", describeError(error)),
    ),
  );
}

const selectOldest = (kinds: string[]) => sql<Change>`
  select ${columns} from outbox
  where kind in (select value from json_each(${JSON.stringify(kinds)}))
  order by seq limit ${CHUNK}`;

/**
 * Applies the changes that requests have left in a database, about `most` of them. Requests, or
 * another repair, may apply the same at the same time.
 */
export async function repairDirectory(
  { directory }: Pick<Databases, "directory">,
  db: Database,
  appliers: Partial<Record<ChangeKind, Apply>>,
  most: number,
) {
  const apply: Apply = (change) => appliers[change.kind]?.(change) ?? [];
  for (let left = most; left > 0; left -= CHUNK) {
    const { changes } = await readBatch({ db }, { changes: selectOldest(Object.keys(appliers)) });
    if (changes.length === 0) return;
    await unscopedBatch({ db: directory }, { applied: changes.flatMap(apply) });
    await unscopedBatch({ db }, { forgotten: forgetChanges(changes) });
    if (changes.length < CHUNK) return;
  }
}
