import { type SQL, sql } from "drizzle-orm";
import { batch, type Statement } from "#db/batch";
import { sourceDeliveries, sources } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import { reservedBooking } from "#db/statements/bookings";
import { reservedLead } from "#db/statements/leads/bulk";
import { forgetBodies } from "#db/statements/source-bodies";
import { failUnless, hasFailed } from "#db/writes/fail-unless";
import { reachedStatements } from "#db/writes/quotas";
import { type ConsentScope, consentScopes } from "#domain/consents";
import type { SourceDeliveryStatus, SourceFact } from "#domain/sources";
import { KEPT_BODIES, undoneStatuses } from "#domain/sources";
import type { Scope } from "#env";
import type { BookingName } from "#features/leads/bookings/held";
import { consentOutcome } from "#features/leads/form-consents";
import type { FieldErrors } from "#lib/problem";
import type { Job } from "./drafts";

/** The warnings about an item, as its delivery shows them. */
export type DeliveryWarning = { code: string; message: string; field: string };

/** An item with its end, for its delivery. */
export type Outcome = {
  job: Job;
  fact: SourceFact | null;
  status: SourceDeliveryStatus;
  /** The lead: its id, or below 0 the place among the new ones, from -1 on. */
  lead: number | null;
  booking: BookingName | null;
  errors?: FieldErrors;
  conflicts?: Record<string, number | null>;
  warnings?: DeliveryWarning[];
  /** The scope of the consent that it gives. */
  consent?: ConsentScope | null;
};

/** Fails a batch whose delivery is not as it was read any more. */
const AS_READ = "source_deliveries.received_at";
/** Fails a batch whose delivery names a lead that is gone. */
const NAMED = "source_deliveries.status";

/**
 * True if a delivery has been worked since it was read, by an object that was thought dead, or if
 * its lead has been deleted, or merged.
 */
export const isOutdated = (error: unknown) => hasFailed(error, AS_READ) || hasFailed(error, NAMED);

const isUndone = (status: SourceDeliveryStatus) =>
  (undoneStatuses as readonly SourceDeliveryStatus[]).includes(status);

const resultOf = ({ errors, conflicts, warnings }: Outcome) => {
  const result = {
    ...(errors && Object.keys(errors).length > 0 && { errors }),
    ...(conflicts && { conflicts }),
    ...(warnings && warnings.length > 0 && { warnings }),
  };
  return Object.keys(result).length > 0 ? result : null;
};

type Row = Record<string, unknown> & { seq: number; status: SourceDeliveryStatus };

const rowOf = (outcome: Outcome, keepsBody: boolean): Row => {
  const { job, fact, status, lead, booking } = outcome;
  const keeps = keepsBody || isUndone(status);
  return {
    ...{ seq: job.seq, at: job.receivedAt, fact, status, lead, booking, dedupe: job.dedupe },
    ...{ result: resultOf(outcome), body: keeps ? job.body : null },
    bytes: keeps && job.body !== null ? job.bytes : 0,
    ...{ asked: job.askedAt ?? null, consent: outcome.consent ?? null },
  };
};

const given = (name: string) => sql.raw(`given.value ->> '$.${name}'`);

/** The numbers of leads and bookings that a chunk makes. */
type Made = { leads: number; bookings: number };

/** A result with what has become of the consent that the item gives, of the lead by then. */
const withConsent = (result: SQL, lead: SQL) => {
  const outcomes = consentScopes.map((about) => sql`when ${about} then ${consentOutcome(about)}`);
  return sql`iif(${given("consent")} is null, ${result}, json_set(
    ifnull(${result}, '{}'), '$.consent', (
      select case ${given("consent")} ${sql.join(outcomes, sql` `)} end
      from leads where leads.id = ${lead})))`;
};

/** The columns that say what has become of items. */
const columnsOf = (made: Made, all: Row[]) => {
  const newBooking = reservedBooking(made.bookings, sql`(${given("booking.place")})`);
  const idOf = (value: SQL) =>
    sql`iif(${value} < 0, ${reservedLead(made.leads, sql`-1 - ${value}`)}, ${value})`;
  const conflicts = sql`(
    select json_group_object(key, ${idOf(sql`value`)})
    from json_each(given.value -> '$.result.conflicts'))`;
  const lead = idOf(given("lead"));
  const result = sql`iif(json_type(given.value, '$.result.conflicts') is null,
    nullif(given.value -> '$.result', 'null'),
    json_set(given.value -> '$.result', '$.conflicts', json(${conflicts})))`;
  return {
    lead,
    status: sql`iif(${given("lead")} is null
      or exists (select 1 from leads where leads.id = ${lead}), ${given("status")}, null)`,
    booking: sql`iif(json_type(given.value, '$.booking') = 'null', null, ifnull(
      ${given("booking.id")}, ${newBooking}))`,
    result: all.some(({ consent }) => consent !== null) ? withConsent(result, lead) : result,
  };
};

