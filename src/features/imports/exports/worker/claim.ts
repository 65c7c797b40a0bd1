import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { isWritable } from "#db/placement/freeze";
import { scopeIn } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import type { Bindings, Scope } from "#env";
import { findExport, type Row } from "../store";

/** An export that the worker goes on with. */
export type Claimed = { scope: Scope; bucket: R2Bucket; row: Row; now: () => number };

/** True if there is work for an export; those of workspaces that are suspended wait. */
export const isWorked = sql`
  state = 'running' and deleted_at is null and not ${isSuspended(sql`exports.workspace_id`)}`;

/** The export whose turn it is, after that with the id `lastId`, but none that is being moved. */
export async function claimExport(
  env: Bindings,
  database: string,
  lastId: number,
): Promise<Claimed | null> {
  const first = (which: ReturnType<typeof sql>) => sql`(
    select min(id) from exports
    where ${isWorked} and ${isWritable(sql`exports.workspace_id`)} ${which})`;
  const { next } = await readBatch(
    { db: databasesOf(env).open(database) },
    {
      next: sql<{ id: number; workspaceId: number }>`
        select id, workspace_id as workspaceId from exports
        where id = ifnull(${first(sql`and id > ${lastId}`)}, ${first(sql``)})`,
    },
  );
  const [one] = next;
  if (!one) return null;
  const scope = scopeIn(env, { workspaceId: one.workspaceId, database });
  const row = await findExport(scope, one.id);
  return { scope, bucket: env.FILES, row, now: () => Date.now() };
}
