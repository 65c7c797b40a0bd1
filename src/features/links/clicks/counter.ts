import { DurableObject } from "cloudflare:workers";
import { toWake, wakeWorkers } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { alarmOf, attempt, isFailing } from "../../../lib/alarm";
import type { Batch } from "./buffer";
import { carryCounts, judgeClicks, SCANNER_WITHIN_MS } from "./flush";

const CARRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 16_000;
/** By then the clicks on its message's other links have normally been carried too, after one retry even. */
const JUDGE_DELAY_MS = SCANNER_WITHIN_MS + 2 * CARRY_DELAY_MS + 500;
const MAX_CLICKS_CARRIED = 2_000;
/** No batch is tried for as long as this. */
const REMEMBER_BATCHES_MS = 300_000;

/** A call to D1: the batches from one to another, and the time that names the call. */
type Call = { from: number; upTo: number; at: number };

/**
 * Counts the visits of one short link. A batch of visits is in the object's own storage before `record` answers; an alarm carries what
 * is there to D1. A call that failed is repeated as it was, under the same time, by which D1 knows it. What was carried is forgotten
 * here at once, save the batch's id; and all, once nobody has clicked for some minutes.
 */
export class LinkCounter extends DurableObject<Bindings> {
  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#makeTables();
  }

  #makeTables() {
    this.ctx.storage.sql.exec(
      "create table if not exists batches (seq integer primary key autoincrement, id text unique, recorded_at integer, clicks integer, content text)",
    );
  }

  /** A batch that is recorded twice counts once. */
  async record(batch: Batch) {
    const { sql, kv } = this.ctx.storage;
    // Null also while the alarm's handler runs, which then sets its own over the one that is set here.
    const alarm = await alarmOf(this.ctx.storage);
    // No await from here to the alarm: the batch and what will carry it are stored together or not at all.
    const now = Date.now();
    sql.exec(
      "insert or ignore into batches (id, recorded_at, clicks, content) values (?, ?, ?, ?)",
      batch.id,
      now,
      batch.clicks.length,
      JSON.stringify(batch),
    );
    kv.put("linkId", batch.linkId);
    // An alarm to judge may be far off. While D1 fails, the retry is not brought forward.
    if (alarm === null || (alarm > now + CARRY_DELAY_MS && !isFailing(this.ctx.storage)))
      await this.ctx.storage.setAlarm(now + CARRY_DELAY_MS);
  }

  override async alarm() {
    const linkId = this.ctx.storage.kv.get<number>("linkId")!;
    await attempt(
      this.ctx.storage,
      { message: "clicks not carried", fields: { short_link_id: linkId } },
      async () => ((await this.#carry(linkId)) ? await this.#judge(linkId) : undefined),
      (judging) => (judging === undefined ? this.#clear() : this.#wakeFor(judging)),
      MAX_RETRY_DELAY_MS,
    );
  }

  /** Whether there still is such a link. */
  async #carry(linkId: number) {
    const { sql, kv } = this.ctx.storage;
    const call = kv.get<Call>("call") ?? this.#nextCall();
    if (!call) return true;
    const rows = sql
      .exec<{ content: string }>(
        "select content from batches where seq between ? and ?",
        call.from,
        call.upTo,
      )
      .toArray();
    const batches = rows.map(({ content }) => JSON.parse(content) as Batch);
    const countedAt = await carryCounts(this.env, linkId, call.at, batches);
    if (countedAt === undefined) return false;
    kv.delete("call");
    if (countedAt > call.at) {
      // An object that has lost its storage, or its clock, does not know of calls that D1 knows of. Nothing was counted: once more.
      kv.put("calledAt", countedAt);
      return true;
    }
    sql.exec("update batches set content = null where seq between ? and ?", call.from, call.upTo);
    sql.exec(
      "delete from batches where seq <= ? and recorded_at < ?",
      call.upTo,
      Date.now() - REMEMBER_BATCHES_MS,
    );
    kv.put("carriedUpTo", call.upTo);
    if (batches.some(({ clicks }) => clicks.length > 0))
      kv.put("judgeNext", kv.get<number>("judgeNext") ?? call.at);
    return true;
  }

  /** The batches that wait to be carried, oldest first. */
  #waiting() {
    const { sql, kv } = this.ctx.storage;
    const query =
      "select seq, recorded_at as recordedAt, clicks from batches where seq > ? order by seq";
    return sql.exec<{ seq: number; recordedAt: number; clicks: number }>(
      query,
      kv.get<number>("carriedUpTo") ?? 0,
    );
  }

  /** As many batches as one call should carry, at a time that is later than that of any call before. Undefined when there is nothing. */
  #nextCall(): Call | undefined {
    const { kv } = this.ctx.storage;
    const call = {
      from: 0,
      upTo: 0,
      at: Math.max(Date.now(), (kv.get<number>("calledAt") ?? 0) + 1),
    };
    let clicks = 0;
    for (const batch of this.#waiting()) {
      clicks += batch.clicks;
      if (call.from > 0 && clicks > MAX_CLICKS_CARRIED) break;
      call.from ||= batch.seq;
      call.upTo = batch.seq;
    }
    if (call.from === 0) return undefined;
    kv.put("call", call);
    kv.put("calledAt", call.at);
    return call;
  }

  /** Judges the clicks of one call, when their time has come. When to look again, `null` when none are left; undefined without the link. */
  async #judge(linkId: number) {
    const { kv } = this.ctx.storage;
    let carriedAt: number | null | undefined = kv.get<number>("judgeNext") ?? null;
    if (carriedAt !== null && carriedAt + JUDGE_DELAY_MS <= Date.now()) {
      const judged = await judgeClicks(this.env, linkId, carriedAt);
      carriedAt = judged.next;
      if (judged.due)
        this.ctx.waitUntil(wakeWorkers(this.env, judged.due.workspaceId, toWake(judged.due)));
      if (carriedAt == null) kv.delete("judgeNext");
      else kv.put("judgeNext", carriedAt);
    }
    return carriedAt == null ? carriedAt : carriedAt + JUDGE_DELAY_MS;
  }

  /** Wakes for the batches that wait to be carried, else for the clicks that are judged then, else to forget all. */
  async #wakeFor(judging: number | null) {
    const [oldest] = this.#waiting();
    const next = oldest
      ? oldest.recordedAt + CARRY_DELAY_MS
      : (judging ?? this.#newest() + REMEMBER_BATCHES_MS);
    if (oldest || judging !== null || next > Date.now()) await this.ctx.storage.setAlarm(next);
    else await this.#clear();
  }

  #newest() {
    return this.ctx.storage.sql
      .exec<{ at: number }>("select ifnull(max(recorded_at), 0) as at from batches")
      .one().at;
  }

  /** D1 knows all that must be known. */
  async #clear() {
    await this.ctx.storage.deleteAll();
    this.#makeTables();
  }
}
