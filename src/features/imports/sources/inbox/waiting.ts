import { MAX_WAITING, MAX_WAITING_BYTES } from "#domain/sources";
import { DAY_MS } from "#lib/time";
import type { Verdict } from "../forms/turnstile";
import type { ItemFault } from "../items";

// The items of a source that wait to be worked, in the storage of its object.

/** An item as the door hands it over. */
export type Incoming = {
  /** The item as JSON; null for one that has a fault, which is not kept. */
  body: string | null;
  bytes: number;
  fault: ItemFault | null;
  /** The hash of what makes it a duplicate: of an id that it names, or of all of it. */
  key: string;
  isNamed: boolean;
};

/** An item that waits. `isHeld`: its delivery is written, as `held`. */
export type Waiting = {
  seq: number;
  receivedAt: number;
  body: string | null;
  bytes: number;
  fault: ItemFault | null;
  /** The key of one that names an id. */
  dedupe: string | null;
  attempts: number;
  isHeld: boolean;
  /** Turnstile's verdict on who sent it; null while it was not asked, or need not be. */
  verdict: Verdict | null;
};

export type Received = { received: number; duplicates: number };

/** The reasons for which nothing of a request is stored. */
export type NotReceived = "rate_limited" | "full";

/** An id is remembered for so long; all of an item for the time of its kind. */
const NAMED_FOR_MS = 30 * DAY_MS;
const MAX_PRUNED = 1_000;
/** The bytes of the bodies of items that are worked together. */
export const CHUNK_BYTES = 262_144;

type Row = Record<string, SqlStorageValue> & {
  seq: number;
  receivedAt: number;
  body: string | null;
  bytes: number;
  fault: string | null;
  dedupe: string | null;
  attempts: number;
  isHeld: number;
  verdict: string | null;
};

const waitingOf = ({ fault, isHeld, verdict, ...row }: Row): Waiting => ({
  ...row,
  fault: fault as ItemFault | null,
  isHeld: isHeld === 1,
  verdict: verdict as Verdict | null,
});

const bytesIn = (items: Iterable<{ bytes: number }>) => {
  let sum = 0;
  for (const { bytes } of items) sum += bytes;
  return sum;
};

const COLUMNS = `seq, received_at as receivedAt, body, bytes, fault, dedupe, attempts,
  is_held as isHeld, verdict`;

