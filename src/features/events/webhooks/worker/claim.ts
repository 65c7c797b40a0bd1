import { sql } from "drizzle-orm";
import { dueWith } from "../../../../db/due";
import { open, readAll, rows, type Statement } from "../../../../db/scope";
import type { Due } from "../../../../domain/wake";
import type { Bindings, Scope } from "../../../../env";
import { type EventRow, eventColumns, toEvent } from "../../event-row";
import type { Event } from "../../schema";
import { FAILURES_TO_PAUSE, type Health, type Result } from "./schedule";

/** Events of the workspace, whatever their type, that one round looks through for those of the endpoint. */
const EVENTS_PER_ROUND = 1_000;
/** For how long after a round the sender is not woken by others: what there is it finds by itself. */
const LEASE_MS = 30_000;

/** An endpoint as a round found it. Its health is that of the settings that it had `updatedAt`; `nextAt` is when to look again. */
export type Endpoint = Omit<Health, "disabled"> & {
  id: number;
  workspaceId: number;
  url: string;
  /** Sealed: its own or its workspace's, null where that has none yet. */
  secrets: string | null;
  nextEventId: number | null;
  updatedAt: number;
  nextAt: number | null;
};

/** An event to be sent, and how often it was since it was last asked for. It is new where it has no delivery yet; what was asked for by itself is sent even in a pause. */
export type Taken = { event: Event; attempts: number; kind: "new" | "again" | "asked" };

/** What a round has taken, and up to which event it has looked; null where it has not. */
export type Round = {
  endpoint: Endpoint | undefined;
  taken: Taken[];
  scannedTo: number | null;
  due: Due | undefined;
};

/** What became of a round. */
export type Done = {
  endpoint: Endpoint;
  scannedTo: number | null;
  results: Result[];
  health: Health;
};

type Db = Pick<Scope, "db">;
type AgainRow = EventRow & { attempts: number; isAsked: 0 | 1 };
type FreshRow = Omit<EventRow, "id"> & { id: number | null; scannedTo: number | null };

const isFound = (row: FreshRow): row is FreshRow & EventRow => row.id !== null;

/**
 * One round of an endpoint's sender, in one round trip: writes what became of the last one, and takes what is due. First what is to be
 * sent again, then new events, in their order; of an endpoint that has failed too often one delivery, once its pause is over. `due` is
 * what else there is to do in the workspace.
 */
export async function nextRound(
  env: Pick<Bindings, "DB">,
  endpointId: number,
  done: Done | null,
  limit: number,
): Promise<Round> {
  const db = open(env);
  const now = Date.now();
  const statements: Statement[] = [
    ...(done ? writeDone({ db }, done, now) : []),
    rows<Endpoint>(
      { db },
      sql`select id, workspace_id as workspaceId, url,
          ifnull(secrets, (select webhook_secrets from workspaces where workspaces.id = workspace_id)) as secrets, failures, failing_since as failingSince, paused_until as pausedUntil,
          next_event_id as nextEventId, updated_at as updatedAt, ${nextAt} as nextAt from webhook_endpoints where id = ${endpointId}`,
    ),
    rows<AgainRow>(
      { db },
      sql`select ${eventColumns}, again.attempts, again.isAsked from (${repeats(endpointId, now, limit)}) as again cross join events on events.id = again.event_id`,
    ),
    rows<FreshRow>({ db }, fresh(endpointId, now, limit)),
    rows(
      { db },
      sql`update webhook_endpoints set next_at = max(${nextAt}, ${now + LEASE_MS}) where id = ${endpointId}`,
    ),
    rows<Due>({ db }, dueWith("webhook_endpoints", endpointId)),
  ];
  const [first, ...others] = statements;
  const results: readonly unknown[] = await readAll({ db }, [first!, ...others]);
  const [[endpoint], repeated, found, , [due]] = results.slice(-5) as [
    Endpoint[],
    AgainRow[],
    FreshRow[],
    unknown,
    Due[],
  ];
  const taken = [
    ...repeated.map(({ attempts, isAsked, ...row }) => ({
      event: toEvent(row),
      attempts,
      kind: isAsked ? ("asked" as const) : ("again" as const),
    })),
    ...found
      .filter(isFound)
      .map((row) => ({ event: toEvent(row), attempts: 0, kind: "new" as const })),
  ];
  return { endpoint, taken, scannedTo: found[0]?.scannedTo ?? null, due };
}

const firstRepeatAt =
  "select min(next_attempt_at) from webhook_deliveries where endpoint_id = webhook_endpoints.id and next_attempt_at is not null";
/** When there is something to send to an endpoint: 0 where there is already, null where there is nothing. */
const nextAt =
  sql.raw(`case when is_active = 0 then null when (${firstRepeatAt}) = 0 then 0 when next_event_id is not null then ifnull(paused_until, 0)
  else max(ifnull(paused_until, 0), (${firstRepeatAt})) end`);

