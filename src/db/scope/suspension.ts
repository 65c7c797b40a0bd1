import { type SQL, sql } from "drizzle-orm";
import { Problem } from "#lib/problem";

/**
 * True if a workspace is suspended: the four workers then claim none of its work. SQLite evaluates
 * it once in a statement, unless the id is a column.
 */
export const isSuspended = (workspaceId: number | SQL) => sql`exists (
  select 1 from workspaces as suspended
  where suspended.id = ${workspaceId} and suspended.suspended_at is not null)`;

/** Selects a row while the workspace is suspended, for `requireUnsuspended`. */
export const selectSuspension = (workspaceId: number) => sql<{ is_suspended: 1 }>`
  select 1 as is_suspended where ${isSuspended(workspaceId)}`;

/** Throws a `suspended` problem where a workspace is suspended: its signed URLs end, too. */
export function requireUnsuspended(suspension: unknown[]) {
  if (suspension.length > 0)
    throw new Problem("suspended", { message: "The workspace is suspended." });
}

/** The workspace of a channel, for `isSuspended`. */
export const ofChannel = (channelId: number | SQL) =>
  sql`(select workspace_id from channels as sender where sender.id = ${channelId})`;

/** The workspace of a webhook endpoint, for `isSuspended`. */
export const ofEndpoint = (endpointId: number | SQL) =>
  sql`(select workspace_id from webhook_endpoints as receiver where receiver.id = ${endpointId})`;
