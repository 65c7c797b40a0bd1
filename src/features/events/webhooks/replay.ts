import { and, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { mergeTypes } from "#db/lists/merge-types";
import { events } from "#db/schema/events";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { found, invalid } from "#lib/problem";
import { withCommas } from "#lib/text";
import { fieldErrors } from "#lib/validation-messages";
import { dueNow } from "./deliveries";
import { activeEndpoint, requireActive, selectEndpoint } from "./endpoints";
import type { ReplayInput } from "./schema";

export const MAX_REPLAYED = 10_000;
const LIMIT = withCommas(MAX_REPLAYED);
const TOO_MANY = `The :f field begins a period of more than ${LIMIT} events: choose a shorter one.`;

/**
 * Sends the endpoint its events of a period again, and returns how many. Throws an `invalid`
 * problem and changes nothing if there are too many.
 */
export async function replayEvents(
  scope: Scope,
  id: number,
  { from, to }: ReplayInput,
): Promise<{ deliveries: number }> {
  const now = Date.now();
  const target = activeEndpoint(scope, id);
  // An id is a time in milliseconds times 1,000, plus a count. Events from `next_event_id` on are
  // still to be sent anyway.
  const end = sql`id < ${((to ?? now) + 1) * 1000}
    and id < ifnull((select next_event_id from webhook_endpoints where ${target}), 9e18)`;
  const ofTime = mergeTypes({
    of: within(scope, events),
    first: sql`id >= ${from * 1000} and ${end}`,
    beyond: sql`id > merged.at and ${end}`,
    ascending: true,
  });
  const replayed = sql`
    select endpoint_id, event_id
    from (${ofTime}) as told cross join endpoint_events
      on endpoint_id = (select id from webhook_endpoints where ${target}) and event_id = told.id
    limit ${MAX_REPLAYED + 1}`;
  const isReplayed = sql`exists (
    select 1 from webhook_deliveries where endpoint_id = ${id} and next_attempt_at = ${now})`;
  const { endpoint, counted } = await batch(scope, {
    endpoint: selectEndpoint(scope, id),
    counted: sql<{ deliveries: number }>`select count(*) as deliveries from (${replayed})`,
    deliveries: sql`
      insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status,
        next_attempt_at, created_at)
      select ${scope.workspaceId}, endpoint_id, event_id, 'pending', ${now}, ${now}
      from (select endpoint_id, event_id, count(*) over () as n from (${replayed}))
      where n <= ${MAX_REPLAYED}
      on conflict (event_id, workspace_id, endpoint_id) do update set
        status = excluded.status, attempts = 0, next_attempt_at = excluded.next_attempt_at`,
    due: dueNow(scope, sql`${and(target, isReplayed)}`),
  });
  requireActive(found(endpoint[0]));
  const { deliveries } = found(counted[0]);
  if (deliveries > MAX_REPLAYED) throw invalid(fieldErrors(["from"], TOO_MANY));
  return { deliveries };
}
