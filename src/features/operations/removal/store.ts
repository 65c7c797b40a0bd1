import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { tokens, workspaces } from "#db/schema/access";
import { moves } from "#db/schema/directory";
import { workspaceRemovals } from "#db/schema/removals";
import { isWorkspaceKept } from "#db/scope/kept";
import { ofWorkspace, within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { removedResources } from "#domain/removals";
import type { Scope } from "#env";
import { principals } from "#features/access/tokens/principals";
import { copyWorkspace } from "#features/access/workspaces/copies";
import { workspaceExists } from "#features/access/workspaces/store";
import { recipientCache } from "#features/links/recipients/placeholder-values";
import { redirectCache } from "#features/links/redirect-cache";
import { receivers } from "#features/messaging/channels/receivers";
import { found, notFound, Problem } from "#lib/problem";
import { DAY_MS, iso, isoOrNull } from "#lib/time";
import type { WorkspaceRemoval } from "./schema";

const KEPT_DAYS = 365;

const BEING_MOVED = "The workspace is being moved: abandon the move, or wait for its end.";
const NOT_SUSPENDED = "Suspend the workspace first: a deletion can't be undone.";

const toWire = (row: typeof workspaceRemovals.$inferSelect): WorkspaceRemoval => ({
  workspace_id: row.workspaceId,
  name: row.name,
  state: row.finishedAt === null ? "removing" : "removed",
  requested_at: iso(row.requestedAt),
  finished_at: isoOrNull(row.finishedAt),
  // Every resource is named: `Object.fromEntries` loses that.
  removed: Object.fromEntries(
    removedResources.map((name) => [name, row.removed[name] ?? 0]),
  ) as WorkspaceRemoval["removed"],
});

const ofId = (id: number) => within({ workspaceId: id }, workspaceRemovals);
const select = ({ db }: Scope, id: number) => db.select().from(workspaceRemovals).where(ofId(id));

/**
 * Deletes a suspended workspace: at once for everybody who could ask for it, while a worker removes
 * its rows (chunks/workspace-removals.ts). Throws a `conflict` problem if it is not suspended, or
 * on a move.
 */
export async function deleteWorkspace(operator: Scope, id: number): Promise<WorkspaceRemoval> {
  const now = Date.now();
  const isDeleted = sql`exists (select 1 from ${workspaceRemovals} where ${ofId(id)})`;
  const own = (condition: SQL | undefined) => within({ workspaceId: id }, tokens, condition);
  const moving = within({ workspaceId: id }, moves, isNull(moves.finishedAt));
  const { deleted, receipt, move } = await batch(operator, {
    deleted: sql<{ id: number }>`
      insert into workspace_removals (workspace_id, name, requested_at, next_at, removed)
      select id, name, ${now}, ${now},
        json_object('tokens', (select count(*) from ${tokens} where ${own(undefined)}))
      from workspaces
      where id = ${id} and ${isWorkspaceKept(id)} and ${isSuspended(id)}
        and not exists (select 1 from ${moves} where ${moving})
      returning workspace_id as id`,
    tokens: operator.db.delete(tokens).where(own(isDeleted)),
    version: operator.db
      .update(workspaces)
      .set({ version: sql`${workspaces.version} + 1` })
      .where(and(eq(workspaces.id, id), isNotNull(workspaces.copiedVersion), isDeleted)),
    receipt: select(operator, id),
    move: operator.db.select({ id: moves.id }).from(moves).where(moving),
  });
  for (const cache of [principals, redirectCache, recipientCache, receivers]) cache.clear();
  if (deleted.length > 0) {
    await copyWorkspace(operator.databases, id);
    return toWire(found(receipt[0]));
  }
  const isKept = await workspaceExists(operator, id);
  const message = move.length > 0 ? BEING_MOVED : NOT_SUSPENDED;
  throw isKept ? new Problem("conflict", { message }) : notFound();
}

/** Until it is finished, the receipt grows in the workspace's database. */
export async function getRemoval(operator: Scope, id: number): Promise<WorkspaceRemoval> {
  const receipt = found(await select(operator, id).get());
  const scope = await ofWorkspace(operator, id);
  const isElsewhere = scope.database !== operator.databases.ofDirectory;
  const current = isElsewhere && receipt.finishedAt === null ? await select(scope, id).get() : null;
  return toWire({ ...(current ?? receipt), finishedAt: receipt.finishedAt });
}

/** True if there is such a workspace, or the receipt of one, in the words of `ids`. */
export const workspaceIsKnown = async (operator: Scope, id: number) =>
  (await workspaceExists(operator, id)) || (await select(operator, id)).length > 0;

/** Deletes at most `limit` receipts of workspaces that were removed more than 365 days ago. */
export const pruneRemovals = (limit: number) => sql<{ pruned: 1 }>`
  delete from workspace_removals where workspace_id in (
    select workspace_id from workspace_removals
    where finished_at < ${Date.now() - KEPT_DAYS * DAY_MS} limit ${limit})
  returning 1 as pruned`;
