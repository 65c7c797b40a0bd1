import { deferralOf, hourOf, PERIOD_HOURS, usedAt } from "./allowance";

type Row = { hour: number; count: number };
type Table = "started_hours" | "planned_hours";

/** A person by the id of a lead, or by a hash. */
export type Person = number | string;

/**
 * Whom numbers have written to, in the storage of an object: each person once in 24 hours; and how
 * many messages are put off to which hour.
 */
export class Starts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.createTables();
  }

  /**
   * A row that is written costs as much as a thousand that are read: there is no index by hour, and
   * what is over is looked for once an hour. `message_id` is null once two messages went to one
   * person.
   */
  createTables() {
    this.#sql.exec(`
      create table if not exists started_people (
        person primary key, hour integer, message_id integer) without rowid;
      create table if not exists started_hours (hour integer primary key, count integer);
      create table if not exists planned_hours (hour integer primary key, count integer)`);
  }

  #hours = (table: Table) =>
    new Map(
      this.#sql
        .exec<Row>(`select hour, count from ${table}`)
        .toArray()
        .map(({ hour, count }) => [hour, count]),
    );

  #add(table: Table, hour: number, count: number) {
    this.#sql.exec(
      `insert into ${table} (hour, count) values (?, ?)
       on conflict (hour) do update set count = count + excluded.count`,
      hour,
      count,
    );
  }

  has = (person: Person) =>
    this.#sql.exec("select 1 from started_people where person = ?", person).toArray().length > 0;

  /** Counts a person whom a message goes to, unless one counts already. */
  begin(person: Person, messageId: number, now: number) {
    this.prune(now);
    if (this.has(person))
      this.#sql.exec(
        `update started_people set message_id = null
         where person = ? and message_id is not null and message_id <> ?`,
        person,
        messageId,
      );
    else {
      this.#sql.exec(
        "insert into started_people (person, hour, message_id) values (?, ?, ?)",
        person,
        hourOf(now),
        messageId,
      );
      this.#add("started_hours", hourOf(now), 1);
    }
  }

  /** Takes back `begin`: the message was not sent, and no other has gone to the person. */
  forget(person: Person, messageId: number) {
    const [row] = this.#sql
      .exec<{ hour: number }>(
        "delete from started_people where person = ? and message_id = ? returning hour",
        person,
        messageId,
      )
      .toArray();
    if (row) this.#add("started_hours", row.hour, -1);
  }

  /** Forgets whom nobody counts any more. Returns whether anybody is left. */
  prune(now: number): boolean {
    const past = hourOf(now) - PERIOD_HOURS;
    const { oldest } = this.#sql
      .exec<{ oldest: number | null }>("select min(hour) as oldest from started_hours")
      .one();
    if (oldest === null) return false;
    if (oldest >= past) return true;
    this.#sql.exec("delete from started_people where hour < ?", past);
    const { left } = this.#sql
      .exec<{ left: number }>("select count(*) as left from started_hours where hour >= ?", past)
      .one();
    this.#sql.exec("delete from started_hours where hour < ?", past);
    return left > 0;
  }

  used = (now: number) => usedAt(now, this.byHour());

  /** The people who were written to, by the hour. */
  byHour = () => this.#hours("started_hours");

  /**
   * The deferral of what finds no room; null while there is some, or no limit. `started`: the
   * people who count, if these are others.
   */
  deferral(limit: number | null, now: number, started = this.byHour()) {
    if (limit === null || usedAt(now, started) < limit) return null;
    this.#sql.exec("delete from planned_hours where hour <= ?", hourOf(now));
    return deferralOf(now, started, this.#hours("planned_hours"), limit);
  }

  /** Remembers that messages were put off. */
  plan(at: number, count: number) {
    this.#add("planned_hours", hourOf(at), count);
  }
}
