import { type SQL, sql } from "drizzle-orm";

/**
 * Whether a workspace is suspended: the four workers then claim none of its work. SQLite evaluates
 * it once in a statement, unless the id is a column.
 */
export const isSuspended = (workspaceId: number | SQL) => sql`exists (
  select 1 from workspaces as suspended
  where suspended.id = ${workspaceId} and suspended.suspended_at is not null)`;

/** The workspace of a channel, for `isSuspended`. */
export const ofChannel = (channelId: number | SQL) =>
  sql`(select workspace_id from channels as sender where sender.id = ${channelId})`;

/** The workspace of a webhook endpoint, for `isSuspended`. */
export const ofEndpoint = (endpointId: number | SQL) =>
  sql`(select workspace_id from webhook_endpoints as receiver where receiver.id = ${endpointId})`;
