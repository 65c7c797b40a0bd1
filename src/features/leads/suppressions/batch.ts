import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { suppressions } from "#db/schema/consents";
import { within } from "#db/scope/scope";
import { changeConsent } from "#db/statements/consents";
import { type Contact, hashContacts, suppressionKind } from "#db/statements/contact-hashes";
import { isAbout, keepSuppressed, suppress } from "#db/statements/suppressions";
import { type ConsentScope, consentScopes } from "#domain/consents";
import type { Scope } from "#env";
import { ChunkSize, pauseAfter } from "#lib/chunks";
import { found } from "#lib/problem";
import type { BatchItem, SuppressionBatch, SuppressionInput } from "./schema";
import { leadsWith, readContacts } from "./store";

/** A suppression that is stored, and which scopes it is about. */
type Known = { id: number; hash: string } & Record<ConsentScope, 0 | 1>;

type Item = { index: number; input: SuppressionInput };

/** Few enough that unsubscribing as many leads is short. */
const newSize = () => new ChunkSize(10, 100, 50);

/**
 * Remembers a list of people as unsubscribed, in chunks with pauses. Should it break off between
 * two, sending the list again does the others.
 */
export async function addSuppressions(
  scope: Scope,
  list: SuppressionInput[],
): Promise<SuppressionBatch> {
  const items = list.map((input, index) => ({ index, input }));
  const data: BatchItem[] = [];
  const size = newSize();
  for (let at = 0; at < items.length; ) {
    const chunk = items.slice(at, at + size.limit);
    at += chunk.length;
    const add = () => addChunk(scope, chunk);
    data.push(...(await (at < items.length ? pauseAfter(add, size) : add())));
  }
  const count = (status: BatchItem["status"]) =>
    data.filter((item) => item.status === status).length;
  const counts = { created: count("created"), exists: count("exists"), invalid: count("invalid") };
  return { data, meta: { counts } };
}

async function addChunk(scope: Scope, items: Item[]): Promise<BatchItem[]> {
  const read = items.map(({ index, input: { scope: about, ...input } }) => ({
    index,
    about,
    ...readContacts(scope, input),
  }));
  const usable = read.flatMap(({ index, about, errors, contacts }) =>
    Object.keys(errors).length > 0 ? [] : contacts.map((contact) => ({ index, about, contact })),
  );
  const contacts = usable.map(({ contact }) => contact);
  const hashes = await hashContacts(scope, contacts);
  const hashOf = ({ kind, value }: Contact) => found(hashes(kind, value));
  const now = Date.now();
  const peopleIn = (some: Contact[]) =>
    some.map((contact) => ({
      kind: suppressionKind(contact.kind),
      hash: hashOf(contact),
      at: now,
    }));
  const people = peopleIn(contacts);
  const list = JSON.stringify(people.map(({ hash }) => hash));
  const isListed = sql`hash in (select value from json_each(${list}))`;
  const select = sql<Known>`
    select id, hash, ${isAbout("all")} as "all", ${isAbout("marketing")} as marketing
    from ${suppressions} where ${within(scope, suppressions, isListed)}`;
  const adding = (about: ConsentScope) => {
    const some = usable.flatMap((item) => (item.about === about ? [item.contact] : []));
    if (some.length === 0) return [];
    const isKnown = sql`exists (
      select 1 from ${suppressions}
      where ${within(scope, suppressions, sql`hash = item.value ->> 'hash'`)}
        and ${isAbout(about)})`;
    return [
      suppress(scope, peopleIn(some), isKnown, null, about),
      keepSuppressed(scope, peopleIn(some), undefined, about),
      ...changeConsent(scope, leadsWith(scope, some), true, "api", now, about),
    ];
  };
  const { before, after } =
    people.length === 0
      ? { before: [], after: [] }
      : await batch(scope, {
          before: select,
          suppressed: consentScopes.flatMap(adding),
          after: select,
        });
  const known = new Set(
    before.flatMap((row) => consentScopes.flatMap((about) => (row[about] ? about + row.hash : []))),
  );
  const ids = new Map(after.map(({ hash, id }) => [hash, id]));
  const results = new Map<number, BatchItem>();
  for (const { index, about, contact } of usable) {
    const hash = hashOf(contact);
    const status = known.has(about + hash) ? "exists" : "created";
    known.add(about + hash);
    results.set(index, { index, status, id: ids.get(hash) ?? null });
  }
  return read.map(
    ({ index, errors }) => results.get(index) ?? { index, status: "invalid", id: null, errors },
  );
}
