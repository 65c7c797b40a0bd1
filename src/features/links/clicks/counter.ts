import { DurableObject } from "cloudflare:workers";
import { type Place, wakeWorkers } from "#domain/wake/objects";
import { type Due, toWake } from "#domain/wake/sink";
import type { Bindings } from "#env";
import { alarmOf, attempt, isFailing } from "#lib/alarm";
import { lazily } from "#lib/lazy";
import { MAX_RETRY_MS, type VisitBatch } from "./buffer";
import { SCANNER_WITHIN_MS } from "./scanners";

/** The part that D1 is needed for. Visits don't wait for it to be loaded. */
const loadCounting = lazily(() => import("./counting"));

const FLUSH_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 16_000;
/**
 * After this delay D1 normally has the clicks on the message's other links too, even after a retry.
 */
const CLASSIFY_DELAY_MS = SCANNER_WITHIN_MS + 2 * FLUSH_DELAY_MS + 500;
const MAX_CLICKS_PER_FLUSH = 2_000;
/** The time that the ids of flushed batches are kept: longer than a batch is retried. */
const KEEP_BATCH_IDS_MS = MAX_RETRY_MS + 60_000;

/** A flush to D1: the first and the last of its batches, and the time that names the call. */
type Flush = { from: number; upTo: number; at: number };

/** The state that the object keeps besides the batches, in one place: each write costs. */
type State = {
  linkId: number;
  workspaceId: number;
  /** The flush that D1 may not have answered. */
  flush?: Flush | undefined;
  /** The name of the last call. */
  flushedAt: number;
  /** The name of the first call whose clicks are not classified yet. */
  classifyNext?: number | undefined;
};

/** A batch in the object's storage that has not been flushed. */
type StoredBatch = { seq: number; recordedAt: number; clicks: number };

const CREATE_BATCHES = `
  create table if not exists batches (
    id text primary key,
    seq integer,
    recorded_at integer,
    clicks integer,
    content text
  ) without rowid`;

/**
 * Counts the visits of one short link. `record` stores a batch of visits before it answers; an
 * alarm flushes stored batches to D1. A flush that failed is repeated unchanged under the same
 * time, by which D1 recognises it. A flushed batch leaves only its id; everything is deleted when
 * there have been no visits for some minutes.
 */
export class LinkCounter extends DurableObject<Bindings> {
  /** The `seq` of the last batch, once it is known. */
  #lastSeq: number | undefined;

  /** A batch that is recorded twice counts once. They are of this link, at least one. */
  async record(batches: VisitBatch[]) {
    const { sql } = this.ctx.storage;
    // Null also while the alarm's handler runs, which then overwrites the alarm that is set here.
    const alarm = await alarmOf(this.ctx.storage);
    // No await from here to the alarm, so that the batch and its alarm are stored together.
    const now = Date.now();
    sql.exec(CREATE_BATCHES);
    for (const batch of batches) {
      sql.exec(
        `insert or ignore into batches (id, seq, recorded_at, clicks, content)
         values (?, ?, ?, ?, ?)`,
        batch.id,
        this.#nextSeq(),
        now,
        batch.clicks.length,
        JSON.stringify(batch),
      );
    }
    // An alarm to classify clicks may be far off. While D1 fails, the retry keeps its time.
    if (alarm === null || (alarm > now + FLUSH_DELAY_MS && !isFailing(this.ctx.storage)))
      await this.ctx.storage.setAlarm(now + FLUSH_DELAY_MS);
  }

