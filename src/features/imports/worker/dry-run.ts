import { batch } from "#db/batch";
import { type BulkOptions, tryChunk } from "#features/leads/bulk/chunk";
import { KEYS, type Known, People, type Person } from "#features/leads/bulk/people";
import { matchFields } from "#features/leads/bulk/schema";
import type { Identity } from "#features/leads/uniqueness";
import type { Layout } from "../reading/layout";
import type { Place } from "../reading/records";
import type { Claimed } from "./claim";
import { COUNTED, type Counts, commitStatements, countsOf, moved } from "./commit";
import { type Chunk, leadsIn, resultsOf } from "./inputs";

// A dry run writes no lead, but a person may come up again in a later chunk. So what would have
// become of the leads is kept in the worker's own storage, which is emptied afterwards.

/** How far the dry run of an import is. */
type Progress = { attempt: number; place: Place; counts: Counts };

type SavedPerson = { n: number; known: string };

const NONE: Counts = { created: 0, updated: 0, unchanged: 0, conflict: 0, invalid: 0, warned: 0 };

export class DryRuns {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(`
      create table if not exists people (
        n integer primary key, import_id integer, lead_id integer, known text,
        unique (import_id, lead_id));
      create table if not exists keys (
        import_id integer, key text, n integer, primary key (import_id, key)) without rowid;`);
  }

  /** Where the dry run of an import goes on; it begins if it has not yet. */
  begin({ row }: Claimed): Place {
    const progress = this.#progress(row.id);
    if (progress?.attempt === row.attempt) return progress.place;
    this.end(row.id);
    const { start: place } = row.layout as Layout;
    this.#storage.kv.put(nameOf(row.id), { attempt: row.attempt, place, counts: NONE });
    return place;
  }

  /**
   * Tries a chunk, and shows its results in the database, then keeps them: should the worker die in
   * between, the chunk is tried again, with the same results.
   */
  async work(claimed: Claimed, chunk: Chunk, options: BulkOptions): Promise<Claimed> {
    const { scope, row } = claimed;
    const { counts: before = NONE } = this.#progress(row.id) ?? {};
    const numbers = new Map<Person, number>();
    let people = new People();
    const outcomes = await tryChunk(scope, leadsIn(chunk), options, (stored, identities) => {
      people = this.#recall(row.id, numbers, stored, identities);
      return people;
    });
    const results = resultsOf(chunk, outcomes);
    const added = countsOf(results);
    const counts = { ...NONE };
    for (const name of COUNTED) counts[name] = before[name] + added[name];
    const place = chunk.place;
    await batch(scope, { shown: commitStatements(claimed, place, results, counts) });
    this.#storage.transactionSync(() => {
      for (const person of people.all)
        if (person.isChanged) this.#save(row.id, person, numbers.get(person));
      this.#storage.kv.put(nameOf(row.id), { attempt: row.attempt, place, counts });
    });
    const next = moved(claimed, place, results);
    return { ...next, row: { ...next.row, ...counts } };
  }

  /** Forgets the dry run of an import. */
  end(importId: number) {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec("delete from people where import_id = ?", importId);
      this.#storage.sql.exec("delete from keys where import_id = ?", importId);
      this.#storage.kv.delete(nameOf(importId));
    });
  }

  /** Forgets all: no import is being tried. */
  clear() {
    const { sql, kv } = this.#storage;
    sql.exec("delete from people");
    sql.exec("delete from keys");
    for (const [name] of [...kv.list({ prefix: PREFIX })]) kv.delete(name);
  }

  #progress = (importId: number) => this.#storage.kv.get<Progress>(nameOf(importId));

  /** The people that a chunk may concern: what has become of them, or else as they are stored. */
  #recall(
    importId: number,
    numbers: Map<Person, number>,
    stored: Known[],
    identities: Identity[],
  ): People {
    const keys = identities.flatMap((identity) =>
      matchFields.flatMap((field) =>
        identity[field] == null ? [] : [`${field} ${identity[field]}`],
      ),
    );
    const ids = stored.flatMap(({ id }) => id ?? []);
    const saved = this.#storage.sql
      .exec<SavedPerson>(
        `select n, known from people where n in (
           select n from keys
           where import_id = ?1 and key in (select value from json_each(?2))
           union select n from people
           where import_id = ?1 and lead_id in (select value from json_each(?3)))
         order by n`,
        importId,
        JSON.stringify(keys),
        JSON.stringify(ids),
      )
      .toArray();
    const people = new People().know(saved.map(({ known }) => JSON.parse(known)));
    for (const [index, person] of people.all.entries()) numbers.set(person, saved[index]?.n ?? 0);
    return people.know(stored);
  }

  #save(importId: number, person: Person, known: number | undefined) {
    const { sql } = this.#storage;
    const json = JSON.stringify(person.known);
    const n =
      known ??
      sql
        .exec<{ n: number }>(
          "insert into people (import_id, lead_id, known) values (?, ?, '') returning n",
          importId,
          person.id,
        )
        .one().n;
    sql.exec("update people set known = ? where n = ?", json, n);
    for (const field of matchFields) {
      const key = person.values[KEYS[field]];
      if (typeof key === "string")
        sql.exec(
          "insert or replace into keys (import_id, key, n) values (?, ?, ?)",
          importId,
          `${field} ${key}`,
          n,
        );
    }
  }
}

const PREFIX = "dry run ";
const nameOf = (importId: number) => PREFIX + importId;
