import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { workspaceRemovals } from "#db/schema/removals";
import { within } from "#db/scope/scope";
import { walkForCountry } from "#db/statements/date-walks";
import type { Database, Databases } from "#env";
import { describeError, log } from "#lib/log";

// The directory decides who a workspace is: its name, country, quotas, suspension, and deletion.
// Its database has a copy, since statements there depend on it. A copy that was not made is made by
// the cron.

/** The number of copies that a cron makes up for. */
const MAX_COPIES = 50;

/** The workspace's row and, once it is deleted, its receipt. */
const selectOf = (directory: Database, id: number) =>
  readBatch(
    { db: directory },
    {
      row: directory.select().from(workspaces).where(eq(workspaces.id, id)),
      removal: directory
        .select()
        .from(workspaceRemovals)
        .where(within({ workspaceId: id }, workspaceRemovals)),
    },
  );

/**
 * Brings the copy of a workspace up to date. Does nothing for a workspace in the directory's own
 * database. A copy never goes back to an earlier version, and is inserted only for a new workspace:
 * of one that has moved meanwhile, nothing may come back to the database that it has left.
 */
export async function copyWorkspace(databases: Databases, id: number): Promise<void> {
  const { directory } = databases;
  const { row: rows, removal } = await selectOf(directory, id);
  const [row, [deleted]] = [rows[0], removal];
  if (!row || row.database === null || row.copiedVersion === null) return;
  const { version, name, defaultCountry, quotas, suspendedAt, suspendedReason, updatedAt } = row;
  const copied = { version, name, defaultCountry, quotas, suspendedAt, suspendedReason, updatedAt };
  const db = databases.open(row.database);
  await unscopedBatch(
    { db },
    {
      inserted:
        row.copiedVersion === 0
          ? db
              .insert(workspaces)
              .values({ id, database: null, createdAt: row.createdAt, ...copied })
              .onConflictDoNothing()
          : undefined,
      dates: walkForCountry({ workspaceId: id }, defaultCountry, Date.now()),
      updated: db
        .update(workspaces)
        .set(copied)
        .where(and(eq(workspaces.id, id), lt(workspaces.version, version))),
      removal: deleted && db.insert(workspaceRemovals).values(deleted).onConflictDoNothing(),
    },
  );
  await directory
    .update(workspaces)
    .set({ copiedVersion: sql`max(${workspaces.copiedVersion}, ${version})` })
    .where(and(eq(workspaces.id, id), isNotNull(workspaces.copiedVersion)));
}

/** Makes the copies that are out of date: their requests died, or the database did not answer. */
export async function copyOutdated(databases: Databases) {
  const { directory } = databases;
  const rows = await directory
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(sql`copied_version < version`)
    .limit(MAX_COPIES);
  for (const { id } of rows)
    await copyWorkspace(databases, id).catch((error) =>
      log("error", "workspace not copied", { workspace_id: id, ...describeError(error) }),
    );
}
