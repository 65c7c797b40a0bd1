import { sql } from "drizzle-orm";
import { events } from "#db/schema/events";
import { within } from "#db/scope/scope";
import { addUsage } from "#db/statements/usage";
import { eventTypes } from "#domain/events";
import type { Endpoint } from "./endpoint";
import type { Health } from "./health";
import type { Outcome } from "./schedule";

/** The outcome of a batch: the outcomes of its deliveries, and the endpoint's health after them. */
export type BatchOutcome = {
  endpoint: Endpoint;
  scannedTo: number | null;
  outcomes: Outcome[];
  health: Health;
};

/** The statements that commit the outcome of a batch. */
export const commitStatements = (
  { endpoint, scannedTo, outcomes, health }: BatchOutcome,
  now: number,
) => ({
  outcomes: outcomes.length > 0 ? writeOutcomes(endpoint, outcomes, now) : undefined,
  usage: usageIn(endpoint, outcomes),
  position: scannedTo === null ? undefined : advance(endpoint, scannedTo),
  health: hasChanged(endpoint, health) ? writeHealth(endpoint, health, now) : undefined,
});

/** The size of a delivery with its entries in indexes, without the texts of its answer. */
const DELIVERY_BYTES = 250;

/** Counts the attempts of a batch, and what their deliveries take. A repeated one counts again. */
function usageIn({ workspaceId }: Endpoint, outcomes: Outcome[]) {
  if (outcomes.length === 0) return undefined;
  const webhookDeliveries = outcomes.filter(({ at }) => at !== null).length;
  const texts = outcomes.map(({ answer, error }) => (answer ?? "").length + (error ?? "").length);
  const monthBytes = texts.reduce((sum, length) => sum + length + DELIVERY_BYTES, 0);
  return addUsage(workspaceId, { webhookDeliveries, monthBytes });
}

/**
 * Writes nothing for an event or an endpoint that is gone, and no answer for a lead that is gone,
 * as the answer may contain personal data. A delivery that was requested again meanwhile stays
 * pending, unless it has arrived.
 */
const writeOutcomes = (
  { id: endpointId, workspaceId }: Endpoint,
  outcomes: Outcome[],
  now: number,
) => sql`
  insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, attempts,
    next_attempt_at, last_attempt_at, error, http_status, latency_ms, answer, created_at)
  select workspace_id, ${endpointId}, events.id, value ->> 'status', value ->> 'attempts',
    value ->> 'nextAt', value ->> 'at', value ->> 'error', value ->> 'httpStatus',
    value ->> 'latencyMs',
    iif(events.lead_id is null or exists (select 1 from leads where id = events.lead_id),
      value ->> 'answer', null),
    ${now}
  from json_each(${JSON.stringify(outcomes)})
    cross join events on ${within({ workspaceId }, events)} and events.id = value ->> 'eventId'
  where exists (select 1 from webhook_endpoints where id = ${endpointId})
  order by events.id
  on conflict (event_id, workspace_id, endpoint_id) do update set
    status = excluded.status,
    attempts = excluded.attempts,
    next_attempt_at = excluded.next_attempt_at,
    last_attempt_at = ifnull(excluded.last_attempt_at, last_attempt_at),
    error = excluded.error,
    http_status = excluded.http_status,
    latency_ms = excluded.latency_ms,
    answer = excluded.answer
  where excluded.status = 'delivered' or webhook_deliveries.attempts = excluded.attempts - 1`;

/** Moves the endpoint behind the scanned events, unless its position was set meanwhile. */
const advance = ({ id, nextEventId }: Endpoint, scannedTo: number) => sql`
  update webhook_endpoints
  set next_event_id = (
    select min((
      select min(id) from events
      where workspace_id = webhook_endpoints.workspace_id
        and type = requested.value and id > ${scannedTo}))
    from json_each(${JSON.stringify(eventTypes)}) as requested)
  where id = ${id} and next_event_id = ${nextEventId}`;

const hasChanged = (
  endpoint: Endpoint,
  { failures, failingSince, pausedUntil, disabled }: Health,
) =>
  failures !== endpoint.failures ||
  failingSince !== endpoint.failingSince ||
  pausedUntil !== endpoint.pausedUntil ||
  disabled !== null;

/** Writes nothing when the endpoint's settings were changed meanwhile. */
function writeHealth(
  { id, updatedAt }: Endpoint,
  { failures, failingSince, pausedUntil, disabled }: Health,
  now: number,
) {
  const disabling =
    disabled === null
      ? sql``
      : sql`, is_active = 0, disabled_reason = ${disabled}, disabled_at = ${now}`;
  return sql`
    update webhook_endpoints
    set failures = ${failures}, failing_since = ${failingSince},
      paused_until = ${pausedUntil}${disabling}
    where id = ${id} and updated_at = ${updatedAt}`;
}
