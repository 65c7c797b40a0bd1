import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { hasBookingChanged } from "#db/statements/bookings";
import { changeConsent, stopOptedOut } from "#db/statements/consents";
import { addTags, detachPairs } from "#db/statements/lead-tags";
import { insertLeads, refuseChanged, reservedLead, updateLeads } from "#db/statements/leads/bulk";
import { hasChanged } from "#db/statements/leads/leads";
import { reportSomeHashes } from "#db/statements/suppressions";
import { brokenUnique, refusedFor } from "#db/writes/errors";
import { beginDay, underQuota } from "#db/writes/quotas";
import { reserveStatements } from "#db/writes/reserve";
import { consentScopes } from "#domain/consents";
import { contactFields } from "#domain/leads";
import type { Scope } from "#env";
import { Problem } from "#lib/problem";
import type { People, Person } from "./people";

// The statements that write what has become of the leads of a chunk. A new lead is named by its
// place among the new ones until it has its id.

/** An item of JSON that names a lead: by its id, or by its place among the new ones. */
type Name = { id?: number; place?: number };

const rows = (items: object[]) => sql`json_each(${JSON.stringify(items)})`;

/** A statement, unless it would have nothing to do. */
const where = <T>(items: unknown[], statement: () => T) =>
  items.length > 0 ? statement() : undefined;

const allOf = (fields: Set<string>) =>
  Object.fromEntries([...fields].map((field) => [field, true]));

/** The number of times that a chunk is planned, as others may change the same leads meanwhile. */
const MAX_ATTEMPTS = 10;

/** Others have changed the leads, or bookings, of a chunk since it was planned. */
const isOvertaken = (error: unknown) =>
  brokenUnique(error).some((column) => /^(leads|booking_refs)\./.test(column)) ||
  hasChanged(error) ||
  hasBookingChanged(error) ||
  refusedFor(error, "bookings.lead_id") ||
  refusedFor(error, "lead_tags_limit");

/**
 * Reads, plans and writes a chunk, again while others change the same leads in between. Throws an
 * `unavailable` problem if they keep doing so.
 */
export async function whileOvertaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Problem("unavailable");
    }
  }
}

/** The entries of a batch that write the leads of a chunk, done as planned or not at all. */
export function writeEntries(scope: Scope, { all: people, fresh }: People) {
  const stored = people.flatMap((person) =>
    person.id !== null && person.isChanged ? [{ id: person.id, person }] : [],
  );
  const names = new Map<Person, Name>([
    ...fresh.map((person, place) => [person, { place }] as const),
    ...stored.map(({ id, person }) => [person, { id }] as const),
  ]);
  const reserved = reservedLead(fresh.length, sql`(value ->> '$.place')`);
  const id = sql`ifnull(value ->> '$.id', ${reserved})`;
  const idsOf = (some: Person[]) => sql`
    select leads.id from ${rows(some.map((person) => names.get(person) ?? {}))}
      cross join leads on ${within(scope, leads, sql`leads.id = ${id}`)}`;
  const all = [...names.entries()];
  const pairs = (which: "attach" | "detach") =>
    all.flatMap(([person, name]) => [...person[which]].map((tag) => ({ ...name, tag })));
  const pairsIn = (items: object[], more = sql``) =>
    sql`select ${id} as lead_id, value ->> '$.tag' as tag_id ${more} from ${rows(items)}`;
  const [attached, detached] = [pairs("attach"), pairs("detach")];
  const hashes = fresh.flatMap(({ values }, place) =>
    contactFields.flatMap((kind) => {
      const hash = values[`${kind}_hash`];
      return typeof hash === "string" ? [{ place, kind, hash }] : [];
    }),
  );
  const moved = stored
    .map(({ person }) => person)
    .filter(({ changed }) => "phone_key" in changed || "email_key" in changed);
  const optedOut = consentScopes.flatMap((about) => {
    const some = all.map(([person]) => person).filter(({ optsOut }) => optsOut.has(about));
    return some.length > 0 ? [{ about, some }] : [];
  });
  return {
    quotas: quotas(scope, people),
    refused: where(stored, () =>
      refuseChanged(
        scope,
        stored.map(({ id, person: { was } }) => ({ id, was })),
      ),
    ),
    updated: where(stored, () =>
      updateLeads(
        scope,
        stored.map(({ id, person: { changed, patch, overrides } }) => ({
          ...{ id, set: changed, patch, overrides: allOf(overrides) },
        })),
      ),
    ),
    ...(fresh.length > 0 ? reserveStatements("leads", fresh.length) : { reserved: undefined }),
    inserted: where(fresh, () =>
      insertLeads(
        scope,
        fresh.map(({ changed, data, overrides }) => ({
          ...{ ...changed, data, profile_pinned: allOf(overrides) },
        })),
      ),
    ),
    hashes: where(hashes, () =>
      reportSomeHashes(
        sql`select ${id}, value ->> '$.kind', value ->> '$.hash' from ${rows(hashes)}`,
      ),
    ),
    detached: where(detached, () => detachPairs(pairsIn(detached, sql`, ${scope.actor}`))),
    attached: where(attached, () => addTags(scope, pairsIn(attached, sql`, key`))),
    optedOut: optedOut.flatMap(({ about, some }) =>
      changeConsent(scope, idsOf(some), true, "api", Date.now(), about),
    ),
    // Events are counted with what is counted anyway: those of a whole chunk must not wait for it.
    counted: where(stored, () => beginDay(scope)),
    // A trigger unsubscribes a lead whose new phone or e-mail is suppressed.
    stopped: where(moved, () =>
      consentScopes.flatMap((about) => stopOptedOut(scope, idsOf(moved), about)),
    ),
  };
}

/** The quotas that a chunk must be under before it: it may exceed them by itself. */
function quotas(scope: Scope, people: Person[]): Statement[] {
  const isNew = people.some(({ id }) => id === null);
  const grows = people.some(
    ({ changed, patch }) => patch !== undefined || "variables" in changed || "profile" in changed,
  );
  return [
    ...(isNew ? [underQuota(scope, "leads")] : []),
    ...(isNew || grows ? [underQuota(scope, "stored_bytes")] : []),
  ];
}
