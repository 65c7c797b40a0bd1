import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { isWritable } from "#db/placement/freeze";
import { scopeIn } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { byImport } from "#domain/actors";
import type { Bindings, Scope } from "#env";
import type { BulkOptions } from "#features/leads/bulk/plan";
import { matchFields } from "#features/leads/bulk/schema";
import { found } from "#lib/problem";
import type { ImportStart } from "../schema";
import { findImport, type Row } from "../store";

/** An import that the worker goes on with. Its scope writes in the name of the import. */
export type Claimed = {
  scope: Scope;
  bucket: R2Bucket;
  row: Row;
  settings: ImportStart & { sheet?: string };
  options: BulkOptions;
  timeZone: string | null;
};

const optionsOf = ({ mode, match_by, create_tags, source }: ImportStart): BulkOptions => ({
  mode,
  matchBy: match_by ?? [...matchFields],
  createTags: create_tags ?? false,
  source: source ?? "import",
  keepsAddresses: true,
});

/**
 * The import whose turn it is, after that with the id `lastId`. Those of workspaces that are
 * suspended or being moved wait.
 */
export async function claimImport(
  env: Bindings,
  database: string,
  lastId: number,
): Promise<Claimed | null> {
  const isOpen = sql`
    state in ('reading', 'checking', 'running', 'undoing')
      and not ${isSuspended(sql`imports.workspace_id`)}
      and ${isWritable(sql`imports.workspace_id`)}`;
  const first = (which: ReturnType<typeof sql>) => sql`(
    select min(id) from imports where ${isOpen} ${which})`;
  const { next } = await readBatch(
    { db: databasesOf(env).open(database) },
    {
      next: sql<{ id: number; workspaceId: number; country: string | null; zone: string | null }>`
        select imports.id, workspaces.id as workspaceId, default_country as country,
          workspaces.settings ->> 'time_zone' as zone
        from imports join workspaces on workspaces.id = workspace_id
        where imports.id = ifnull(${first(sql`and id > ${lastId}`)}, ${first(sql``)})`,
    },
  );
  const [one] = next;
  if (!one) return null;
  const base = scopeIn(env, { workspaceId: one.workspaceId, database });
  const row = await findImport(base, one.id);
  const settings = found(row.settings) as Claimed["settings"];
  return {
    scope: {
      ...base,
      defaultCountry: settings.default_country ?? one.country,
      actor: byImport(row.id, settings.notify === false),
    },
    bucket: env.FILES,
    row,
    settings,
    options: optionsOf(settings),
    timeZone: one.zone,
  };
}
