import { batch, readBatch, type Statement, unscopedBatch } from "#db/batch";
import { hashContacts } from "#db/statements/contact-hashes";
import { hasChanged } from "#db/statements/leads/leads";
import { brokenUnique, refusedFor } from "#db/writes/errors";
import type { Scope } from "#env";
import { Problem } from "#lib/problem";
import { contactsOf, type Identity, identityOf } from "../uniqueness";
import type { Input } from "./apply";
import { knownOf, selectKnown } from "./known";
import { type Known, People, type Person } from "./people";
import { type Matching, type Planned, plan } from "./plan";
import type { BulkLead, BulkOutcome } from "./schema";
import { createTags, missingLabels, selectTags, tagsByName, withFutureTags } from "./tags";
import { writeEntries } from "./write";

// A chunk of a bulk write: one read, a plan, and one write, which is done as planned or not at all.

/** How many leads are written at a time, of how many bytes of JSON together. */
const CHUNK_LEADS = 100;
const CHUNK_BYTES = 262_144;

export type BulkOptions = Matching & { createTags: boolean };

/** What has become of a lead. */
export type Outcome = Omit<BulkOutcome, "index">;

/** Makes statements for the batch that writes a chunk, of what it does. */
export type Alongside = (planned: Planned[], fresh: Person[]) => Statement[];

/** How often a chunk is planned again because others have changed the same leads meanwhile. */
const MAX_ATTEMPTS = 10;

/** Cuts a list of leads into chunks. */
export function chunksOf<T extends { lead: BulkLead }>(items: T[]): T[][] {
  const chunks: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = JSON.stringify(item.lead).length;
    const chunk = chunks.at(-1);
    bytes += size;
    if (chunk && chunk.length < CHUNK_LEADS && bytes <= CHUNK_BYTES) chunk.push(item);
    else {
      chunks.push([item]);
      bytes = size;
    }
  }
  return chunks;
}

/** Others have changed the leads of a chunk since it was planned. */
const isOvertaken = (error: unknown) =>
  brokenUnique(error).some((column) => column.startsWith("leads.")) ||
  hasChanged(error) ||
  refusedFor(error, "lead_tags_limit");

/** What the workspace has of the leads and tags that inputs name. */
async function readChunk(scope: Scope, leads: BulkLead[], options: BulkOptions, isDry: boolean) {
  const bare = leads.map((lead) => ({ lead, identity: identityOf(scope, lead) }));
  const hashes = await hashContacts(
    scope,
    bare.flatMap(({ identity }) => contactsOf(identity)),
  );
  const { known, found } = await readBatch(scope, {
    known: selectKnown(scope, bare, isDry),
    found: selectTags(scope, leads),
  });
  const tags = await withNewTags(scope, leads, tagsByName(found, leads), options, isDry);
  const inputs: Input[] = bare.map((input) => ({ ...input, scope, hashes, tags }));
  return { inputs, known: known.map(knownOf) };
}

/** The tags with those that are missing, if they are to be created. */
async function withNewTags(
  scope: Scope,
  leads: BulkLead[],
  tags: ReturnType<typeof tagsByName>,
  { createTags: creates }: BulkOptions,
  isDry: boolean,
) {
  const labels = creates ? missingLabels(leads, tags) : [];
  if (labels.length === 0) return tags;
  if (isDry) return withFutureTags(tags, leads);
  // Not a batch of the request: tags alone claim no idempotency key.
  const { found } = await unscopedBatch(scope, {
    created: createTags(scope, labels),
    found: selectTags(scope, leads),
  });
  return tagsByName(found, leads);
}

/** Writes a chunk of leads. Throws an `unavailable` problem if others keep changing the same ones. */
export async function writeChunk(
  scope: Scope,
  leads: BulkLead[],
  options: BulkOptions,
  alongside?: Alongside,
): Promise<Outcome[]> {
  for (let attempt = 1; ; attempt++) {
    const { inputs, known } = await readChunk(scope, leads, options, false);
    const people = new People().know(known);
    const planned = inputs.map((input) => plan(people, input, options));
    const fresh = people.all.filter(({ id }) => id === null);
    const isNeeded = alongside !== undefined || people.all.some(({ isChanged }) => isChanged);
    try {
      const { reserved } = isNeeded
        ? await batch(scope, {
            ...writeEntries(scope, people.all),
            alongside: alongside?.(planned, fresh),
          })
        : {};
      const first = (reserved?.[0]?.last ?? 0) - fresh.length + 1;
      const ids = new Map(fresh.map((person, place) => [person, first + place]));
      return planned.map((one) => outcomeOf(one, (person) => ids.get(person) ?? person.id));
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new Problem("unavailable");
    }
  }
}

/**
 * What would become of a chunk of leads. Writes nothing. `peopleOf` knows what would have become of
 * people by then, besides those that are stored.
 */
export async function tryChunk(
  scope: Scope,
  leads: BulkLead[],
  options: BulkOptions,
  peopleOf: (stored: Known[], identities: Identity[]) => People,
): Promise<Outcome[]> {
  const { inputs, known } = await readChunk(scope, leads, options, true);
  const people = peopleOf(
    known,
    inputs.map(({ identity }) => identity),
  );
  return inputs.map((input) => outcomeOf(plan(people, input, options), ({ id }) => id));
}

/** The outcome of what was planned. `idOf`: null where the lead is not stored. */
export function outcomeOf(planned: Planned, idOf: (person: Person) => number | null): Outcome {
  const { person, conflicts, ...others } = planned;
  const ids = Object.entries(conflicts ?? {}).map(([field, other]) => [field, idOf(other)]);
  return {
    ...others,
    id: person && idOf(person),
    ...(conflicts && { conflicts: Object.fromEntries(ids) }),
  };
}
