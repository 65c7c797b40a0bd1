import { type SQL, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { mergeTypes } from "#db/lists/merge-types";
import { isSuspended, ofEndpoint } from "#db/scope/suspension";
import { dueWith } from "#db/statements/due";
import { leftToday, reachedStatements } from "#db/writes/quotas";
import type { Due } from "#domain/wake/sink";
import type { Scope } from "#env";
import { type EventRow, eventColumns, toEvent } from "#features/events/event-row";
import type { Event } from "#features/events/schema";
import { type BatchOutcome, commitStatements } from "./commit";
import type { Endpoint } from "./endpoint";
import { FAILURES_TO_PAUSE } from "./health";

/** The events of the workspace, of all types, that a batch scans for those of the endpoint. */
const MAX_SCANNED_EVENTS = 1_000;
/** After a claim, nothing else wakes the sender for this long: it finds due work by itself. */
const LEASE_MS = 30_000;

/**
 * An event to be sent, and its attempts since its delivery was last requested. A `new` event has
 * no delivery yet; a `requested` delivery, by a retry or a test of a client, ignores pauses.
 */
export type Claimed = { event: Event; attempts: number; kind: "new" | "retry" | "requested" };

/**
 * A batch that a sender works. `scannedTo` is the last event that was scanned for new ones, null if
 * none was; `due` is other due work of the workspace.
 */
export type Batch = {
  endpoint: Endpoint | undefined;
  claimed: Claimed[];
  scannedTo: number | null;
  due: Due | undefined;
};

type RetryRow = EventRow & { attempts: number; isRequested: 0 | 1 };
type NewEventRow = Omit<EventRow, "id"> & { id: number | null; scannedTo: number | null };

export { scopeOf } from "#db/scope/scope";

/**
 * Commits the outcome of the last batch and claims the next, in one round trip: first retries, then
 * new events, in their order. After too many failures only one delivery is claimed, once the pause
 * is over.
 */
export async function claimBatch(
  scope: Scope,
  endpointId: number,
  worked: BatchOutcome | null,
  limit: number,
): Promise<Batch> {
  const now = Date.now();
  const { db } = scope;
  const { endpoint, retries, newEvents, due } = await unscopedBatch(
    { db },
    {
      ...(worked && commitStatements(worked, now)),
      endpoint: selectEndpoint(scope, endpointId, now),
      retries: selectRetries(endpointId, now, limit),
      newEvents: selectNewEvents(endpointId, now, limit),
      lease: sql`
        update webhook_endpoints set next_at = max(${nextAt(endpointId, now)}, ${now + LEASE_MS})
        where id = ${endpointId}`,
      due: dueWith("webhook_endpoints", endpointId),
    },
  );
  return {
    endpoint: endpoint[0],
    claimed: [...retries.map(toRetry), ...newEvents.flatMap(toNew)],
    scannedTo: newEvents[0]?.scannedTo ?? null,
    due: due[0],
  };
}

const toRetry = ({ attempts, isRequested, ...row }: RetryRow): Claimed => ({
  event: toEvent(row),
  attempts,
  kind: isRequested ? "requested" : "retry",
});

const toNew = ({ id, ...row }: NewEventRow): Claimed[] =>
  id === null ? [] : [{ event: toEvent({ ...row, id }), attempts: 0, kind: "new" }];

/**
 * Has an endpoint wait for its turn at its host, or for the next day, with everything that it has
 * to send. The cron does not look after it until then.
 */
export async function putOff(
  scope: Scope,
  { id, leftToday }: Pick<Endpoint, "id" | "leftToday">,
  until: number,
) {
  if (until <= Date.now() + LEASE_MS) return;
  const { day, reached } = reachedStatements(scope, QUOTA);
  await unscopedBatch(scope, {
    ...(leftToday <= 0 && { day, reached }),
    until: sql`
      update webhook_endpoints set next_at = max(next_at, ${until}) where id = ${id}`,
  });
}

const QUOTA = "webhook_deliveries_per_day";

const selectEndpoint = (scope: Scope, endpointId: number, now: number) => sql<Endpoint>`
  select id, workspace_id as workspaceId, url,
    secrets, (
      select webhook_secrets from workspaces where workspaces.id = workspace_id) as defaultSecrets,
    failures, failing_since as failingSince, paused_until as pausedUntil,
    next_event_id as nextEventId, updated_at as updatedAt, ${nextAt(endpointId, now)} as nextAt,
    ${leftToday(scope, QUOTA)} as leftToday
  from webhook_endpoints
  where id = ${endpointId}`;

const FIRST_RETRY_AT = `(
  select min(next_attempt_at) from webhook_deliveries
  where endpoint_id = webhook_endpoints.id and next_attempt_at is not null)`;

/** When an endpoint has something to send: 0 for a requested delivery, null for nothing. */
const HAS_WORK_AT = sql.raw(`
  case
    when is_active = 0 then null
    when ${FIRST_RETRY_AT} = 0 then 0
    when next_event_id is not null then ifnull(paused_until, 0)
    else max(ifnull(paused_until, 0), ${FIRST_RETRY_AT})
  end`);

/** The time that the sender of a suspended workspace sleeps, unless the workspace resumes. */
const SUSPENDED_LOOK_MS = 3_600_000;

/** When to look at an endpoint again. */
const nextAt = (endpointId: number, now: number) => sql`
  max(${HAS_WORK_AT}, iif(${isSuspended(ofEndpoint(endpointId))}, ${now + SUSPENDED_LOOK_MS}, 0))`;

/** The number of deliveries that may be claimed now, beside requested ones. */
const capacity = (endpointId: number, now: number, limit: number) => sql`(
  select case
    when is_active = 0 or ifnull(paused_until, 0) > ${now} then 0
    when ${isSuspended(sql`webhook_endpoints.workspace_id`)} then 0
    when failures >= ${FAILURES_TO_PAUSE} then min(1, ${limit})
    else ${limit}
  end
  from webhook_endpoints where id = ${endpointId})`;

/** The retries that are due, so many at most: first all requested ones, whatever the capacity. */
function dueRetries(endpointId: number, now: number, limit: number) {
  const ofEndpoint = (condition: SQL) => sql`
    select workspace_id, event_id, attempts, next_attempt_at = 0 as isRequested
    from webhook_deliveries
    where endpoint_id = ${endpointId} and ${condition}`;
  const isActive = sql`(
    select is_active and not ${isSuspended(sql`webhook_endpoints.workspace_id`)}
    from webhook_endpoints where id = ${endpointId})`;
  return sql`
    select * from (
      ${ofEndpoint(sql`next_attempt_at = 0`)} and ${isActive}
      order by event_id limit ${limit})
    union all
    select * from (
      ${ofEndpoint(sql`next_attempt_at > 0`)} and next_attempt_at <= ${now}
      order by next_attempt_at, event_id
      limit ifnull(${capacity(endpointId, now, limit)}, 0))
    limit ${limit}`;
}

const selectRetries = (endpointId: number, now: number, limit: number) => sql<RetryRow>`
  select ${eventColumns}, retries.attempts, retries.isRequested
  from (${dueRetries(endpointId, now, limit)}) as retries
    cross join events
      on events.workspace_id = retries.workspace_id and events.id = retries.event_id`;

/** New events in their order, with `scannedTo`; one row without an event when there are none. */
const selectNewEvents = (endpointId: number, now: number, limit: number) => sql<NewEventRow>`
  with endpoint as materialized (
    select workspace_id, next_event_id,
      ${capacity(endpointId, now, limit)}
        - (select count(*) from (${dueRetries(endpointId, now, limit)})) as room
    from webhook_endpoints
    where id = ${endpointId}
  ), scanned as (${mergeTypes({
    of: sql`events.workspace_id = (select workspace_id from endpoint)`,
    first: sql`id >= (select next_event_id from endpoint where room > 0)`,
    beyond: sql`id > merged.at`,
    ascending: true,
    limit: MAX_SCANNED_EVENTS,
  })}
  ), matched as materialized (
    select id from scanned
    where exists (
      select 1 from endpoint_events where endpoint_id = ${endpointId} and event_id = scanned.id)
    limit (select max(room, 0) from endpoint)
  )
  select ${eventColumns}, (
    select case
      when room <= 0 then null
      when (select count(*) from matched) = room then (select max(id) from matched)
      else ifnull((select max(id) from scanned), next_event_id)
    end
    from endpoint
  ) as scannedTo
  from endpoint left join matched left join events
    on events.workspace_id = endpoint.workspace_id and events.id = matched.id
  order by events.id`;
