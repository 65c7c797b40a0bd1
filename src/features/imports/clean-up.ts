import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import type { Bindings, Scope } from "#env";
import { FILE_KEPT_MS, forgetFile, KEPT_MS } from "./store";

/** Deletes the file of an import that is over, or was left. Returns whether there may be others. */
export async function forgetOldFile({ FILES }: Bindings, db: Scope["db"], now: number) {
  const { found } = await readBatch(
    { db },
    {
      found: sql<{ id: number; workspaceId: number }>`
        select id, workspace_id as workspaceId from imports
        where has_file = 1
          and (created_at < ${now - FILE_KEPT_MS} and state not in ('checking', 'running')
            or state in ('completed', 'cancelled', 'undoing', 'undone'))
        limit 1`,
    },
  );
  const [one] = found;
  if (!one) return false;
  await forgetFile({ db, workspaceId: one.workspaceId }, FILES, one.id);
  return true;
}

/** The newest imports of a workspace that are kept. */
const MAX_KEPT = 1_000;

const isOld = () => sql`has_file = 0 and (
  imports.created_at < ${Date.now() - KEPT_MS}
  or imports.id in (
    select id
    from (
      select id, row_number() over (partition by workspace_id order by id desc) as place
      from imports)
    where place > ${MAX_KEPT}))`;

function pruneOf(table: string, ...key: string[]) {
  const columns = ["workspace_id", "import_id", ...key];
  const kept = columns.map((column) => `kept.${column}`).join(", ");
  return (limit: number) => sql<{ pruned: 1 }>`
    delete from ${sql.raw(table)} where (${sql.raw(columns.join(", "))}) in (
      select ${sql.raw(kept)}
      from imports cross join ${sql.raw(table)} as kept
        on kept.workspace_id = imports.workspace_id and kept.import_id = imports.id
      where ${isOld()} limit ${limit})
    returning 1 as pruned`;
}

/** Deletes at most `limit` rejected rows of imports that are no longer kept. */
export const pruneImportRows = pruneOf("import_rows", "attempt", "row");

/** Deletes at most `limit` ranges of created leads of imports that are no longer kept. */
export const pruneImportedLeads = pruneOf("imported_leads", "first_id");

const has = (table: string) => sql`exists (
  select 1 from ${sql.raw(table)}
  where workspace_id = imports.workspace_id and import_id = imports.id)`;

/** Deletes at most `limit` imports whose time is over, once they have no rows. */
export const pruneImports = (limit: number) => sql<{ pruned: 1 }>`
  delete from imports where id in (
    select id from imports
    where ${isOld()} and not ${has("import_rows")} and not ${has("imported_leads")}
    limit ${limit})
  returning 1 as pruned`;
