import { eq, type SQL, sql } from "drizzle-orm";
import type { RemovalKind } from "#domain/removals";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { batch } from "../batch";
import { FIRST_CHUNK, leaveTombstones, removeChunk } from "../removal/tombstones";
import { type Owned, owned, within } from "./scope";

/** Selects the id of the workspace's row with this id, if there is one. */
export const selectId = (scope: Scope, table: Owned, id: number | SQL) =>
  scope.db
    .select({ id: table.id })
    .from(table)
    .where(within(scope, table, eq(table.id, id)));

/**
 * Deletes the workspace's row and, by cascade, the few rows that refer to it. Where many rows may
 * refer to it, they are hidden at once and removed later (db/removal/tombstones.ts).
 */
export const deleteRow = (scope: Scope, table: Owned, id: number) =>
  scope.db
    .delete(table)
    .where(within(scope, table, eq(table.id, id)))
    .returning({ id: table.id });

/**
 * The workspace's newest row, as a subquery: since ids only grow, that of the batch's last INSERT.
 */
export const newestId = (scope: Scope, table: Owned) =>
  sql`(select max(${table.id}) from ${table} where ${owned(scope, table)})`;

export const exists = (table: Owned) => async (scope: Scope, id: number) =>
  (await selectId(scope, table, id)).length > 0;

/**
 * Makes a function that deletes a row of a kind, and begins to remove the rows behind it, also
 * those of `further` kinds that go with it. It throws a `not_found` problem if there is none.
 */
export const remove =
  (table: Owned, kind: RemovalKind, further: RemovalKind[]) => async (scope: Scope, id: number) => {
    const { deleted } = await batch(scope, {
      tombstone: leaveTombstones(scope, table, kind, id),
      deleted: deleteRow(scope, table, id),
      behind: removeChunk(scope, FIRST_CHUNK, [...further, kind]),
    });
    found(deleted[0]);
    return 1;
  };

/** Selects the ids that do not belong to the workspace, each with its index in the list. */
export const foreignIds = (scope: Scope, table: Owned, ids: number[]) =>
  scope.db
    .select({ index: sql<number>`key`, id: sql<number>`value` })
    .from(sql`json_each(${JSON.stringify(ids)})`)
    .where(sql`
      value not in (
        select ${table.id} from ${table} where ${within(scope, table)} and ${table.id} = value)`);
