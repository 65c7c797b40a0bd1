/** A delivery that is to be replayed, and since when. */
export type Replay = { seq: number; askedAt: number; attempts: number };

/** The deliveries of a source that are to be replayed, in the storage of its object. */
export class AskedReplays {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.begin();
  }

  /** Makes the table, again after all was deleted. */
  begin() {
    this.#storage.sql.exec(`
      create table if not exists replays (
        seq integer primary key, asked_at integer not null, attempts integer not null default 0,
        due_at integer not null default 0)`);
  }

  /** Asks for replays of deliveries. One that waits already is made once. */
  ask(seqs: readonly number[], now: number) {
    this.#storage.sql.exec(
      "insert or replace into replays (seq, asked_at) select value, ? from json_each(?)",
      now,
      JSON.stringify(seqs),
    );
  }

  /** The first that are due. */
  next(most: number, now: number): Replay[] {
    return this.#storage.sql
      .exec<Replay>(
        `select seq, asked_at as askedAt, attempts from replays
         where due_at <= ? order by seq limit ?`,
        now,
        most,
      )
      .toArray();
  }

  nextAt(): number | null {
    return this.#storage.sql
      .exec<{ at: number | null }>("select min(due_at) as at from replays")
      .one().at;
  }

  /** Forgets replays that are made. One that was asked for meanwhile is made again. */
  done(replays: readonly Replay[]) {
    for (const { seq, askedAt } of replays)
      this.#storage.sql.exec("delete from replays where seq = ? and asked_at = ?", seq, askedAt);
  }

  /** Counts an attempt that has failed, and puts the replay off. */
  putOff(seq: number, dueAt: number) {
    this.#storage.sql.exec(
      "update replays set attempts = attempts + 1, due_at = ? where seq = ?",
      dueAt,
      seq,
    );
  }
}
