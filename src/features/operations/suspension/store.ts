import { eq, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { dueIn } from "../../../db/due";
import { isWorkspaceKept } from "../../../db/kept";
import { workspaces } from "../../../db/schema/access";
import { webhookEndpoints } from "../../../db/schema/events";
import { channels } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { isSuspended } from "../../../db/suspension";
import { toWake, type Wake } from "../../../domain/wake";
import type { Scope } from "../../../env";
import { found } from "../../../lib/problem";
import { principals } from "../../access/tokens/principals";
import type { WorkspaceDetail } from "../../access/workspaces/schema";
import { detailToWire, selectWorkspace } from "../../access/workspaces/store";
import { dueNow } from "../../events/webhooks/deliveries";

/** A request wakes no more senders than this; those of others end their batches by themselves. */
const MAX_INTERRUPTED = 300;

/**
 * Suspends a workspace, or gives its suspension another reason. Waking the senders in `wake` ends
 * the batches of webhooks that they are sending.
 */
export async function suspendWorkspace(
  operator: Scope,
  id: number,
  reason: string,
): Promise<{ workspace: WorkspaceDetail; wake: Wake }> {
  const now = Date.now();
  const { workspace, sending } = await batch(operator, {
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
    sending: sql<{ id: number }>`
      select id from webhook_endpoints
      where ${within({ workspaceId: id }, webhookEndpoints, sql`next_at is not null`)}
      limit ${MAX_INTERRUPTED}`,
  });
  principals.clear();
  const wake = { endpoints: sending.map(({ id }) => id) };
  return { workspace: detailToWire(operator, found(workspace[0])), wake };
}

/** Ends a suspension. `wake` is what has become due in it. */
export async function resumeWorkspace(
  operator: Scope,
  id: number,
): Promise<{ workspace: WorkspaceDetail; wake: Wake }> {
  const now = Date.now();
  const waiting = sql`exists (
    select 1 from messages where channel_id = channels.id and next_attempt_at is not null)`;
  const hasWork = within(
    { workspaceId: id },
    webhookEndpoints,
    sql`${webhookEndpoints.nextAt} is not null and ${isWorkspaceKept(id)} and ${isSuspended(id)}`,
  );
  const { workspace, due, sending } = await batch(operator, {
    endpoints: dueNow(operator, hasWork),
    resumed: operator.db
      .update(workspaces)
      .set({ suspendedAt: null, suspendedReason: null, updatedAt: now })
      .where(sql`${eq(workspaces.id, id)} and ${isWorkspaceKept(id)} and ${isSuspended(id)}`),
    workspace: selectWorkspace(operator, id),
    due: dueIn(id),
    sending: sql<{ id: number }>`
      select id from channels where ${within({ workspaceId: id }, channels, waiting)}`,
  });
  principals.clear();
  const wake = { ...(due[0] && toWake(due[0])), channels: sending.map(({ id }) => id) };
  return { workspace: detailToWire(operator, found(workspace[0])), wake };
}
