import { eq, type SQL, sql } from "drizzle-orm";
import type { RemovalKind } from "#domain/removals";
import type { Scope } from "#env";
import { removals } from "../schema/removals";
import { within } from "../scope/within";

// The conditions that find the rows behind deleted parents, for kinds.ts.

/** A scope, and of which erasure the removals are that are worked; 0 for those of none. */
export type Removing = Scope & { receiptId: number };

/** Finds the workspace's removals of a kind: all, those of one erasure, or those of none (0). */
export const ofKind = (scope: Scope, kind: RemovalKind, receiptId?: number) =>
  within(
    scope,
    removals,
    eq(removals.kind, kind),
    receiptId === undefined ? undefined : eq(removals.receiptId, receiptId),
  );

/** Selects a column of the first rows behind the workspace's removals of a kind. */
export const behind = (
  scope: Removing,
  kind: RemovalKind,
  { table, key, id = sql`rowid` }: { table: SQL; key: SQL; id?: SQL },
  limit: number,
) => sql`
  select ${table}.${id} from removals cross join ${table} on ${table}.${key} = removals.parent_id
  where ${ofKind(scope, kind, scope.receiptId)} limit ${limit}`;

export type Place = Parameters<typeof behind>[2];

/** Deletes the first rows behind the workspace's removals of a kind. */
export const deleteBehind = (
  scope: Removing,
  kind: RemovalKind,
  place: Place,
  limit: number,
) => sql`
  delete from ${place.table}
  where (${place.id ?? sql`rowid`}) in (${behind(scope, kind, place, limit)})`;

export const has = (table: SQL, key: SQL) =>
  sql`exists (select 1 from ${table} where ${table}.${key} = removals.parent_id)`;
