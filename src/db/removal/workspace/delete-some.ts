import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { workspaceRemovals } from "#db/schema/removals";
import { owned } from "#db/scope/within";
import type { RemovedResource } from "#domain/removals";

// The statements of which the steps are made (steps.ts).

/** The workspace that rows belong to. In a subquery it is a column of the outer query. */
export type Of = { workspaceId: number | SQL };
export type OwnedTable = SQLiteTable & Parameters<typeof owned>[1];

/** Selects the ids of the first rows of a table. */
export const first = (scope: Of, table: OwnedTable, limit: number) => sql`
  select id from ${table} where ${owned(scope, table)} order by id limit ${limit}`;

const ROWID = sql`rowid`;
/** The key of the tables whose ids are unique in their workspace. */
export const TIMED = sql`workspace_id, id`;

/** Deletes the first rows of a table that has the workspace's id. `id`: the columns of its key. */
export const deleteFirst = (scope: Of, table: OwnedTable, limit: number, id = ROWID) => sql`
  delete from ${table}
  where (${id}) in (select ${id} from ${table} where ${owned(scope, table)} limit ${limit})`;

/** Deletes the first rows of a table that refer by a column to rows that `parents` selects. */
export const deleteOf = (table: SQL, key: SQL, parents: SQL, limit: number, id = ROWID) => sql`
  delete from ${table}
  where (${id}) in (select ${id} from ${table} where ${key} in (${parents}) limit ${limit})`;

export const none = (table: SQL, key: SQL) => sql`not exists (select 1 from ${table} where ${key})`;

/** A deletion, and what the receipt adds by it. */
export const counted = (scope: Of, resource: RemovedResource, deletion: SQL): [SQL, SQL] => {
  const path = `$.${resource}`;
  return [
    deletion,
    sql`
      update workspace_removals
      set removed = json_set(removed, ${path}, ifnull(removed ->> ${path}, 0) + changes())
      where ${owned(scope, workspaceRemovals)} and changes() > 0`,
  ];
};
