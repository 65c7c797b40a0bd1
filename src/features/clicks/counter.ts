import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env";
import { describeError, log } from "../../lib/log";
import type { Batch, Click } from "./batch";
import { carryCounts, judgeClicks, type Tallied } from "./counts";

const CARRY_DELAY_MS = 1_000;
const RETRY_DELAY_MS = 2_000;
/** After this, the clicks on a message's other links have been carried too: a scanner's two seconds, and as long as they wait to be carried. */
const JUDGE_DELAY_MS = 3_500;
const MAX_VISITS_CARRIED = 2_000;
/** No batch is tried for as long as this. */
const REMEMBER_BATCHES_MS = 300_000;

/** The number of a visit in the object's log up to which a call carries, and the time that names the call. */
type Carrying = { at: number; upTo: number };

/**
 * Counts the visits of one short link. A visit is in the object's own log before `record` answers; an alarm carries the log to D1, and
 * what is there, is deleted here. A call that failed is repeated as it was, under the same time, by which D1 knows it.
 */
export class LinkCounter extends DurableObject<Bindings> {
  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#makeTables();
  }

  #makeTables() {
    this.ctx.storage.sql.exec(`
      create table if not exists visits (id integer primary key autoincrement, at integer, kind text, count integer, click text);
      create table if not exists batches (id text primary key, at integer) without rowid;
    `);
  }

  /** A batch that is recorded twice counts once. */
  async record({ id, linkId, startedAt, others, clicks }: Batch) {
    const { sql, kv } = this.ctx.storage;
    // Null while the alarm's handler runs, which then sets the next one itself.
    const alarm = await this.ctx.storage.getAlarm();
    // No await from here to the alarm: the visits and what will carry them are stored together or not at all.
    const now = Date.now();
    if (sql.exec("insert or ignore into batches values (?, ?)", id, now).rowsWritten === 0) return;
    kv.put("linkId", linkId);
    const add = (at: number, kind: string, count: number, click: Click | null) =>
      sql.exec("insert into visits (at, kind, count, click) values (?, ?, ?, ?)", at, kind, count, click && JSON.stringify(click));
    for (const [kind, count] of Object.entries(others)) add(startedAt, kind, count, null);
    for (const click of clicks) add(click.at, "recipient", 1, click);
    if (alarm === null || alarm > now + RETRY_DELAY_MS) await this.ctx.storage.setAlarm(now + CARRY_DELAY_MS);
  }

  override async alarm() {
    const linkId = this.ctx.storage.kv.get<number>("linkId")!;
    try {
      if (await this.#carry(linkId)) await this.#wakeFor(await this.#judge(linkId));
    } catch (error) {
      // Not thrown on: the runtime gives up on an alarm that has failed six times, and D1 may be away for longer.
      log("error", "clicks not carried, will retry", { short_link_id: linkId, ...describeError(error) });
      await this.ctx.storage.setAlarm(Date.now() + RETRY_DELAY_MS);
    }
  }

  /** Whether there still is such a link. */
  async #carry(linkId: number) {
    const { sql, kv } = this.ctx.storage;
    const carrying = kv.get<Carrying>("carrying") ?? this.#startCarrying();
    if (!carrying) return true;
    const visits = sql
      .exec<{ at: number; kind: Tallied["kind"]; count: number; click: string | null }>(
        "select at, kind, count, click from visits where id <= ?",
        carrying.upTo,
      )
      .toArray()
      .map(({ click, ...visit }) => ({ ...visit, click: click === null ? null : (JSON.parse(click) as Click) }));
    if (!(await carryCounts(this.env, linkId, carrying.at, visits))) {
      await this.#clear();
      return false;
    }
    sql.exec("delete from visits where id <= ?", carrying.upTo);
    sql.exec("delete from batches where at < ?", Date.now() - REMEMBER_BATCHES_MS);
    kv.delete("carrying");
    if (visits.some(({ click }) => click)) kv.put("judgeFrom", Math.min(kv.get<number>("judgeFrom") ?? carrying.at, carrying.at));
    return true;
  }

  /** Its time is later than that of any call before, whatever the clock does. Undefined when there is nothing to carry. */
  #startCarrying(): Carrying | undefined {
    const { sql, kv } = this.ctx.storage;
    const { upTo } = sql
      .exec<{ upTo: number | null }>("select max(id) as upTo from (select id from visits order by id limit ?)", MAX_VISITS_CARRIED)
      .one();
    if (upTo === null) return undefined;
    const carrying = { at: Math.max(Date.now(), (kv.get<number>("carriedAt") ?? 0) + 1), upTo };
    kv.put("carrying", carrying);
    kv.put("carriedAt", carrying.at);
    return carrying;
  }

  /** Judges the clicks whose time has come. When to look again; `null` when nothing is left to judge. */
  async #judge(linkId: number) {
    const { kv } = this.ctx.storage;
    const carriedUntil = Date.now() - JUDGE_DELAY_MS;
    let from = kv.get<number>("judgeFrom") ?? null;
    if (from !== null && from <= carriedUntil) {
      from = await judgeClicks(this.env, linkId, carriedUntil);
      if (from === null) kv.delete("judgeFrom");
      else kv.put("judgeFrom", from);
    }
    return from === null ? null : from + JUDGE_DELAY_MS;
  }

  /** Wakes for the visits that wait to be carried, else for the clicks that are judged then. */
  async #wakeFor(judging: number | null) {
    const [waiting] = this.ctx.storage.sql.exec("select 1 from visits limit 1");
    const next = waiting ? Date.now() + CARRY_DELAY_MS : judging;
    if (next !== null) await this.ctx.storage.setAlarm(next);
  }

  /** The link is deleted, and its id will never be another's. */
  async #clear() {
    await this.ctx.storage.deleteAll();
    this.#makeTables();
  }
}
