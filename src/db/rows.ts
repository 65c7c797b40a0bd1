import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../env";
import { found } from "../lib/problem";
import { type Owned, within, write } from "./scope";

/** Finds the workspace's row with this id, or nothing. */
export const selectId = (scope: Scope, table: Owned, id: number | SQL) =>
  scope.db
    .select({ id: table.id })
    .from(table)
    .where(within(scope, table, eq(table.id, id)));

/** Deletes the workspace's row and what hangs on it. */
export const deleteRow = (scope: Scope, table: Owned, id: number) =>
  scope.db
    .delete(table)
    .where(within(scope, table, eq(table.id, id)))
    .returning({ id: table.id });

/** The workspace's newest row, as a subquery: after an INSERT of the same batch, the row that it made, since ids only grow. */
export const newestId = (scope: Scope, table: Owned) =>
  sql`(select max(${table.id}) from ${table} where ${within(scope, table)})`;

export const exists = (table: Owned) => async (scope: Scope, id: number) =>
  (await selectId(scope, table, id)).length > 0;

/** Deletes a row; a `not_found` problem where there is none. */
export const remove = (table: Owned) => async (scope: Scope, id: number) => {
  const [rows] = await write(scope, [deleteRow(scope, table, id)]);
  found(rows[0]);
  return 1;
};

/** The ids among `ids` that are not the workspace's, each with its place in the list. */
export const foreignIds = (scope: Scope, table: Owned, ids: number[]) =>
  scope.db
    .select({ index: sql<number>`key`, id: sql<number>`value` })
    .from(sql`json_each(${JSON.stringify(ids)})`)
    .where(
      sql`value not in (select ${table.id} from ${table} where ${within(scope, table)} and ${table.id} = value)`,
    );