/** How much may be sent to an endpoint now, of what was not asked for by itself. */
const capacity = (endpointId: number, now: number, limit: number) =>
  sql`(select case when is_active = 0 or ifnull(paused_until, 0) > ${now} then 0 when failures >= ${FAILURES_TO_PAUSE} then min(1, ${limit}) else ${limit} end
    from webhook_endpoints where id = ${endpointId})`;

/** What is to be sent again, by now: first what was asked for by itself, all of it, whatever the capacity. */
function repeats(endpointId: number, now: number, limit: number) {
  const due = sql`select event_id, attempts, next_attempt_at = 0 as isAsked from webhook_deliveries where endpoint_id = ${endpointId}`;
  const isActive = sql`(select is_active from webhook_endpoints where id = ${endpointId})`;
  return sql`select * from (${due} and next_attempt_at = 0 and ${isActive} order by event_id limit ${limit})
    union all select * from (${due} and next_attempt_at > 0 and next_attempt_at <= ${now} order by next_attempt_at, event_id limit ifnull(${capacity(endpointId, now, limit)}, 0))`;
}

/** New events, in their order, and up to where all are among them; one row without an event where there are none. */
function fresh(endpointId: number, now: number, limit: number) {
  return sql`
    with endpoint as materialized (
      select workspace_id, next_event_id, ${capacity(endpointId, now, limit)} - (select count(*) from (${repeats(endpointId, now, limit)})) as room from webhook_endpoints where id = ${endpointId}
    ), scanned as (
      select id from events where workspace_id = (select workspace_id from endpoint) and id >= (select next_event_id from endpoint where room > 0) order by id limit ${EVENTS_PER_ROUND}
    ), matched as materialized (
      select id from scanned where exists (select 1 from endpoint_events where endpoint_id = ${endpointId} and event_id = scanned.id) limit (select max(room, 0) from endpoint)
    )
    select ${eventColumns}, (select case when room <= 0 then null when (select count(*) from matched) = room then (select max(id) from matched)
        else ifnull((select max(id) from scanned), next_event_id) end from endpoint) as scannedTo
      from endpoint left join matched left join events on events.id = matched.id order by events.id`;
}

/** The statements that write what became of a round. */
const writeDone = (
  db: Db,
  { endpoint, scannedTo, results, health }: Done,
  now: number,
): Statement[] => [
  ...(results.length > 0 ? [writeResults(db, endpoint.id, results, now)] : []),
  ...(scannedTo === null ? [] : [advance(db, endpoint, scannedTo)]),
  ...(isAsBefore(endpoint, health) ? [] : [writeHealth(db, endpoint, health, now)]),
];

const isAsBefore = (
  endpoint: Endpoint,
  { failures, failingSince, pausedUntil, disabled }: Health,
) =>
  failures === endpoint.failures &&
  failingSince === endpoint.failingSince &&
  pausedUntil === endpoint.pausedUntil &&
  disabled === null;

/** An event or endpoint that is gone has no deliveries; the answer on a lead that is gone may tell of the person. One that was asked for again meanwhile is tried again, unless it has arrived. */
const writeResults = (db: Db, endpointId: number, results: Result[], now: number) =>
  rows(
    db,
    sql`insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, attempts, next_attempt_at, last_attempt_at, error, http_status, latency_ms, answer, created_at)
      select workspace_id, ${endpointId}, events.id, value ->> 'status', value ->> 'attempts', value ->> 'nextAt', value ->> 'at', value ->> 'error', value ->> 'httpStatus',
        value ->> 'latencyMs', iif(events.lead_id is null or exists (select 1 from leads where id = events.lead_id), value ->> 'answer', null), ${now}
      from json_each(${JSON.stringify(results)}) cross join events on events.id = value ->> 'eventId'
      where exists (select 1 from webhook_endpoints where id = ${endpointId}) order by events.id
      on conflict (event_id, endpoint_id) do update set status = excluded.status, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
        last_attempt_at = ifnull(excluded.last_attempt_at, last_attempt_at), error = excluded.error, http_status = excluded.http_status,
        latency_ms = excluded.latency_ms, answer = excluded.answer
      where excluded.status = 'delivered' or webhook_deliveries.attempts = excluded.attempts - 1`,
  );

/** Goes on behind the events that were looked through, unless it was made to start elsewhere meanwhile. */
const advance = (db: Db, { id, nextEventId }: Endpoint, scannedTo: number) =>
  rows(
    db,
    sql`update webhook_endpoints set next_event_id = (select min(id) from events where workspace_id = webhook_endpoints.workspace_id and id > ${scannedTo})
      where id = ${id} and next_event_id = ${nextEventId}`,
  );

/** Unless it has got other settings meanwhile. */
function writeHealth(
  db: Db,
  { id, updatedAt }: Endpoint,
  { failures, failingSince, pausedUntil, disabled }: Health,
  now: number,
) {
  const disabling =
    disabled === null
      ? sql``
      : sql`, is_active = 0, disabled_reason = ${disabled}, disabled_at = ${now}`;
  return rows(
    db,
    sql`update webhook_endpoints set failures = ${failures}, failing_since = ${failingSince}, paused_until = ${pausedUntil}${disabling}
      where id = ${id} and updated_at = ${updatedAt}`,
  );
}
