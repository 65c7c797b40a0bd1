import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Scope } from "#env";
import { type Owned, within } from "../scope/within";
import { refusedFor } from "./errors";

// ETags are made from `updated_at`, which is therefore never the same after a change as before.

/** The time of a change of a row: now, or a millisecond after the last change. */
export const changedAt = (updatedAt: SQLiteColumn | SQL, now = Date.now()) =>
  sql<number>`max(${now}, ${updatedAt} + 1)`;

/** The revisions of which a resource must have one; undefined if any will do. */
export type Expected = readonly string[] | undefined;

type Revised = Owned & { updatedAt: SQLiteColumn };

/**
 * Stands first in the batch that changes a row. Makes it fail (`isStale`) if the row has none of
 * the expected revisions, so that it writes nothing.
 */
export const refuseStale = (
  scope: Pick<Scope, "workspaceId">,
  table: Revised,
  id: number,
  expected: Expected,
  revision: SQL = sql`${table.updatedAt}`,
) =>
  expected &&
  sql`
    insert into stale_rows (id) select id from ${table}
    where ${within(scope, table, sql`${table.id} = ${id}`)}
      and cast(${revision} as text) not in (
        select value from json_each(${JSON.stringify(expected)}))`;

/** True if a batch has failed for `refuseStale`: the trigger `stale_rows_insert` says so. */
export const isStale = (error: unknown) => refusedFor(error, "stale_row");
