import { eq, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { workspaces } from "#db/schema/access";
import { webhookEndpoints } from "#db/schema/events";
import { channels } from "#db/schema/messaging";
import { sources } from "#db/schema/sources";
import { isWorkspaceKept } from "#db/scope/kept";
import { ofWorkspace, within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import type { Scope } from "#env";
import { principals } from "#features/access/tokens/principals";
import { copyWorkspace } from "#features/access/workspaces/copies";
import type { WorkspaceDetail } from "#features/access/workspaces/schema";
import { detailToWire, selectWorkspace } from "#features/access/workspaces/store";
import { lookForWork } from "#features/events/webhooks/deliveries";
import { isBeingMoved } from "#lib/database-errors";
import { found } from "#lib/problem";

/** A request wakes no more senders than this; those of others end their batches by themselves. */
const MAX_INTERRUPTED = 300;

/**
 * Suspends a workspace, or gives its suspension another reason. Waking the senders in the sink of
 * `scope`, the workspace's, ends the batches of webhooks that they are sending.
 */
export async function suspendWorkspace(
  operator: Scope,
  id: number,
  reason: string,
): Promise<{ workspace: WorkspaceDetail; scope: Scope }> {
  const now = Date.now();
  const { workspace } = await batch(operator, {
    suspended: operator.db
      .update(workspaces)
      .set({
        suspendedAt: sql`ifnull(${workspaces.suspendedAt}, ${now})`,
        suspendedReason: reason,
        updatedAt: now,
      })
      .where(
        sql`${eq(workspaces.id, id)} and ${isWorkspaceKept(id)}
          and ${workspaces.suspendedReason} is not ${reason}`,
      ),
    workspace: selectWorkspace(operator, id),
  });
  principals.clear();
  await copyWorkspace(operator.databases, id);
  const scope = await ofWorkspace(operator, id);
  const { sending } = await readBatch(scope, {
    sending: sql<{ id: number }>`
      select id from webhook_endpoints
      where ${within(scope, webhookEndpoints, sql`next_at is not null`)}
      limit ${MAX_INTERRUPTED}`,
  });
  scope.sink.wake({ endpoints: sending.map(({ id }) => id) });
  return { workspace: detailToWire(operator, found(workspace[0])), scope };
}

/** Ends a suspension. The sink of `scope`, the workspace's, has what has become due in it. */
export async function resumeWorkspace(
  operator: Scope,
  id: number,
): Promise<{ workspace: WorkspaceDetail; scope: Scope }> {
  const now = Date.now();
  const { workspace, resumed } = await batch(operator, {
    resumed: operator.db
      .update(workspaces)
      .set({ suspendedAt: null, suspendedReason: null, updatedAt: now })
      .where(sql`${eq(workspaces.id, id)} and ${isWorkspaceKept(id)} and ${isSuspended(id)}`)
      .returning({ id: workspaces.id }),
    workspace: selectWorkspace(operator, id),
  });
  principals.clear();
  await copyWorkspace(operator.databases, id);
  const scope = await ofWorkspace(operator, id);
  // The end of a move makes it due, too.
  if (resumed.length > 0)
    await makeDue(scope).catch((error) => {
      if (!isBeingMoved(error)) throw error;
    });
  return { workspace: detailToWire(operator, found(workspace[0])), scope };
}

/** Makes what has waited for the end of a suspension due, and wakes its workers. */
async function makeDue(scope: Scope) {
  const waiting = sql`exists (
    select 1 from messages where channel_id = channels.id and next_attempt_at is not null)`;
  const { sending, receiving } = await batch(scope, {
    endpoints: lookForWork(scope),
    sending: sql<{ id: number }>`
      select id from channels where ${within(scope, channels, waiting)}`,
    receiving: sql<{ id: number }>`select id from sources where ${within(scope, sources)}`,
  });
  scope.sink.wake({
    channels: sending.map(({ id }) => id),
    sources: receiving.map(({ id }) => id),
  });
}
