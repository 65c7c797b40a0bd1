import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Scope } from "../env";
import { found } from "../lib/problem";
import { within, write } from "./scope";

type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/** Whether the workspace has a row with this id. */
export const exists = (table: Owned) => async (scope: Scope, id: number) =>
  (await scope.db
    .select({ id: table.id })
    .from(table)
    .where(within(scope, table, eq(table.id, id)))
    .get()) !== undefined;

/** Deletes the workspace's row and what hangs on it; a `not_found` problem where there is none. */
export const remove = (table: Owned) => async (scope: Scope, id: number) => {
  const [rows] = await write(scope, [
    scope.db
      .delete(table)
      .where(within(scope, table, eq(table.id, id)))
      .returning({ id: table.id }),
  ]);
  found(rows[0]);
  return 1;
};

/** The ids among `ids` that are not the workspace's, each with its place in the list. */
export const foreignIds = (scope: Scope, table: Owned, ids: number[]) =>
  scope.db
    .select({ index: sql<number>`key`, id: sql<number>`value` })
    .from(sql`json_each(${JSON.stringify(ids)})`)
    .where(sql`value not in (select ${table.id} from ${table} where ${within(scope, table)} and ${table.id} = value)`);
