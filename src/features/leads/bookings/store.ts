import { eq, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { bookings } from "#db/schema/bookings";
import { leads } from "#db/schema/leads";
import { deleteRow, exists, selectId } from "#db/scope/rows";
import {
  reservedBooking,
  retireRefs,
  selectBookingRows,
  selectRefRows,
  selectStages,
} from "#db/statements/bookings";
import { keeping } from "#db/writes/idempotency";
import { type BookingStages, DEFAULT_STAGES } from "#domain/bookings";
import type { Scope } from "#env";
import { found, invalid, Problem, taken } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { People, Person } from "../bulk/people";
import { whileOvertaken } from "../bulk/write";
import { API, bookingReads, bookingsOf, bookingWrites } from "./chunk";
import type { Bookings } from "./facts";
import { changeOf, factOf, valuesIn } from "./given";
import type { Held } from "./held";
import { bookingToWire, selectBookings } from "./list";
import type { Booking, BookingChange, BookingInput } from "./schema";

export const bookingExists = exists(bookings);

export async function getBooking(scope: Scope, id: number): Promise<Booking> {
  return bookingToWire(found(await selectBookings(scope, eq(bookings.id, id)).get()));
}

type Writing = { sourceId: number; stages: BookingStages };

/** Writes what has become of a booking, and reads it. */
async function write(scope: Scope, all: Bookings, { name }: Held, { sourceId, stages }: Writing) {
  const id = "id" in name ? sql`${name.id}` : reservedBooking(all.made, sql`${name.place}`);
  const { saved } = await batch(keeping(scope, "bookingsReserved", id), {
    ...bookingWrites(scope, sourceId, all, { people: new People(), stages }),
    saved: selectBookings(scope, eq(bookings.id, id)),
  });
  return bookingToWire(found(saved[0]));
}

const personOf = (id: number) =>
  new Person({ id, values: {}, data: {}, overridden: [], tags: [], optouts: [] });

/** Makes a booking, or says of one with this id what is given: then it may move. */
export const createBooking = (
  scope: Scope,
  input: BookingInput,
): Promise<{ booking: Booking; isNew: boolean }> =>
  whileOvertaken(async () => {
    const fact = factOf(input, Date.now());
    const { lead, ...read } = await readBatch(scope, {
      lead: selectId(scope, leads, input.lead_id),
      ...bookingReads(scope, API, fact.externalId === null ? [] : [fact], sql`select null`),
    });
    if (lead.length === 0) throw invalid(fieldErrors(["lead_id"], validationMessages.selected));
    const all = bookingsOf(read);
    const known = all.find(fact);
    if (known && known.lead !== input.lead_id) throw taken(["external_id"], conflictsOf(known));
    const person = personOf(input.lead_id);
    all.forget(fact.externalId);
    const { held } =
      fact.externalId === null
        ? all.add(valuesIn(input), person, fact.at)
        : all.apply(fact, person);
    if (!held) throw new Problem("conflict");
    const booking = await write(scope, all, held, { sourceId: API, stages: DEFAULT_STAGES });
    return { booking, isNew: held !== known };
  });

const conflictsOf = ({ name }: Held): Record<string, number> =>
  "id" in name ? { external_id: name.id } : {};

/** Changes a booking. Others that do so meanwhile are told apart by their times. */
export const updateBooking = (scope: Scope, id: number, input: BookingChange): Promise<Booking> =>
  whileOvertaken(async () => {
    const { stages, ...read } = await readBatch(scope, {
      bookings: selectBookingRows(scope, sql`select ${id} as id`),
      refs: selectRefRows(scope, sql`select ${id} as id`),
      stages: selectStages(scope, id),
    });
    const row = found(read.bookings[0]);
    const all = bookingsOf(read);
    const [held] = all.all;
    const { appointment } =
      all.change(found(held), changeOf(input), Date.now()).held ?? found(held);
    const { startsAt, endsAt } = appointment;
    if (startsAt !== null && endsAt !== null && endsAt < startsAt)
      throw invalid(fieldErrors(["ends_at"], validationMessages.notBefore("starts_at")));
    const settings = stages[0]?.stages;
    return write(scope, all, found(held), {
      sourceId: row.source_id ?? API,
      stages: settings ? { ...DEFAULT_STAGES, ...JSON.parse(settings) } : DEFAULT_STAGES,
    });
  });

/** Facts of its scheduler that come later don't make it again. */
export async function deleteBooking(scope: Scope, id: number): Promise<number> {
  const { deleted } = await batch(scope, {
    refs: retireRefs(scope, id),
    deleted: deleteRow(scope, bookings, id),
  });
  found(deleted[0]);
  return 1;
}