export class WaitingItems {
  readonly #storage: DurableObjectStorage;
  /** The items that wait, and the bytes of their bodies. */
  #count = 0;
  #bytes = 0;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.begin();
  }

  /** Makes the tables, again after all was deleted. */
  begin() {
    const { sql } = this.#storage;
    sql.exec(`
      create table if not exists items (
        seq integer primary key, received_at integer not null, body text, bytes integer not null,
        fault text, dedupe text, attempts integer not null default 0,
        due_at integer not null default 0, is_held integer not null default 0, verdict text);
      create table if not exists seen (key text primary key, until integer not null) without rowid;
      create index if not exists seen_until on seen (until);
      create table if not exists numbers (last integer not null, is_known integer not null)`);
    sql.exec("insert into numbers select 0, 0 where not exists (select 1 from numbers)");
    const { count, bytes } = sql
      .exec<{ count: number; bytes: number }>(
        "select count(*) as count, ifnull(sum(bytes), 0) as bytes from items",
      )
      .one();
    [this.#count, this.#bytes] = [count, bytes];
  }

  /** Stores the items that are new; null where too many wait already. */
  add(items: readonly Incoming[], sameForMs: number, now: number): Received | null {
    const { sql } = this.#storage;
    const isSeen = (key: string) =>
      sql.exec("select 1 from seen where key = ? and until > ?", key, now).toArray().length > 0;
    const fresh = new Map(
      items.filter(({ key }) => !isSeen(key)).map((item) => [item.key, item] as const),
    );
    const isFull =
      this.#count + fresh.size > MAX_WAITING ||
      this.#bytes + bytesIn(fresh.values()) > MAX_WAITING_BYTES;
    if (fresh.size > 0 && isFull) return null;
    for (const item of fresh.values()) this.#store(item, sameForMs, now);
    return { received: fresh.size, duplicates: items.length - fresh.size };
  }

  #store({ body, bytes, fault, key, isNamed }: Incoming, sameForMs: number, now: number) {
    const { sql } = this.#storage;
    sql.exec(
      "insert or replace into seen (key, until) values (?, ?)",
      key,
      now + (isNamed ? NAMED_FOR_MS : sameForMs),
    );
    const { last } = sql
      .exec<{ last: number }>("update numbers set last = last + 1 returning last")
      .one();
    sql.exec(
      "insert into items (seq, received_at, body, bytes, fault, dedupe) values (?, ?, ?, ?, ?, ?)",
      last,
      now,
      body,
      bytes,
      fault,
      isNamed ? key : null,
    );
    this.#count++;
    this.#bytes += bytes;
  }

  /** True once the numbers of the items are behind those that the database has. */
  get isNumbered() {
    return this.#storage.sql.exec<{ n: number }>("select is_known as n from numbers").one().n === 1;
  }

  /** Numbers the items behind those of a storage that was lost: they follow the database's last. */
  number(last: number) {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      // From the last on, so that no two have one number meanwhile.
      sql.exec("update items set seq = -seq");
      sql.exec("update items set seq = ? - seq", last);
      sql.exec("update numbers set last = last + ?, is_known = 1", last);
    });
  }

  /** The oldest items that are due, at most so many; those held by now only if they may go on. */
  next(most: number, isOpen: boolean, now: number): Waiting[] {
    const rows = this.#storage.sql.exec<Row>(
      `select ${COLUMNS} from items where due_at <= ? and is_held <= ? order by seq limit ?`,
      now,
      Number(isOpen),
      most,
    );
    const chunk: Waiting[] = [];
    let bytes = 0;
    for (const row of rows) {
      bytes += row.bytes;
      if (chunk.length > 0 && bytes > CHUNK_BYTES) break;
      chunk.push(waitingOf(row));
    }
    return chunk;
  }

  /** When the next item is due; null if none waits, save those that are held. */
  nextAt(isOpen: boolean): number | null {
    const query = "select min(due_at) as at from items where is_held <= ?";
    return this.#storage.sql.exec<{ at: number | null }>(query, Number(isOpen)).one().at;
  }

  get hasHeld() {
    const held = this.#storage.sql.exec("select 1 from items where is_held = 1 limit 1");
    return held.toArray().length > 0;
  }

  /** Forgets items that are worked, and more keys than they have brought. */
  done(chunk: readonly Waiting[]) {
    this.prune(Date.now(), 2 * chunk.length);
    this.#storage.sql.exec(`delete from items where seq in (${IN})`, seqsOf(chunk));
    this.#count -= chunk.length;
    this.#bytes -= bytesIn(chunk);
  }

  /** Keeps items until they may be worked. */
  hold(chunk: readonly Waiting[]) {
    this.#storage.sql.exec(`update items set is_held = 1 where seq in (${IN})`, seqsOf(chunk));
  }

  /** Counts an attempt at an item that has failed, and puts it off. */
  putOff(seq: number, dueAt: number) {
    this.#storage.sql.exec(
      "update items set attempts = attempts + 1, due_at = ? where seq = ?",
      dueAt,
      seq,
    );
  }

  /** Forgets some keys whose time is over. */
  prune(now: number, most = MAX_PRUNED) {
    this.#storage.sql.exec(
      "delete from seen where key in (select key from seen where until <= ? limit ?)",
      now,
      most,
    );
  }

  /** Empties the items that are about somebody. All bodies together may not fit into memory. */
  forget(isAbout: (body: string) => boolean) {
    const rows: { seq: number; bytes: number }[] = [];
    const all = this.#storage.sql.exec<{ seq: number; body: string; bytes: number }>(
      "select seq, body, bytes from items where body is not null",
    );
    for (const { seq, body, bytes } of all) if (isAbout(body)) rows.push({ seq, bytes });
    this.#storage.sql.exec(
      `update items set body = null, bytes = 0, fault = 'erased' where seq in (${IN})`,
      seqsOf(rows),
    );
    this.#bytes -= bytesIn(rows);
  }
}

const IN = "select value from json_each(?)";
const seqsOf = (chunk: readonly { seq: number }[]) => JSON.stringify(chunk.map(({ seq }) => seq));
