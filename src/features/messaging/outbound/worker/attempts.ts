import type { EndedAttempt } from "./outcome";
import type { Claimed } from "./work";

/** `result` is null until the provider has answered. */
type Row = {
  message_id: number;
  attempt: number;
  result: string | null;
  at: number;
  random: number;
};

/**
 * The attempts of a sender that D1 does not know of yet, in the storage of the object: they
 * survive the end of its process.
 */
export class Attempts {
  readonly #sql: SqlStorage;
  /** The messages that this process has an open request for, with the times when it began. */
  readonly #open = new Map<number, number>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.createTable();
  }

  createTable() {
    this.#sql.exec(
      `create table if not exists tries (
        message_id integer primary key, attempt integer, result text, at integer, random real)`,
    );
  }

  /** Nothing leaves the object before this is on disk. */
  begin({ id, attempt }: Claimed) {
    this.#sql.exec("insert into tries (message_id, attempt) values (?, ?)", id, attempt);
    this.#open.set(id, Date.now());
  }

  end({ messageId, result, at, random }: EndedAttempt) {
    const update = "update tries set result = ?, at = ?, random = ? where message_id = ?";
    this.#sql.exec(update, JSON.stringify(result), at, random, messageId);
    this.#open.delete(messageId);
  }

  get openCount() {
    return this.#open.size;
  }

  /** When the oldest of the open requests began. */
  get openSince(): number | undefined {
    return this.#open.values().next().value;
  }

  /** True if attempts have ended, or were lost, that D1 does not know of. */
  get isUncommitted() {
    const { count } = this.#sql
      .exec<{ count: number }>("select count(*) as count from tries")
      .one();
    return count > this.#open.size;
  }

  /**
   * The attempts that have ended, and the ids of the other messages: `open` where the request still
   * is, `lost` where it died with its process.
   */
  all(): { ended: EndedAttempt[]; open: number[]; lost: number[] } {
    const rows = this.#sql.exec<Row>("select * from tries").toArray();
    const ended = rows.flatMap(({ message_id, result, ...row }) =>
      result === null ? [] : [{ ...row, messageId: message_id, result: JSON.parse(result) }],
    );
    const begun = rows.flatMap(({ message_id, result }) => (result === null ? [message_id] : []));
    const { open = [], lost = [] } = Object.groupBy(begun, (id) =>
      this.#open.has(id) ? "open" : "lost",
    );
    return { ended, open, lost };
  }

  /** Forgets the attempts that D1 knows of by now. */
  clear(messageIds: number[]) {
    const listed = "select value from json_each(?)";
    this.#sql.exec(`delete from tries where message_id in (${listed})`, JSON.stringify(messageIds));
  }
}
