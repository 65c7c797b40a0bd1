import { batch } from "#db/batch";
import type { Input } from "#features/leads/bulk/apply";
import { KEYS, type Known, People, type Person } from "#features/leads/bulk/people";
import { outcomesOf, plan } from "#features/leads/bulk/plan";
import { readChunk } from "#features/leads/bulk/read";
import { matchFields } from "#features/leads/bulk/schema";
import { pauseAfter } from "#lib/chunks";
import type { Layout } from "../reading/layout";
import type { Place } from "../reading/records";
import { CHUNKS, type Chunk, chunksOf, leadsIn, resultsOf } from "./chunks";
import type { Claimed } from "./claim";
import { advance, type Counts, passChunk, totals } from "./commit";

// A dry run writes no lead, but a person may come up again in a later chunk. So what would have
// become of the leads is kept in the worker's own storage, which is emptied afterwards.

/** The progress of the dry run of an import. */
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

  /** Goes on with the dry run of an import. */
  async work(claimed: Claimed) {
    const { place, counts } = this.#progress(claimed);
    let current: Claimed = { ...claimed, row: { ...claimed.row, ...counts } };
    let chunks = 0;
    for await (const chunk of chunksOf(claimed, place)) {
      current = await pauseAfter(() => this.#try(current, chunk));
      if (++chunks === CHUNKS) return;
    }
    const ended = advance(current, { state: "checked", finishedAt: Date.now() });
    await batch(current.scope, { ended });
    this.end(claimed.row.id);
  }

  /** The progress of the dry run of an import; it begins if it has not yet. */
  #progress({ row }: Claimed): Progress {
    const progress = this.#storage.kv.get<Progress>(nameOf(row.id));
    if (progress?.attempt === row.attempt) return progress;
    this.end(row.id);
    const { start: place } = row.layout as Layout;
    return { attempt: row.attempt, place, counts: NONE };
  }

  /**
   * Tries a chunk, and shows its results in the database, then keeps them: should the worker die in
   * between, the chunk is tried again, with the same results.
   */
  async #try(claimed: Claimed, chunk: Chunk): Promise<Claimed> {
    const { scope, row, options } = claimed;
    const { place } = chunk;
    const { inputs, known } = await readChunk(scope, leadsIn(chunk), options, true);
    const { people, numbers } = this.#recall(row.id, inputs, known);
    const planned = inputs.map((input) => plan(people, input, options));
    const results = resultsOf(chunk, outcomesOf(planned));
    const { statements, next } = passChunk(claimed, place, results);
    await batch(scope, { shown: statements });
    this.#storage.transactionSync(() => {
      for (const [index, person] of people.all.entries())
        if (person.isChanged) this.#save(row.id, person, numbers[index]);
      const counts = totals(next.row, []);
      this.#storage.kv.put(nameOf(row.id), { attempt: row.attempt, place, counts });
    });
    return next;
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

  /**
   * The people that a chunk may concern: what has become of them, with their numbers, or else as
   * they are stored.
   */
  #recall(importId: number, inputs: Input[], stored: Known[]) {
    const keys = inputs.flatMap(({ identity }) =>
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
    return { people: people.know(stored), numbers: saved.map(({ n }) => n) };
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
