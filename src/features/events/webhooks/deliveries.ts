import { and, eq, getTableColumns, isNotNull, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { pagedWhere, stopIn } from "#db/lists/page";
import { ownEqual } from "#db/lists/walk";
import { events, webhookDeliveries, webhookEndpoints } from "#db/schema/events";
import { exists, newestId } from "#db/scope/rows";
import { owned, within } from "#db/scope/scope";
import type { EventType } from "#domain/events";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { activeEndpoint, ofId, requireActive, selectEndpoint } from "./endpoints";
import type { WebhookDelivery, WebhookDeliveryQuery } from "./schema";

const { workspaceId, ...own } = getTableColumns(webhookDeliveries);
const isEvent = within(
  { workspaceId: sql`${webhookDeliveries.workspaceId}` },
  events,
  eq(events.id, webhookDeliveries.eventId),
);
const columns = {
  ...own,
  /** Hidden once the lead of the event is deleted, as it may contain personal data. */
  answer: sql<string | null>`
    iif(exists (
      select 1 from removals
      where kind = 'lead'
        and parent_id = (select lead_id from events where ${isEvent})),
      null, answer)`,
  /**
   * The next attempt waits until the endpoint's pause is over, unless a client requested the
   * delivery.
   */
  nextAttemptAt: sql<number | null>`
    iif(next_attempt_at > 0,
      max(next_attempt_at, ifnull(
        (select paused_until from webhook_endpoints where id = endpoint_id), 0)),
      next_attempt_at)`,
  eventType: sql<EventType>`(select type from events where ${isEvent})`,
};

const select = (scope: Scope) => scope.db.select(columns).from(webhookDeliveries).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const toWire = (row: Row): WebhookDelivery => ({
  id: row.id,
  endpoint_id: row.endpointId,
  event_id: row.eventId,
  event_type: row.eventType,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: isoOrNull(row.nextAttemptAt === REQUESTED ? Date.now() : row.nextAttemptAt),
  last_attempt_at: isoOrNull(row.lastAttemptAt),
  error: row.error,
  http_status: row.httpStatus,
  latency_ms: row.latencyMs,
  answer: row.answer,
  created_at: iso(row.createdAt),
});

const withId = (scope: Scope, id: number | SQL) =>
  within(scope, webhookDeliveries, eq(webhookDeliveries.id, id));

/**
 * The index of one filter, or of two that share one, finds the rows; a `+` before the other columns
 * keeps SQLite from using their indexes.
 */
function conditions(scope: Scope, { endpoint_id, status, event_id }: WebhookDeliveryQuery) {
  const ofEvent = event_id !== undefined;
  const ofStatus =
    status && sql`${sql.raw(ofEvent ? "+" : "")}${webhookDeliveries.status} = ${status}`;
  if (!ofEvent && endpoint_id === undefined)
    return ofStatus && owned(scope, webhookDeliveries, ofStatus);
  const ofEndpoint = ownEqual(scope, webhookDeliveries, webhookDeliveries.endpointId, endpoint_id);
  return ofEvent
    ? and(eq(webhookDeliveries.eventId, event_id), ofEndpoint && sql`+${ofEndpoint}`, ofStatus)
    : and(ofEndpoint, ofStatus);
}

export async function listDeliveries(
  scope: Scope,
  query: WebhookDeliveryQuery,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const listed = scope.db
    .select({ ...columns, stop: stopIn(undefined, webhookDeliveries) })
    .from(webhookDeliveries)
    .$dynamic();
  const key = conditions(scope, query);
  return cutPage(await pagedWhere(listed, scope, webhookDeliveries, page, { key }), page, toWire);
}

export const deliveryExists = exists(webhookDeliveries);

export const getDelivery = async (scope: Scope, id: number): Promise<WebhookDelivery> =>
  toWire(found(await select(scope).where(withId(scope, id)).get()));

/** `next_attempt_at` of a delivery that a client requests: sent at once, even in a pause. */
const REQUESTED = 0;

/** Makes an endpoint due now, if it is active. */
export const dueNow = (scope: Scope, condition: SQL) =>
  scope.db
    .update(webhookEndpoints)
    .set({ nextAt: 0 })
    .where(and(condition, eq(webhookEndpoints.isActive, true)));

/** Has the senders of a workspace look for work that wait for some: it may have been suspended. */
export const lookForWork = (scope: Scope) =>
  dueNow(scope, within(scope, webhookEndpoints, isNotNull(webhookEndpoints.nextAt)));

/** Sends an event again, even a delivered one, from the start of the retry schedule. */
export async function retryDelivery(scope: Scope, id: number): Promise<WebhookDelivery> {
  const endpointId = sql`(
    select endpoint_id from webhook_deliveries where ${withId(scope, id)})`;
  const isActive = sql`exists (
    select 1 from webhook_endpoints where ${activeEndpoint(scope, endpointId)})`;
  const { endpoint, delivery } = await batch(scope, {
    endpoint: scope.db
      .select({ isActive: webhookEndpoints.isActive })
      .from(webhookEndpoints)
      .where(ofId(scope, endpointId)),
    request: scope.db
      .update(webhookDeliveries)
      .set({ status: "pending", attempts: 0, nextAttemptAt: REQUESTED })
      .where(and(withId(scope, id), isActive)),
    due: dueNow(scope, ofId(scope, endpointId)),
    delivery: select(scope).where(withId(scope, id)),
  });
  requireActive(found(endpoint[0]));
  return toWire(found(delivery[0]));
}

/** Sends the event `webhook_endpoint.test`. */
export async function testEndpoint(scope: Scope, id: number): Promise<WebhookDelivery> {
  const target = activeEndpoint(scope, id);
  const { endpoint, delivery } = await batch(scope, {
    endpoint: selectEndpoint(scope, id),
    event: sql`
      insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
      select workspace_id, 'webhook_endpoint.test', null, scenario_id,
        json_object('webhook_endpoint_id', id), ${scope.actor}
      from webhook_endpoints where ${target}`,
    request: sql`
      insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status,
        next_attempt_at, created_at)
      select workspace_id, id, ${newestId(scope, events)}, 'pending', ${REQUESTED}, ${Date.now()}
      from webhook_endpoints where ${target}`,
    due: dueNow(scope, target),
    delivery: select(scope).where(withId(scope, newestId(scope, webhookDeliveries))),
  });
  requireActive(found(endpoint[0]));
  return toWire(found(delivery[0]));
}
