import { sql } from "drizzle-orm";
import { isWritable } from "../placement/freeze";

/** The usage that triggers can't see, since it is no row. */
type Used = {
  apiRequests?: number;
  webhookDeliveries?: number;
  /** The bytes of deliveries, which are kept for a month. */
  monthBytes?: number;
  httpRequests?: number;
};

/** Adds to what a workspace has used today: one row is written. */
export const addUsage = (workspaceId: number, used: Used) => sql`
  insert into usage_changes (
    workspace_id, api_requests, webhook_deliveries, http_requests, month_bytes)
  select ${workspaceId}, ${used.apiRequests ?? 0}, ${used.webhookDeliveries ?? 0},
    ${used.httpRequests ?? 0}, ${used.monthBytes ?? 0}`;

/** From how many bytes of events on a workspace does not wait for something else to be counted. */
const MAX_WAITING_BYTES = 250_000;

/**
 * Counts the events of the workspaces that have many which wait for that. `iif` has the fences of
 * moves, which are read with all of the schema, looked up for none but these.
 */
export const countWaiting = () => sql`
  insert into usage_changes (workspace_id)
  select workspaces.id
  from workspaces
    cross join usage_days as last
      on last.workspace_id = workspaces.id
      and last.day = (select max(day) from usage_days where workspace_id = workspaces.id)
  where iif(
    ${MAX_WAITING_BYTES} <= (
      select sum(110 + octet_length(data))
      from events
      where events.workspace_id = last.workspace_id and id > last.events_to),
    ${isWritable(sql`workspaces.id`)}, 0)`;
