import { HOUR_MS } from "#lib/time";

// A number may write to so many people in 24 hours who have not written to it lately. What exceeds
// that waits for an hour in which there is room again. Hours are counted since 1970.

const PERIOD_HOURS = 24;

/** By the hour, the people whom the number was, or will be, the first to write to. */
export type Hours = ReadonlyMap<number, number>;

export const hourOf = (at: number) => Math.floor(at / HOUR_MS);

/** The number of people who count in an hour: those of it, and of the 23 before. */
const countedIn = (hour: number, hours: Hours) => {
  let sum = 0;
  for (let one = hour - PERIOD_HOURS + 1; one <= hour; one++) sum += hours.get(one) ?? 0;
  return sum;
};

/** The number of people who count now. The hour of 24 hours ago counts as a whole. */
export const usedAt = (now: number, started: Hours) =>
  countedIn(hourOf(now), started) + (started.get(hourOf(now) - PERIOD_HOURS) ?? 0);

/** The first hour after now, and not before the last planned one, with room: and how much. */
export function nextRoom(now: number, started: Hours, planned: Hours, limit: number) {
  const both = new Map(started);
  for (const [hour, count] of planned) both.set(hour, (both.get(hour) ?? 0) + count);
  const most = Math.max(limit, 1);
  for (let hour = Math.max(hourOf(now) + 1, ...planned.keys()); ; hour++) {
    // The hour that ends the period still counts as a whole.
    const used = countedIn(hour, both) + (both.get(hour - PERIOD_HOURS) ?? 0);
    if (used < most) return { hour, room: most - used };
  }
}

/** The most messages that a claim defers at once. */
const MAX_DEFERRED = 100;

/**
 * The starts that a claim may use. `deferral`: when the messages that find no room go out, and how
 * many.
 */
export type Allowance = { used: number; deferral: { at: number; most: number } | null };

type Row = { hour: number; count: number };

/**
 * Whom a number has written to, in the storage of its sender: each person once in 24 hours; and
 * how many messages are put off to which hour.
 */
export class Starts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.createTables();
  }

  createTables() {
    this.#sql.exec(`
      create table if not exists started_leads (lead_id integer primary key, hour integer);
      create index if not exists started_leads_hour on started_leads (hour);
      create table if not exists started_hours (hour integer primary key, count integer);
      create table if not exists planned_hours (hour integer primary key, count integer)`);
  }

  #hours = (table: "started_hours" | "planned_hours"): Hours =>
    new Map(
      this.#sql
        .exec<Row>(`select hour, count from ${table}`)
        .toArray()
        .map(({ hour, count }) => [hour, count]),
    );

  #add(table: "started_hours" | "planned_hours", hour: number, count: number) {
    this.#sql.exec(
      `insert into ${table} (hour, count) values (?, ?)
       on conflict (hour) do update set count = count + excluded.count`,
      hour,
      count,
    );
  }

  /** Counts a lead, unless it counts already; returns whether it did. */
  begin(leadId: number, now: number): boolean {
    const hour = hourOf(now);
    this.#forgetBefore(hour);
    const inserted = this.#sql.exec(
      "insert into started_leads (lead_id, hour) values (?, ?) on conflict do nothing returning " +
        "hour",
      leadId,
      hour,
    );
    const isNew = inserted.toArray().length > 0;
    if (isNew) this.#add("started_hours", hour, 1);
    return isNew;
  }

  #forgetBefore(hour: number) {
    const past = hour - PERIOD_HOURS;
    const { oldest } = this.#sql
      .exec<{ oldest: number | null }>("select min(hour) as oldest from started_hours")
      .one();
    if (oldest === null || oldest >= past) return;
    this.#sql.exec("delete from started_leads where hour < ?", past);
    this.#sql.exec("delete from started_hours where hour < ?", past);
  }

  /** Takes back `begin`: the lead was not written to. */
  forget(leadId: number) {
    const [row] = this.#sql
      .exec<{ hour: number }>("delete from started_leads where lead_id = ? returning hour", leadId)
      .toArray();
    if (row) this.#add("started_hours", row.hour, -1);
  }

  /** `limit` is null where there is none. */
  allowance(limit: number | null, now: number): Allowance {
    const started = this.#hours("started_hours");
    const used = usedAt(now, started);
    if (limit === null || used < limit) return { used, deferral: null };
    this.#sql.exec("delete from planned_hours where hour <= ?", hourOf(now));
    const { hour, room } = nextRoom(now, started, this.#hours("planned_hours"), limit);
    return { used, deferral: { at: hour * HOUR_MS, most: Math.min(room, MAX_DEFERRED) } };
  }

  /** Remembers that messages were put off. */
  plan({ deferral }: Allowance, count: number) {
    if (deferral && count > 0) this.#add("planned_hours", hourOf(deferral.at), count);
  }
}
