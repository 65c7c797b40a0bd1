import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { suppressions } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import { changeConsent } from "#db/statements/consents";
import { hashContacts, suppressionKind } from "#db/statements/contact-hashes";
import { keepSuppressed, suppress } from "#db/statements/suppressions";
import type { Scope } from "#env";
import { ChunkSize, pauseAfter } from "#lib/chunks";
import { found } from "#lib/problem";
import type { BatchItem, SuppressionBatch, SuppressionInput } from "./schema";
import { leadsWith, readContacts } from "./store";

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
  const read = items.map(({ index, input }) => ({ index, ...readContacts(scope, input) }));
  const usable = read.flatMap(({ index, errors, contacts }) =>
    Object.keys(errors).length > 0 ? [] : contacts.map((contact) => ({ index, contact })),
  );
  const contacts = usable.map(({ contact }) => contact);
  const hashes = await hashContacts(scope, contacts);
  const hashOf = ({ kind, value }: (typeof contacts)[number]) => found(hashes(kind, value));
  const now = Date.now();
  const people = contacts.map((contact) => ({
    kind: suppressionKind(contact.kind),
    hash: hashOf(contact),
    at: now,
  }));
  const list = JSON.stringify(people.map(({ hash }) => hash));
  const isListed = sql`hash in (select value from json_each(${list}))`;
  const select = sql<{ id: number; hash: string }>`
    select id, hash from ${suppressions} where ${within(scope, suppressions, isListed)}`;
  const isKnown = sql`exists (
    select 1 from ${suppressions}
    where ${within(scope, suppressions, sql`hash = item.value ->> 'hash'`)})`;
  const { before, after } =
    people.length === 0
      ? { before: [], after: [] }
      : await batch(scope, {
          before: select,
          suppressed: suppress(scope, people, isKnown),
          kept: keepSuppressed(scope, people),
          consent: changeConsent(scope, leadsWith(scope, contacts), true, "api", now),
          after: select,
        });
  const known = new Set(before.map(({ hash }) => hash));
  const ids = new Map(after.map(({ hash, id }) => [hash, id]));
  const results = new Map<number, BatchItem>();
  for (const { index, contact } of usable) {
    const hash = hashOf(contact);
    const status = known.has(hash) ? "exists" : "created";
    known.add(hash);
    results.set(index, { index, status, id: ids.get(hash) ?? null });
  }
  return read.map(
    ({ index, errors }) => results.get(index) ?? { index, status: "invalid", id: null, errors },
  );
}
