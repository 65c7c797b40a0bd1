import { and, eq, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { workspaces } from "#db/schema/access";
import { backups } from "#db/schema/directory";
import { workspaceRemovals } from "#db/schema/removals";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { place } from "#features/access/workspaces/placement";
import { isRestoring, workspaceExists } from "#features/access/workspaces/store";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, notFound, Problem } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { Backup, RestoreInput } from "./schema";

type Row = typeof backups.$inferSelect;

const toWire = (row: Row): Backup => ({
  id: row.id,
  workspace_id: row.workspaceId,
  workspace_name: row.workspaceName,
  state: row.state,
  database: row.database,
  rows: row.rows,
  bytes: row.bytes,
  reason: row.reason,
  created_at: iso(row.createdAt),
  finished_at: isoOrNull(row.finishedAt),
  restored_at: isoOrNull(row.restoredAt),
  kept_until: iso(row.keptUntil),
});

const select = ({ db }: Pick<Scope, "db">, id: number) =>
  db.select().from(backups).where(eq(backups.id, id));
const conflict = (message: string) => new Problem("conflict", { message });

/** The operator's scope, with the act noted for the workspace of a backup. */
const actingFor = (operator: Scope, { workspaceId }: Row): Scope => ({
  ...operator,
  ...(operator.act && { act: { ...operator.act, workspaceId } }),
});

export const backupExists = async (operator: Scope, id: number) =>
  (await select(operator, id)).length > 0;

/** True if there is such a workspace, or a backup of one, in the words of `ids`. */
export const hasBackups = async (operator: Scope, id: number) =>
  (await workspaceExists(operator, id)) ||
  (await operator.db.select().from(backups).where(ofWorkspace(id)).limit(1)).length > 0;

const ofWorkspace = (workspaceId: number) => within({ workspaceId }, backups);

/** Begins a backup. Throws a `conflict` problem while another one of the workspace is made. */
export async function createBackup(operator: Scope, id: number, keptMs: number): Promise<Backup> {
  const now = Date.now();
  const isRunning = sql`exists (
    select 1 from ${backups}
    where ${within({ workspaceId: id }, backups, sql`state = 'running'`)})`;
  const { created } = await batch(operator, {
    created: sql<{ id: number }>`
      insert into backups (workspace_id, workspace_name, state, database, created_at, kept_until)
      select id, name, 'running', database, ${now}, ${now + keptMs} from ${workspaces}
      where id = ${id} and ${isWorkspaceKept(id)} and copied_version is not 0 and not ${isRunning}
      returning id`,
  });
  if (created[0]) return getBackup(operator, created[0].id);
  if (!(await workspaceExists(operator, id))) throw notFound();
  throw new Problem("in_progress", {
    message: "A backup of the workspace is being made already.",
  });
}

/** The backup as the directory has it; undefined if there is none. */
export const findBackup = (scope: Pick<Scope, "db">, id: number) => select(scope, id).get();

export const getBackup = async (operator: Scope, id: number): Promise<Backup> =>
  toWire(found(await select(operator, id).get()));

export async function listBackups(
  operator: Scope,
  workspaceId: number,
  page: PageRequest,
): Promise<Page<Backup>> {
  if (!(await hasBackups(operator, workspaceId))) throw notFound();
  const { after, order, limit } = keyset(backups.id, page);
  const rows = await operator.db
    .select()
    .from(backups)
    .where(and(ofWorkspace(workspaceId), after))
    .orderBy(order)
    .limit(limit);
  return cutPage(rows, page, toWire);
}

/** Throws a `conflict` problem while the workspace is restored from the backup. */
export async function deleteBackup(operator: Scope, id: number): Promise<Backup> {
  const before = found(await select(operator, id).get());
  const { current } = await batch(actingFor(operator, before), {
    deleted: sql`
      update backups set state = 'deleting'
      where id = ${id} and state in ('running', 'finished', 'failed')`,
    current: select(operator, id),
  });
  const row = found(current[0]);
  if (row.state !== "deleting") throw conflict("The workspace is being restored from the backup.");
  return toWire(row);
}

/**
 * Begins to restore the workspace of a backup, in the database that it was in or in another one.
 * Throws a `conflict` problem while the workspace is there, or the backup is not finished.
 */
export async function restoreBackup(
  operator: Scope,
  id: number,
  { database: wish, unsigned }: RestoreInput,
): Promise<Backup> {
  const before = found(await select(operator, id).get());
  if (before.state !== "finished") throw conflict("The backup is not finished.");
  const database = await place(operator, { database: wish ?? before.database });
  const { workspaceId } = before;
  if (before.hashKey === null && !unsigned)
    throw conflict("The backup has no keyed hashes. Restore it with `unsigned`, if you trust it.");
  const receipts = (condition: SQL) => within({ workspaceId }, workspaceRemovals, condition);
  const { started, current } = await batch(actingFor(operator, before), {
    started: sql<{ id: number }>`
      update backups set state = 'restoring', database = ${database}, reason = null,
        is_unsigned = ${Number(unsigned ?? false)}
      where id = ${id} and state = 'finished'
        and not exists (select 1 from workspaces where id = ${workspaceId})
        and not exists (
          select 1 from workspace_removals where ${receipts(sql`finished_at is null`)})
        and not exists (select 1 from ${backups} where ${isRestoring(workspaceId)})
      returning id`,
    // While there is a receipt, the workspace is deleted.
    receipt: sql`
      delete from workspace_removals
      where ${receipts(sql`finished_at is not null`)}
        and exists (select 1 from backups where id = ${id} and state = 'restoring')`,
    current: select(operator, id),
  });
  if (started.length > 0) return toWire(found(current[0]));
  throw conflict("The workspace is still there. Delete it, and wait for its receipt, first.");
}
