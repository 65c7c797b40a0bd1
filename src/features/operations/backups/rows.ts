import { and, eq, isNull, min, ne, sql } from "drizzle-orm";
import { backups } from "#db/schema/directory";
import { within } from "#db/scope/scope";
import type { BackupState } from "#domain/backups";
import type { Databases } from "#env";
import type { Finished } from "./finished";
import type { Backup, Working } from "./working";

// The directory's row of a backup. It changes only in the state that the object knows: so one
// that the operator has deleted is not finished any more.

type Of = Pick<Working, "databases" | "backup">;

/** The backup, while there is work for its object. */
export async function openBackup({ directory }: Databases, id: number) {
  const row = await directory.select().from(backups).where(eq(backups.id, id)).get();
  return row && row.state !== "finished" && row.state !== "failed" ? row : undefined;
}

const change = ({ databases, backup }: Of, values: Partial<Backup>) =>
  databases.directory
    .update(backups)
    .set(values)
    .where(and(eq(backups.id, backup.id), eq(backups.state, backup.state)));

/** Notes how much a backup has, and of which database. */
export const countArchived = (of: Of, values: Pick<Backup, "rows" | "bytes" | "database">) =>
  change(of, values);

/** Keeps the key of a backup, unless it has one. */
export const keepKey = (
  { databases, backup }: Of,
  { hashKey, sealedWith }: Record<"hashKey" | "sealedWith", string>,
) =>
  databases.directory
    .update(backups)
    .set({ hashKey, sealedWith })
    .where(and(eq(backups.id, backup.id), isNull(backups.hashKey)));

/** The finished backups whose key in R2 was sealed with another APP_KEY than here. */
export const staleNotes = ({ directory }: Databases, limit: number) =>
  directory
    .select()
    .from(backups)
    .where(sql`noted_with <> sealed_with`)
    .orderBy(backups.id)
    .limit(limit);

export const noteRenewed = ({ databases, backup }: Of) =>
  databases.directory
    .update(backups)
    .set({ notedWith: backup.sealedWith })
    .where(eq(backups.id, backup.id));

/** Ends what is being done with a backup. */
export const end = (of: Of, state: BackupState, values: Partial<Backup> = {}) =>
  change(of, { ...values, state });

/** When the oldest of the workspace's other backups was begun; null if there is none. */
export async function oldestOther({ databases, backup }: Of): Promise<number | null> {
  const { id, workspaceId } = backup;
  const row = await databases.directory
    .select({ oldest: min(backups.createdAt) })
    .from(backups)
    .where(within({ workspaceId }, backups, ne(backups.id, id)))
    .get();
  return row?.oldest ?? null;
}

/** Forgets a backup that is deleted. */
export const forget = ({ databases, backup }: Of) =>
  databases.directory.delete(backups).where(eq(backups.id, backup.id));

/** The backups that are begun, or marked as expired, in an hour. */
const MAX_AN_HOUR = 500;

/**
 * Begins a backup of each workspace whose last one is from before `since`. Their objects are woken
 * by the cron, some at a time.
 */
export const beginNightly = (since: number, now: number, keptUntil: number) => sql`
  insert into backups (workspace_id, workspace_name, state, database, created_at, kept_until)
  select id, name, 'running', database, ${now}, ${keptUntil} from workspaces
  where copied_version is not 0
    and not exists (select 1 from workspace_removals where workspace_id = workspaces.id)
    and not exists (
      select 1 from backups
      where workspace_id = workspaces.id and state in ('running', 'restoring', 'undoing'))
    and ifnull((
      select created_at from backups
      where workspace_id = workspaces.id order by id desc limit 1), 0) < ${since}
  limit ${MAX_AN_HOUR}`;

const factsOf = (finished: Finished[]) =>
  JSON.stringify(finished.flatMap((one) => one.facts ?? []));

/** Selects how many backups that R2 has the directory does not know. */
export const selectUnknown = (finished: Finished[]) => sql<{ n: number }>`
  select count(*) as n from json_each(${factsOf(finished)})
  where value ->> 'id' not in (select id from backups where id = value ->> 'id')`;

/**
 * The statements that register backups that R2 has, as they were, and receipts of workspaces that
 * were deleted. `others` are different backups that have the same id.
 */
export function addFound(finished: Finished[], now: number) {
  const facts = factsOf(finished);
  const removed = finished.filter((one) => !one.facts).map(({ workspaceId }) => workspaceId);
  return {
    added: sql<{ id: number }>`
      insert into backups (id, workspace_id, workspace_name, state, database, rows, bytes,
        created_at, finished_at, kept_until, hash_key, sealed_with, noted_with)
      select value ->> 'id', value ->> 'workspaceId', value ->> 'name', 'finished',
        value ->> 'database', value ->> 'rows', value ->> 'bytes', value ->> 'createdAt',
        value ->> 'finishedAt', value ->> 'keptUntil', value ->> 'hashKey',
        value ->> 'sealedWith', value ->> 'sealedWith'
      from json_each(${facts}) where true
      on conflict do nothing
      returning id`,
    others: sql<{ id: number }>`
      select backups.id from json_each(${facts}) join backups on backups.id = value ->> 'id'
      where workspace_id <> value ->> 'workspaceId' or created_at <> value ->> 'createdAt' limit 1`,
    receipts: sql`
      insert into workspace_removals (workspace_id, name, requested_at, next_at, finished_at)
      select value,
        ifnull((
          select workspace_name from backups where workspace_id = value
          order by id desc limit 1), ''),
        ${now}, ${now}, ${now}
      from json_each(${JSON.stringify(removed)})
      where not exists (select 1 from workspaces where id = value)
      on conflict do nothing`,
  };
}

/** True if a backup is the newest of a workspace that is not there, and was not deleted. */
export const restorable = sql`
  state = 'finished'
  and not exists (select 1 from workspaces where id = backups.workspace_id)
  and not exists (
    select 1 from workspace_removals where workspace_id = backups.workspace_id)
  and not exists (
    select 1 from backups as other
    where other.workspace_id = backups.workspace_id
      and (other.state in ('restoring', 'undoing')
        or other.state = 'finished' and other.id > backups.id))`;

/** Begins to restore all workspaces that are not there. */
export const restoreAll = (isUnsigned: boolean) => sql<{ id: number }>`
  update backups set state = 'restoring', reason = null, is_unsigned = ${Number(isUnsigned)}
  where ${restorable} returning id`;

/** Has the backups go whose time is over. */
export const expire = (now: number) => sql`
  update backups set state = 'deleting'
  where id in (
    select id from backups
    where state in ('finished', 'failed') and kept_until <= ${now} limit ${MAX_AN_HOUR})`;
