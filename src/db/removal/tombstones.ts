import { eq, type SQL, sql } from "drizzle-orm";
import { type RemovalKind, removalKinds } from "#domain/removals";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { erasureReceipts } from "../schema/removals";
import { isWorkspaceKept } from "../scope/kept";
import { type Owned, within } from "../scope/within";
import { ofKind } from "./behind";
import { kinds } from "./kinds";

// Removes the rows behind deleted parents (schema/removals.ts). Each statement removes a bounded
// number of rows, and finds none once they are gone: a chunk may be worked twice, by two at once,
// or not at all after a crash.

/** The number of rows of a table that the request that deletes their parent removes itself. */
export const FIRST_CHUNK = 100;

/**
 * Deletes the newest of the workspace's removals of a kind, save those with rows behind them: their
 * parents had none left when they were deleted.
 */
export const deleteEmptyTombstones = (scope: Scope, kind: RemovalKind, limit: number) => sql`
  delete from removals
  where rowid in (
      select rowid from removals where ${ofKind(scope, kind)} order by rowid desc limit ${limit})
    and not ${kinds[kind].remains}`;

/**
 * Leaves a tombstone for each of the workspace's rows that the next statement deletes: with the
 * actor.
 */
export const leaveTombstones = (
  scope: Scope,
  table: Owned,
  kind: RemovalKind,
  which: number | SQL,
  receiptId = sql`0`,
) => sql`
  insert into removals (kind, parent_id, workspace_id, changed_by, receipt_id)
  select ${kind}, id, workspace_id, ${scope.actor}, ${receiptId} from ${table}
  where ${within(scope, table, typeof which === "number" ? eq(table.id, which) : which)}`;

/**
 * Writes the tombstone of a lead once more: what was under way when it was erased is erased too.
 * Not in a workspace that was deleted.
 */
export const leaveTombstoneAgain = (scope: Scope, receiptId: number, isDue: SQL) => sql`
  insert into removals (kind, parent_id, workspace_id, receipt_id)
  select 'lead', lead_id, workspace_id, id from erasure_receipts
  where ${within(scope, erasureReceipts, eq(erasureReceipts.id, receiptId))} and ${isDue}
    and ${isWorkspaceKept(scope.workspaceId)}
  on conflict do update set receipt_id = excluded.receipt_id, progress = 0`;

/**
 * The statements that remove a chunk of the rows behind the workspace's deleted parents, of each
 * table at most some times `limit`, and the removals that are done. Those of an erasure are removed
 * apart from others, since its receipt counts them.
 */
export const removeChunk = (
  scope: Scope,
  limit: number,
  which: readonly RemovalKind[] = removalKinds,
  receiptId = 0,
): Statement[] =>
  which.flatMap((kind) => [
    ...kinds[kind].chunk({ ...scope, receiptId }, limit),
    sql`
      delete from removals
      where ${ofKind(scope, kind, receiptId)} and not ${kinds[kind].remains}`,
  ]);
