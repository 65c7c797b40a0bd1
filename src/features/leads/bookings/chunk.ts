import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import {
  type BookingRefRow,
  type BookingRow,
  COLUMNS,
  refuseChangedBookings,
  selectBookingsAsked,
  selectRefsAsked,
  writeRefs,
  writeSteps,
} from "#db/statements/bookings";
import { reservedLead } from "#db/statements/leads/bulk";
import { underQuota } from "#db/writes/quotas";
import { reserveStatements } from "#db/writes/reserve";
import { type BookingFact, type BookingStages, NEAREST_MS } from "#domain/bookings";
import type { Scope } from "#env";
import { camelCase, snakeCase } from "#lib/case";
import type { People } from "../bulk/people";
import { Bookings, type Step } from "./facts";
import { type Appointment, Held } from "./held";

// The bookings of a chunk: a part of its one read, and of its one write.

/** The bookings that come by the API are those of this source. */
export const API = 0;

/** The ids that facts name. */
const idsIn = (facts: BookingFact[]) => [
  ...new Set(
    facts.flatMap(({ externalId, replaces }) => [externalId ?? [], replaces ?? []].flat()),
  ),
];

/**
 * The entries of a chunk's read. `leads` selects the ids of the leads that its facts may be about:
 * those without an id are of one of them.
 */
export function bookingReads(scope: Scope, sourceId: number, facts: BookingFact[], leads: SQL) {
  const asked = {
    ...{ sourceId, leads, near: NEAREST_MS },
    externalIds: idsIn(facts),
    startTimes: facts.flatMap(({ externalId, values }) =>
      externalId === null ? (values.startsAt ?? []) : [],
    ),
  };
  return { bookings: selectBookingsAsked(scope, asked), refs: selectRefsAsked(scope, asked) };
}

type Read = { bookings: BookingRow[]; refs: BookingRefRow[] };

const appointmentOf = (row: BookingRow): Appointment => ({
  // D1 has the columns by their names in SQL.
  ...(Object.fromEntries(
    COLUMNS.map((column) => [camelCase(column), row[column]]),
  ) as unknown as Appointment),
  answers: JSON.parse(row.answers),
});

/** The most that the clock of a sender is believed to be fast. */
const MAX_SKEW_MS = 300_000;

/** The bookings that were read. */
export function bookingsOf({ bookings: rows, refs }: Read): Bookings {
  const bookings = new Bookings(Date.now() + MAX_SKEW_MS);
  const held = new Map(
    rows.map((row) => [
      row.id,
      new Held({ id: row.id }, row.lead_id, appointmentOf(row), row.updated_at),
    ]),
  );
  for (const one of held.values()) bookings.know(one);
  for (const ref of refs)
    bookings.knowRef({
      ...{ externalId: ref.external_id, ended: ref.ended, at: ref.at, isNew: false },
      ...{ bookedAt: ref.booked_at, startsAt: ref.starts_at },
      held: (ref.booking_id !== null && held.get(ref.booking_id)) || null,
    });
  return bookings;
}

/** The row of `booking_stages` (bookings.sql) that a step asks for. */
function stageOf({ asked, state, outcome }: Step, stages: BookingStages) {
  if (asked === "booked")
    return stages.booked && { move: asked, stage: stages.booked, from: stages.from };
  if (asked === null) return null;
  const ofOutcome = outcome !== null && Object.hasOwn(stages.outcomes, outcome);
  const move =
    ofOutcome && state !== "cancelled" ? stages.outcomes[outcome] : ofState(state, stages);
  if (!move) return null;
  return { move: asked, ...(move === "back" ? { stage: null } : move) };
}

const ofState = (state: Step["state"], { cancelled, no_show }: BookingStages) =>
  state === "cancelled" ? cancelled : state === "no_show" ? no_show : null;

const dataOf = (appointment: Appointment) =>
  Object.fromEntries(Object.entries(appointment).map(([name, value]) => [snakeCase(name), value]));

/** The steps that one statement writes: a parameter of D1 has at most 2 MB. */
const STEPS_AT_ONCE = 10;

const inParts = <T>(items: T[]) =>
  Array.from({ length: Math.ceil(items.length / STEPS_AT_ONCE) }, (_, part) =>
    items.slice(part * STEPS_AT_ONCE, (part + 1) * STEPS_AT_ONCE),
  );

/**
 * The entries of a chunk's write, behind those of its leads. They fail if a booking is no longer as
 * it was read (`whileOvertaken`).
 */
export function bookingWrites(
  scope: Scope,
  sourceId: number,
  bookings: Bookings,
  { people, stages }: { people: People; stages: BookingStages },
) {
  const { made, steps, changedRefs, touched } = bookings;
  const { fresh } = people;
  const before = [...touched].flatMap(({ ownName: name, updatedAt }) =>
    "id" in name && updatedAt !== null ? [{ id: name.id, updatedAt }] : [],
  );
  const lead = (name: SQL) => sql`ifnull(
    ${name} ->> '$.id', ${reservedLead(fresh.length, sql`(${name} ->> '$.place')`)})`;
  const rows = steps.map((step) => ({
    ...step.name,
    lead:
      step.lead &&
      (step.lead.id === null ? { place: fresh.indexOf(step.lead) } : { id: step.lead.id }),
    data: step.appointment && dataOf(step.appointment),
    joined: step.joined,
    stage: stageOf(step, stages),
  }));
  const refs = [...changedRefs].map(({ held, ...ref }) => ({
    ...ref,
    booking: held?.name ?? null,
  }));
  const { sequence, reserved } = reserveStatements("bookings", made);
  const write = (areNew: boolean) =>
    inParts(refs.filter(({ isNew }) => isNew === areNew)).map((some) =>
      writeRefs(scope, sourceId, some, { count: made, areNew }),
    );
  return {
    bookingQuota: made > 0 ? underQuota(scope, "stored_bytes") : undefined,
    bookingsAsRead: before.length > 0 ? refuseChangedBookings(scope, before) : undefined,
    bookingSequence: made > 0 ? sequence : undefined,
    bookingsReserved: made > 0 ? reserved : undefined,
    bookingSteps: inParts(rows).map((some) =>
      writeSteps(scope, sourceId === API ? null : sourceId, some, made, lead),
    ),
    bookingRefs: [...write(false), ...write(true)],
  };
}
