import { eq, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { bookings as table } from "#db/schema/bookings";
import { type BookingFact, type BookingStages, DEFAULT_STAGES } from "#domain/bookings";
import { bookingReads, bookingsOf, bookingWrites } from "#features/leads/bookings/chunk";
import { bookingToWire, selectBookings } from "#features/leads/bookings/list";
import { People, Person } from "#features/leads/bulk/people";
import { whileOvertaken } from "#features/leads/bulk/write";
import type { Client } from "./api";
import { scopeOf } from "./scope";

export const personOf = (id: number) =>
  new Person({ id, values: {}, data: {}, overridden: [], tags: [], optouts: [] });

/** Has a source tell facts about bookings of a lead, as a chunk does. Returns what came of each. */
export async function tell(
  { workspaceId }: Client,
  {
    lead,
    source,
    stages = DEFAULT_STAGES,
  }: { lead: number; source: number; stages?: BookingStages },
  ...facts: BookingFact[]
) {
  const scope = scopeOf(workspaceId);
  return whileOvertaken(async () => {
    const read = await readBatch(scope, bookingReads(scope, source, facts, sql`select ${lead}`));
    const bookings = bookingsOf(read);
    const person = personOf(lead);
    const outcomes = facts.map((fact) => bookings.apply(fact, person).status);
    await batch(scope, bookingWrites(scope, source, bookings, { people: new People(), stages }));
    return outcomes;
  });
}

/** The bookings of a lead, the oldest first. */
export async function bookingsOfLead({ workspaceId }: Client, lead: number) {
  const scope = scopeOf(workspaceId);
  return (await selectBookings(scope, eq(table.leadId, lead))).map(bookingToWire);
}

/** A fact; `day` is when it was told, and when it is to begin. */
export const told = (
  fact: BookingFact["fact"],
  externalId: string | null,
  more: Partial<BookingFact> = {},
): BookingFact => ({ fact, externalId, replaces: null, at: 0, values: {}, ...more });
