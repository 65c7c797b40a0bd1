import type { BookingFact } from "#domain/bookings";
import type { SourceDeliveryStatus } from "#domain/sources";
import type { Bookings } from "#features/leads/bookings/facts";
import type { Held } from "#features/leads/bookings/held";
import type { Input } from "#features/leads/bulk/apply";
import type { People, Person } from "#features/leads/bulk/people";
import { matchOf, type Planned, plan } from "#features/leads/bulk/plan";
import type { SourceNow } from "./claim";
import type { Draft } from "./drafts";

// Plans what comes of an item: for its lead, and for its booking.

/** A draft with what comes of it. `held`: the booking that it is about. */
export type Worked = Draft &
  Omit<Planned, "status"> & { status: SourceDeliveryStatus; held: Held | null };

/** The people and bookings that the items of a chunk concern, as they will be. */
export type Concerned = { people: People; bookings: Bookings };

const IGNORED = { status: "ignored", person: null } as const;
type PlannedLead = Planned | typeof IGNORED;

/** Plans the lead of an item by what it is found by. */
function planLead(people: People, { job }: Draft, input: Input, source: SourceNow): PlannedLead {
  const { options, creates } = source;
  const match = matchOf(people, input, options).person;
  if (match || job.leadId == null || !people.withId(job.leadId))
    return match || creates ? plan(people, input, options) : IGNORED;
  // The lead that it has made before no longer has what it would be found by.
  return planOf(people, input, source, job.leadId);
}

/** Plans a lead that is known, whatever the item says of it. */
function planOf(people: People, input: Input, { options }: SourceNow, id: number): Planned {
  const itself = { ...input, lead: { ...input.lead, id } };
  return plan(people, itself, { ...options, mode: "update" });
}

/** The lead of a booking that is known; what can't be written of it is left out. */
function planHolder(people: People, held: Held, input: Input | undefined, source: SourceNow) {
  const { lead } = held;
  const person = typeof lead === "number" ? people.withId(lead) : lead;
  const planned = input && person?.id != null ? planOf(people, input, source, person.id) : null;
  return planned?.person ? planned : { status: "unchanged" as const, person: person ?? null };
}

const isAboutBooking = (field: string) => field.startsWith("booking.");

/** Plans an item that tells of a booking. Its end needs no lead, nor does one that is known. */
function planBooking(
  { people, bookings }: Concerned,
  draft: Draft,
  fact: BookingFact,
  input: Input | undefined,
  source: SourceNow,
): Worked {
  const isNamed = fact.externalId !== null;
  const found = isNamed ? bookings.find(fact) : undefined;
  if (isNamed && !found && !bookings.makes(fact)) {
    bookings.apply(fact, null);
    return { ...draft, ...IGNORED, errors: {}, held: null };
  }
  const planned = found
    ? planHolder(people, found, input, source)
    : input && planLead(people, draft, input, source);
  if (!planned) return { ...draft, person: null, status: "invalid", held: null };
  if (!found && !planned.person) return { ...draft, ...planned, held: null };
  const { status, held } = bookings.apply(fact, planned.person);
  return {
    ...draft,
    ...planned,
    errors: {},
    status: status === "ignored" ? status : furthest(planned.status, status),
    held,
  };
}

const BY_REACH = ["created", "updated", "unchanged"] as const;

const furthest = (...of: SourceDeliveryStatus[]): SourceDeliveryStatus =>
  BY_REACH.find((status) => of.includes(status)) ?? "unchanged";

/** Plans an item, and applies it to the people and bookings. */
export function planItem(
  concerned: Concerned,
  draft: Draft,
  input: Input | undefined,
  source: SourceNow,
): Worked {
  const { mapped, errors, ended } = draft;
  if (ended) return { ...draft, person: null, held: null, status: ended };
  const hasWrongBooking = Object.keys(errors).some(isAboutBooking);
  if (mapped?.booking && !hasWrongBooking)
    return planBooking(concerned, draft, mapped.booking, input, source);
  const isInvalid = Object.keys(errors).length > 0;
  const none = { person: null, held: null };
  if (isInvalid || !input) return { ...draft, ...none, status: isInvalid ? "invalid" : "ignored" };
  return { ...draft, ...planLead(concerned.people, draft, input, source), held: null };
}

/** The lead of a delivery that no input has found: the one who holds its booking. */
export const holderOf = ({ held, person }: { held: Held | null; person: Person | null }) =>
  person === null && held && typeof held.lead === "number" ? held.lead : null;