const rows = (all: Row[]) => sql`json_each(${JSON.stringify(all)}) as given`;

/** Of deliveries that are there, the object died before it knew: only held ones change. */
const UNLESS_DONE = sql`
  on conflict do update set status = excluded.status, result = excluded.result
  where source_deliveries.seq = excluded.seq and source_deliveries.status = 'held'`;

const insertRows = (
  { workspaceId }: Scope,
  sourceId: number,
  all: Row[],
  { made, whereKnown }: { made: Made; whereKnown: SQL },
) => {
  const { lead, status, booking, result } = columnsOf(made, all);
  return sql`
    insert into source_deliveries (source_id, seq, workspace_id, received_at, fact, status,
      lead_id, booking_id, dedupe, result, body, bytes)
    select ${sourceId}, ${given("seq")}, ${workspaceId}, ${given("at")}, ${given("fact")},
      ${status}, ${lead}, ${booking}, ${given("dedupe")}, ${result}, ${given("body")},
      ${given("bytes")}
    from ${rows(all)} where true ${whereKnown}`;
};

/** Changes deliveries that are held, or are replayed. */
const updateRows = (scope: Scope, sourceId: number, all: Row[], made: Made) => {
  const { lead, status, booking, result } = columnsOf(made, all);
  const isKept = sql`(${given("keeps")} or source_deliveries.seq > (
    select max(seq) from source_deliveries where source_id = ${sourceId}) - ${KEPT_BODIES})`;
  const isAsRead = sql`iif(${given("asked")} is null, source_deliveries.status = 'held',
    ifnull(source_deliveries.replayed_at, 0) < ${given("asked")})`;
  return sql`
    update source_deliveries set
      received_at = ${failUnless(AS_READ, isAsRead)},
      fact = ${given("fact")}, status = ${status}, lead_id = ${lead},
      booking_id = ${booking}, result = ${result},
      body = iif(${isKept}, source_deliveries.body, null),
      bytes = iif(${isKept}, source_deliveries.bytes, 0),
      replayed_at = iif(${given("asked")} is null, replayed_at, ${Date.now()})
    from ${rows(all.map(({ body, ...row }) => ({ ...row, keeps: isUndone(row.status) })))}
    where source_deliveries.seq = ${given("seq")}
      and +${within(scope, sourceDeliveries, sql`source_deliveries.source_id = ${sourceId}`)}`;
};

/** The statements that write the deliveries of a chunk. */
export function deliveryStatements(
  scope: Scope,
  sourceId: number,
  outcomes: readonly Outcome[],
  made: Made,
  whereKnown = sql``,
): Statement[] {
  const [first, known] = [
    outcomes.filter(({ job }) => job.delivery === null),
    outcomes.filter(({ job }) => job.delivery !== null),
  ].map((some) => some.map((one, n) => rowOf(one, n >= some.length - KEPT_BODIES)));
  return [
    ...(first && first.length > 0
      ? [insertRows(scope, sourceId, first, { made, whereKnown })]
      : []),
    ...(known && known.length > 0 ? [updateRows(scope, sourceId, known, made)] : []),
    ...(first && first.length > 0 ? noteReceived(scope, sourceId, first) : []),
  ];
}

/** Notes when something came in last, and forgets what is too much. */
function noteReceived(scope: Scope, sourceId: number, made: Row[]): Statement[] {
  const last = Math.max(...made.map(({ at }) => Number(at)));
  const kept = made.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  return [
    sql`
      update sources
      set received_at = max(ifnull(received_at, 0), ${last}), kept_bytes = kept_bytes + ${kept}
      where ${within(scope, sources, sql`id = ${sourceId}`)}`,
    ...forgetBodies(scope, sourceId, Math.max(...made.map(({ seq }) => seq))),
  ];
}

const NONE: Made = { leads: 0, bookings: 0 };

type Write = (scope: Scope, sourceId: number, outcomes: readonly Outcome[]) => Promise<unknown>;

/** Writes deliveries that no lead comes of; nothing of those that are done with. */
export const writeDeliveries: Write = (scope, sourceId, outcomes) =>
  batch(scope, { deliveries: deliveryStatements(scope, sourceId, outcomes, NONE, UNLESS_DONE) });

/** As `writeDeliveries`, once the workspace has received as much as it may today. */
export const writeOverQuota: Write = (scope, sourceId, outcomes) =>
  batch(scope, {
    deliveries: deliveryStatements(scope, sourceId, outcomes, NONE, UNLESS_DONE),
    ...reachedStatements(scope, "received_per_day"),
  });
