import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env";
import { describeError, log } from "../../lib/log";
import { type Counts, readCounts, writeCounts } from "./counts";

const FLUSH_DELAY_MS = 1_000;
const RETRY_DELAY_MS = 5_000;

/**
 * Counts the clicks of one short link. A click is in the object's own storage before `record` answers; an alarm carries the totals to
 * D1. D1's counts from before the object's first flush are its starting point, so that an object that is lost counts on from them.
 */
export class LinkCounter extends DurableObject<Bindings> {
  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#makeTables();
  }

  #makeTables() {
    this.ctx.storage.sql.exec("create table if not exists clicks (kind text primary key, count integer not null) without rowid");
  }

  async record(linkId: number, kind: keyof Counts) {
    // Null while the alarm's handler runs: a click during a flush sets the next one.
    const armed = (await this.ctx.storage.getAlarm()) !== null;
    // No await from here to the alarm: the click and what will flush it are stored together or not at all.
    this.ctx.storage.sql.exec("insert into clicks values (?, 1) on conflict do update set count = count + 1", kind);
    if (armed) return;
    this.ctx.storage.kv.put("linkId", linkId);
    await this.ctx.storage.setAlarm(Date.now() + FLUSH_DELAY_MS);
  }

  override async alarm() {
    try {
      await this.#flush(this.ctx.storage.kv.get<number>("linkId")!);
    } catch (error) {
      // Not thrown on: the runtime gives up on an alarm that has failed six times, and D1 may be away for longer.
      log("error", "click counts not flushed, will retry", describeError(error));
      await this.ctx.storage.setAlarm(Date.now() + RETRY_DELAY_MS);
    }
  }

  async #flush(linkId: number) {
    const start = this.ctx.storage.kv.get<Counts>("start") ?? (await readCounts(this.env, linkId));
    if (!start) return this.#clear();
    this.ctx.storage.kv.put("start", start);
    const counted = Object.fromEntries(this.ctx.storage.sql.exec<{ kind: string; count: number }>("select kind, count from clicks").raw());
    const totals = { base: start.base + (counted.base ?? 0), bot: start.bot + (counted.bot ?? 0) };
    if (!(await writeCounts(this.env, linkId, totals))) await this.#clear();
  }

  /** The link is deleted, and its id will never be another's. */
  async #clear() {
    await this.ctx.storage.deleteAll();
    this.#makeTables();
  }
}
