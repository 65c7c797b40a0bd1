import { eq, sql } from "drizzle-orm";
import { ArchiveError } from "#db/archive/columns";
import { readBatch, type Statement, unscopedBatch } from "#db/batch";
import { addPlace } from "#db/copying/place";
import { dropReceipt, removeAddresses } from "#db/removal/workspace/chunk";
import { workspaces } from "#db/schema/access";
import { channelOwners, slugs } from "#db/schema/directory";
import { shortLinks } from "#db/schema/links";
import { channels } from "#db/schema/messaging";
import { sourceKeys, sources } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import type { Database, Databases } from "#env";
import { foldText } from "#lib/text";
import type { DirectoryFile } from "./directory-file";
import type { Backup } from "./working";

// The writes of a restore to the directory.

/** The rows that are written to the directory, or removed from it, at a time. */
const ROWS = 300;

/** Writes the rows of a workspace that has no token yet, so that nobody calls for it. */
export async function addWorkspace(
  databases: Databases,
  database: string,
  { workspace }: DirectoryFile,
) {
  const { directory, ofDirectory } = databases;
  const { id, name, defaultCountry, quotas, suspendedAt, suspendedReason } = workspace;
  const { createdAt, updatedAt, moves } = workspace;
  await directory
    .insert(workspaces)
    .values({
      ...{ id, name, defaultCountry, quotas, suspendedAt, suspendedReason, createdAt, updatedAt },
      nameKey: foldText(name),
      database,
      version: 1,
      copiedVersion: database === ofDirectory ? null : 0,
      // A bookmark of before means nothing here.
      moves: moves + 1,
    })
    .onConflictDoNothing();
  const db = databases.open(database);
  // The receipt of its removal may be there still.
  await unscopedBatch({ db }, { receipt: dropReceipt({ workspaceId: id }) });
  await addPlace(databases, db, id);
}

type Row = { id: number; row: string };

/** The next rows, each as a JSON object, after the row `after`. */
async function nextRows(db: Database, query: ReturnType<typeof sql<Row>>) {
  const { rows } = await readBatch({ db }, { rows: query });
  return {
    rows: `[${rows.map(({ row }) => row).join(",")}]`,
    last: rows.length < ROWS ? null : (rows.at(-1)?.id ?? null),
  };
}

/**
 * Gives the slugs of short links after `after` to them again. Returns the last link's id; null
 * after the last. Throws an `ArchiveError` if another workspace has one by now.
 */
export async function addSlugs(
  { directory }: Databases,
  db: Database,
  workspaceId: number,
  after: number,
): Promise<number | null> {
  const { rows, last } = await nextRows(
    db,
    sql`
      select id, json_array(slug_key, id, destination_url, is_active) as row from short_links
      where ${within({ workspaceId }, shortLinks, sql`id > ${after}`)} order by id limit ${ROWS}`,
  );
  const { owned } = await unscopedBatch(
    { db: directory },
    {
      added: sql`
        insert into slugs (slug_key, workspace_id, short_link_id, destination_url, is_active)
        select value ->> 0, ${workspaceId}, value ->> 1, value ->> 2, value ->> 3
        from json_each(${rows}) where true
        on conflict do nothing`,
      owned: sql<{ slug: string }>`
        select slug_key as slug from json_each(${rows})
        join slugs on slug_key = value ->> 0 where short_link_id is not value ->> 1 limit 1`,
    },
  );
  if (owned[0]) throw new ArchiveError(`The slug ${owned[0].slug} is another workspace's by now.`);
  return last;
}

/** As `addSlugs`, has platform webhooks find the channels again. */
export async function addOwners(
  { directory }: Databases,
  db: Database,
  workspaceId: number,
  after: number,
): Promise<number | null> {
  const { rows, last } = await nextRows(
    db,
    sql`
      select id, json_array(id, platform, provider, external_id) as row from channels
      where ${within({ workspaceId }, channels, sql`id > ${after}`)} order by id limit ${ROWS}`,
  );
  await unscopedBatch(
    { db: directory },
    {
      added: sql`
        insert into channel_owners (id, workspace_id, platform, provider, external_id)
        select value ->> 0, ${workspaceId}, value ->> 1, value ->> 2, value ->> 3
        from json_each(${rows}) where true
        on conflict do nothing`,
    },
  );
  return last;
}

/** As `addSlugs`, has what is sent to the URLs of sources find them again. */
export async function addSourceKeys(
  { directory }: Databases,
  db: Database,
  workspaceId: number,
  after: number,
): Promise<number | null> {
  const { rows, last } = await nextRows(
    db,
    sql`
      select id, json_object('id', id, 'keys', json(key_hashes)) as row from sources
      where ${within({ workspaceId }, sources, sql`id > ${after}`)} order by id limit ${ROWS}`,
  );
  await unscopedBatch(
    { db: directory },
    {
      added: sql`
        insert into source_keys (key_hash, source_id, workspace_id, ends_at)
        select key.value ->> 'hash', source.value ->> 'id', ${workspaceId},
          key.value ->> 'ends_at'
        from json_each(${rows}) as source, json_each(source.value, '$.keys') as key where true
        on conflict do nothing`,
    },
  );
  return last;
}

/** Throws an `ArchiveError` if the id of a token is another workspace's by now. */
export async function requireFree(
  { directory }: Databases,
  workspaceId: number,
  tokens: DirectoryFile["tokens"],
) {
  const ids = JSON.stringify(tokens.map(({ id }) => id));
  const { owned } = await readBatch(
    { db: directory },
    {
      owned: sql`
        select id from tokens
        where id in (select value from json_each(${ids})) and workspace_id is not ${workspaceId}
        limit 1`,
    },
  );
  if (owned[0]) throw new ArchiveError("The id of a token is another workspace's by now.");
}

/** Inserts the tokens of a workspace that is being restored. */
export const insertTokens = (
  { id, workspaceId }: Backup,
  tokens: DirectoryFile["tokens"],
): Statement => sql`
  insert into tokens (id, workspace_id, name, hash, abilities, made_by, expires_at, last_used_at,
    created_at)
  select value ->> 'id', ${workspaceId}, value ->> 'name', value ->> 'hash', value -> 'abilities',
    value ->> 'madeBy', value ->> 'expiresAt', value ->> 'lastUsedAt', value ->> 'createdAt'
  from json_each(${JSON.stringify(tokens)})
  where exists (select 1 from backups where id = ${id} and state = 'restoring')`;

/** Removes some rows that a restore has written. Returns whether there are more. */
export async function removeSomeAddresses({ directory }: Databases, workspaceId: number) {
  const of = (table: Parameters<typeof within>[1]) => within({ workspaceId }, table);
  const { left } = await unscopedBatch(
    { db: directory },
    {
      removed: removeAddresses({ workspaceId }, ROWS),
      left: sql<{ more: 0 | 1 }>`
        select exists (select 1 from slugs where ${of(slugs)})
          or exists (select 1 from channel_owners where ${of(channelOwners)})
          or exists (select 1 from source_keys where ${of(sourceKeys)}) as more`,
    },
  );
  return left[0]?.more === 1;
}

/** Removes the directory's row of a workspace, and with it the tokens. */
export const removeWorkspace = ({ directory }: Databases, workspaceId: number) =>
  directory.delete(workspaces).where(eq(workspaces.id, workspaceId));