  #nextSeq() {
    this.#lastSeq ??= this.ctx.storage.sql
      .exec<{ last: number }>("select ifnull(max(seq), 0) as last from batches")
      .one().last;
    this.#lastSeq++;
    return this.#lastSeq;
  }

  override async alarm() {
    this.ctx.storage.sql.exec(CREATE_BATCHES);
    const state = this.#state();
    if (!state) return;
    await attempt(
      this.ctx.storage,
      { message: "clicks not flushed", fields: { short_link_id: state.linkId } },
      async () => {
        const flushed = await this.#flush(state);
        return flushed && this.#classify(flushed);
      },
      (classifyAt) => (classifyAt === undefined ? this.#clear() : this.#setAlarm(classifyAt)),
      MAX_RETRY_DELAY_MS,
    );
  }

  /** Before the first flush, only the batches know the link. Undefined where there is none. */
  #state(): State | undefined {
    const { sql, kv } = this.ctx.storage;
    const state = kv.get<State>("state");
    if (state) return state;
    const query = `
      select content ->> 'linkId' as linkId, content ->> 'workspaceId' as workspaceId
      from batches limit 1`;
    const [first] = sql.exec<{ linkId: number; workspaceId: number }>(query).toArray();
    return first && { ...first, flushedAt: 0 };
  }

  #keep(state: State) {
    this.ctx.storage.kv.put("state", state);
    return state;
  }

  /**
   * Flushes the oldest batches, if any. Returns the state after it, undefined if the link is gone.
   */
  async #flush(state: State): Promise<State | undefined> {
    const flush = state.flush ?? this.#nextFlush(state);
    if (!flush) return state;
    if (!state.flush) this.#keep({ ...state, flush, flushedAt: flush.at });
    const batches = this.#batchesOf(flush);
    const { assertInPlace, flushVisits, scopeOf } = await loadCounting();
    const scope = await scopeOf(this.env, state.workspaceId);
    const flushed = await flushVisits(scope, state.linkId, flush.at, batches);
    if (!flushed) return assertInPlace(scope).then(() => undefined);
    const { countedAt, unclassified, due } = flushed;
    this.#wake(scope, due);
    // The object has lost its storage, or its clock was ahead: D1 has counted later calls than
    // this one, which it ignored. The next flush repeats it under a later time.
    if (countedAt > flush.at)
      return this.#keep({ ...state, flush: undefined, flushedAt: countedAt });
    this.#pruneBatches(flush);
    return this.#keep({
      ...state,
      flush: undefined,
      flushedAt: flush.at,
      classifyNext: state.classifyNext ?? (unclassified ? flush.at : undefined),
    });
  }

  #batchesOf({ from, upTo }: Flush): VisitBatch[] {
    const query = `select content from batches
      where content is not null and seq between ? and ? order by seq`;
    const rows = this.ctx.storage.sql.exec<{ content: string }>(query, from, upTo).toArray();
    return rows.map(({ content }) => JSON.parse(content));
  }

  #pruneBatches({ from, upTo }: Flush) {
    const { sql } = this.ctx.storage;
    sql.exec(
      "update batches set content = null where content is not null and seq between ? and ?",
      from,
      upTo,
    );
    sql.exec(
      "delete from batches where content is null and recorded_at < ?",
      Date.now() - KEEP_BATCH_IDS_MS,
    );
  }

  /** The batches that have not been flushed, oldest first. */
  #unflushed() {
    return this.ctx.storage.sql.exec<StoredBatch>(
      `select seq, recorded_at as recordedAt, clicks from batches
       where content is not null order by seq`,
    );
  }

  /** A flush of as many batches as one call may hold, under a later time than any call before. */
  #nextFlush({ flushedAt }: State): Flush | undefined {
    const flush = { from: 0, upTo: 0, at: Math.max(Date.now(), flushedAt + 1) };
    let clicks = 0;
    for (const batch of this.#unflushed()) {
      clicks += batch.clicks;
      if (flush.from > 0 && clicks > MAX_CLICKS_PER_FLUSH) break;
      flush.from ||= batch.seq;
      flush.upTo = batch.seq;
    }
    return flush.from === 0 ? undefined : flush;
  }

  /**
   * Classifies the clicks of one flush once they are old enough. Returns when to classify the
   * next, `null` when none are left, undefined when the link is gone.
   */
  async #classify(state: State): Promise<number | null | undefined> {
    const { linkId, workspaceId, classifyNext: flushedAt } = state;
    if (flushedAt === undefined) return null;
    if (flushedAt + CLASSIFY_DELAY_MS > Date.now()) return flushedAt + CLASSIFY_DELAY_MS;
    const { assertInPlace, classifyClicks, scopeOf } = await loadCounting();
    const scope = await scopeOf(this.env, workspaceId);
    const { next, due } = await classifyClicks(scope.db, linkId, flushedAt);
    if (next === undefined) await assertInPlace(scope);
    this.#wake(scope, due);
    this.#keep({ ...state, classifyNext: next ?? undefined });
    return next == null ? next : next + CLASSIFY_DELAY_MS;
  }

  #wake(place: Place, due: Due | undefined) {
    if (due) this.ctx.waitUntil(wakeWorkers(this.env, place, toWake(due)));
  }

  /** Sets the alarm: for the oldest unflushed batch, else to classify clicks, else to clear. */
  async #setAlarm(classifyAt: number | null) {
    const [oldest] = this.#unflushed();
    const next = oldest
      ? oldest.recordedAt + FLUSH_DELAY_MS
      : (classifyAt ?? this.#lastRecordedAt() + KEEP_BATCH_IDS_MS);
    if (oldest || classifyAt !== null || next > Date.now()) await this.ctx.storage.setAlarm(next);
    else await this.#clear();
  }

  #lastRecordedAt() {
    return this.ctx.storage.sql
      .exec<{ at: number }>("select ifnull(max(recorded_at), 0) as at from batches")
      .one().at;
  }

  /** Deletes everything: the data that has to last is in D1. */
  async #clear() {
    this.#lastSeq = undefined;
    await this.ctx.storage.deleteAll();
  }
}
