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

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      `create table if not exists tries (
        message_id integer primary key, attempt integer, result text, at integer, random real)`,
    );
  }

  /** Nothing leaves the object before this is on disk. */
  begin({ id, attempt }: Claimed) {
    this.#sql.exec("insert into tries (message_id, attempt) values (?, ?)", id, attempt);
  }

  end({ messageId, result, at, random }: EndedAttempt) {
    const update = "update tries set result = ?, at = ?, random = ? where message_id = ?";
    this.#sql.exec(update, JSON.stringify(result), at, random, messageId);
  }

  /** The attempts that have ended, and the ids of the messages whose attempt has not. */
  all(): { ended: EndedAttempt[]; lost: number[] } {
    const rows = this.#sql.exec<Row>("select * from tries").toArray();
    const ended = rows.flatMap(({ message_id, result, ...row }) =>
      result === null ? [] : [{ ...row, messageId: message_id, result: JSON.parse(result) }],
    );
    const lost = rows.flatMap(({ message_id, result }) => (result === null ? [message_id] : []));
    return { ended, lost };
  }

  clear() {
    this.#sql.exec("delete from tries");
  }
}
