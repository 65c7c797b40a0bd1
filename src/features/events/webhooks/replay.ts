import { sql } from "drizzle-orm";
import { webhookEndpoints } from "../../../db/schema/events";
import { rows, write } from "../../../db/scope";
import type { Scope } from "../../../env";
import { found, invalid } from "../../../lib/problem";
import { fieldErrors } from "../../../lib/validation-messages";
import { dueNow } from "./deliveries";
import { ofId, refuseInactive, selectEndpoint } from "./endpoints";
import type { ReplayInput } from "./schema";

export const MAX_REPLAYED = 10_000;
const TOO_MANY = `The :f field begins a time of more than ${MAX_REPLAYED.toLocaleString("en")} events: choose a shorter one.`;

/** Sends the endpoint its events of a time again, how many. Too many are an `invalid` problem, and nothing is changed. */
export async function replayEvents(
  scope: Scope,
  id: number,
  { from, to }: ReplayInput,
): Promise<{ deliveries: number }> {
  const now = Date.now();
  const target = sql`${ofId(scope, id)} and ${webhookEndpoints.isActive} = 1`;
  // The ids of a millisecond's events are its time times 1,000, and those that follow. From `next_event_id` on it is sent them anyway.
  const events = sql`select endpoint_id, event_id from endpoint_events
    where endpoint_id = (select id from webhook_endpoints where ${target})
      and event_id >= ${from * 1000} and event_id < ${((to ?? now) + 1) * 1000}
      and event_id < ifnull((select next_event_id from webhook_endpoints where ${target}), 9e18)
    order by event_id limit ${MAX_REPLAYED + 1}`;
  const [[endpoint], [counted]] = await write(scope, [
    selectEndpoint(scope, id),
    rows<{ n: number }>(scope, sql`select count(*) as n from (${events})`),
    rows(
      scope,
      sql`insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, next_attempt_at, created_at)
        select ${scope.workspaceId}, endpoint_id, event_id, 'pending', ${now}, ${now}
        from (select endpoint_id, event_id, count(*) over () as n from (${events})) where n <= ${MAX_REPLAYED}
        on conflict (event_id, endpoint_id) do update set status = excluded.status, attempts = 0, next_attempt_at = excluded.next_attempt_at`,
    ),
    dueNow(
      scope,
      sql`${target} and exists (select 1 from webhook_deliveries where endpoint_id = ${id} and next_attempt_at = ${now})`,
    ),
  ]);
  refuseInactive(found(endpoint));
  const deliveries = counted!.n;
  if (deliveries > MAX_REPLAYED) throw invalid(fieldErrors(["from"], TOO_MANY));
  return { deliveries };
}
