import { sql } from "drizzle-orm";

/** What triggers can't see, since it is no row. */
type Used = {
  apiRequests?: number;
  webhookDeliveries?: number;
  /** What deliveries take, which are kept for a month. */
  monthBytes?: number;
  httpRequests?: number;
};

/** Adds to what a workspace has used today: one row is written. */
export const addUsage = (workspaceId: number, used: Used) => sql`
  insert into usage_changes (
    workspace_id, api_requests, webhook_deliveries, http_requests, month_bytes)
  select ${workspaceId}, ${used.apiRequests ?? 0}, ${used.webhookDeliveries ?? 0},
    ${used.httpRequests ?? 0}, ${used.monthBytes ?? 0}`;
