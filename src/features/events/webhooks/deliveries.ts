import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { keyset } from "../../../db/page";
import { newestId } from "../../../db/rows";
import { webhookDeliveries, webhookEndpoints } from "../../../db/schema/events";
import { rows, within, write } from "../../../db/scope";
import type { EventType } from "../../../domain/events";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { ofId, refuseInactive, selectEndpoint } from "./endpoints";
import type { WebhookDelivery, WebhookDeliveryQuery } from "./schema";

const { workspaceId, ...own } = getTableColumns(webhookDeliveries);
const columns = {
  ...own,
  /** Not before its endpoint's pause is over, unless it was asked for by itself. */
  nextAttemptAt: sql<
    number | null
  >`iif(next_attempt_at > 0, max(next_attempt_at, ifnull((select paused_until from webhook_endpoints where id = endpoint_id), 0)), next_attempt_at)`,
  eventType: sql<EventType>`(select type from events where events.id = webhook_deliveries.event_id)`,
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
  next_attempt_at: isoOrNull(row.nextAttemptAt === ASKED ? Date.now() : row.nextAttemptAt),
  last_attempt_at: isoOrNull(row.lastAttemptAt),
  error: row.error,
  http_status: row.httpStatus,
  latency_ms: row.latencyMs,
  answer: row.answer,
  created_at: iso(row.createdAt),
});

const withId = (scope: Scope, id: number | SQL) =>
  within(scope, webhookDeliveries, eq(webhookDeliveries.id, id));

/** One of the filters, or two by one index, find the rows; a `+` before the others keeps SQLite from trying theirs. */
function conditions(scope: Scope, { endpoint_id, status, event_id }: WebhookDeliveryQuery) {
  const ofEvent = event_id !== undefined;
  const isNarrowed = ofEvent || endpoint_id !== undefined;
  const plus = (yes: boolean) => sql.raw(yes ? "+" : "");
  return and(
    sql`${plus(isNarrowed)}${webhookDeliveries.workspaceId} = ${scope.workspaceId}`,
    ofEvent ? eq(webhookDeliveries.eventId, event_id) : undefined,
    endpoint_id === undefined ? undefined : eq(webhookDeliveries.endpointId, endpoint_id),
    status && sql`${plus(ofEvent)}${webhookDeliveries.status} = ${status}`,
  );
}

export async function listDeliveries(
  scope: Scope,
  query: WebhookDeliveryQuery,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const { after, order, limit } = keyset(webhookDeliveries.id, page);
  const listed = select(scope)
    .where(and(conditions(scope, query), after))
    .orderBy(order)
    .limit(limit);
  return cutPage(await listed, page, toWire);
}

export const getDelivery = async (scope: Scope, id: number): Promise<WebhookDelivery> =>
  toWire(found(await select(scope).where(withId(scope, id)).get()));

/** `next_attempt_at` of a delivery that was asked for by itself: it is sent at once, even in a pause, and before others. */
const ASKED = 0;

/** Has an active endpoint looked at now. */
export const dueNow = (scope: Scope, which: SQL) =>
  scope.db
    .update(webhookEndpoints)
    .set({ nextAt: 0 })
    .where(sql`${which} and ${webhookEndpoints.isActive} = 1`);

/** Sends an event again, be it delivered, from the start of the table of retries. */
export async function retryDelivery(scope: Scope, id: number): Promise<WebhookDelivery> {
  const endpoint = ofId(
    scope,
    sql`(select endpoint_id from webhook_deliveries where ${withId(scope, id)})`,
  );
  const { isActive } = webhookEndpoints;
  const [[endpointOfIt], , , [row]] = await write(scope, [
    scope.db.select({ isActive }).from(webhookEndpoints).where(endpoint),
    scope.db
      .update(webhookDeliveries)
      .set({ status: "pending", attempts: 0, nextAttemptAt: ASKED })
      .where(
        sql`${withId(scope, id)} and exists (select 1 from webhook_endpoints where ${endpoint} and ${isActive} = 1)`,
      ),
    dueNow(scope, endpoint),
    select(scope).where(withId(scope, id)),
  ]);
  refuseInactive(found(endpointOfIt));
  return toWire(row!);
}

/** Sends an event that says nothing but that it is sent. */
export async function testEndpoint(scope: Scope, id: number): Promise<WebhookDelivery> {
  const now = Date.now();
  const target = sql`${ofId(scope, id)} and ${webhookEndpoints.isActive} = 1`;
  const [[endpoint], , , , [row]] = await write(scope, [
    selectEndpoint(scope, id),
    rows(
      scope,
      sql`insert into new_events (workspace_id, type, lead_id, scenario_id, data)
        select workspace_id, 'webhook_endpoint.test', null, scenario_id, json_object('webhook_endpoint_id', id) from webhook_endpoints where ${target}`,
    ),
    rows(
      scope,
      sql`insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, next_attempt_at, created_at)
        select workspace_id, id, (select max(id) from events), 'pending', ${ASKED}, ${now} from webhook_endpoints where ${target}`,
    ),
    dueNow(scope, target),
    select(scope).where(withId(scope, newestId(scope, webhookDeliveries))),
  ]);
  refuseInactive(found(endpoint));
  return toWire(row!);
}
