import { sql } from "drizzle-orm";
import { readBatch } from "../../db/batch";
import { scopeIn } from "../../db/scope";
import type { Bindings, Scope } from "../../env";
import { FILE_KEPT_MS, forgetFile, KEPT_MS } from "./store";

/** Deletes the file of an import that is over, or was left. Returns whether there may be others. */
export async function forgetOldFile(env: Bindings, db: Scope["db"], database: string, now: number) {
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
  await forgetFile(scopeIn(env, { workspaceId: one.workspaceId, database }), env.FILES, one.id);
  return true;
}

/** Deletes at most `limit` rows of imports whose time is over, and such imports without rows. */
export function pruneImports(now: number) {
  const isOld = sql`created_at < ${now - KEPT_MS} and has_file = 0`;
  const rowsOf = (table: "import_rows" | "imported_leads", key: string) => (limit: number) => sql<{
    pruned: 1;
  }>`
    delete from ${sql.raw(table)} where (workspace_id, import_id, ${sql.raw(key)}) in (
      select row.workspace_id, import_id, ${sql.raw(key)}
      from imports cross join ${sql.raw(table)} as row
        on row.workspace_id = imports.workspace_id and import_id = imports.id
      where ${isOld} limit ${limit})
    returning 1 as pruned`;
  return {
    import_rows: rowsOf("import_rows", "attempt, row"),
    imported_leads: rowsOf("imported_leads", "first_id"),
    imports: (limit: number) => sql<{ pruned: 1 }>`
      delete from imports where id in (
        select id from imports
        where ${isOld}
          and not exists (
            select 1 from import_rows
            where workspace_id = imports.workspace_id and import_id = imports.id)
          and not exists (
            select 1 from imported_leads
            where workspace_id = imports.workspace_id and import_id = imports.id)
        limit ${limit})
      returning 1 as pruned`,
  };
}
