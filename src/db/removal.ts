import { eq, type SQL, sql } from "drizzle-orm";
import { type RemovalKind, removalKinds } from "../domain/removals";
import type { Scope } from "../env";
import type { Statement } from "./batch";
import { kinds, ofKind } from "./removal-kinds";
import { type Owned, within } from "./within";

// Removes the rows behind deleted parents (schema/removals.ts). Each statement removes a bounded
// number of rows, and finds none once they are gone: a chunk may be worked twice, by two at once,
// or not at all after a crash.

/** How many rows of a table the request that deletes their parent removes in its transaction. */
export const FIRST_CHUNK = 100;

/**
 * Deletes the newest of the workspace's removals of a kind, save those with rows behind them: their
 * parents had none left when they were deleted.
 */
export const forgetEmpty = (scope: Scope, kind: RemovalKind, limit: number) => sql`
  delete from removals
  where rowid in (
      select rowid from removals where ${ofKind(scope, kind)} order by rowid desc limit ${limit})
    and not ${kinds[kind].remains}`;

/** Writes the tombstones of the workspace's rows that the next statement deletes: with the actor. */
export const bury = (scope: Scope, table: Owned, kind: RemovalKind, which: number | SQL) => sql`
  insert into removals (kind, parent_id, workspace_id, changed_by)
  select ${kind}, id, workspace_id, ${scope.actor} from ${table}
  where ${within(scope, table, typeof which === "number" ? eq(table.id, which) : which)}`;

/**
 * The statements that remove a chunk of the rows behind the workspace's deleted parents, of each
 * table at most some times `limit`, and the removals that are done.
 */
export const removeChunk = (
  scope: Scope,
  limit: number,
  which: readonly RemovalKind[] = removalKinds,
): Statement[] =>
  which.flatMap((kind) => [
    ...kinds[kind].chunk(scope, limit),
    sql`delete from removals where ${ofKind(scope, kind)} and not ${kinds[kind].remains}`,
  ]);
