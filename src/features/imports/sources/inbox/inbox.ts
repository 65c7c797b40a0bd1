import { brokenUnique } from "#db/writes/errors";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { isRefusal } from "#lib/alarm";
import { pauseAfter } from "#lib/chunks";
import { describeError, log } from "#lib/log";
import { type FieldErrors, Problem } from "#lib/problem";
import { HOUR_MS, SECOND_MS } from "#lib/time";
import { faultTexts } from "#lib/validation-messages";
import type { AskedReplays } from "./asked-replays";
import { type Claimed, claimSource, type InboxPlace, type SourceNow } from "./claim";
import { isOutdated, type Outcome, writeDeliveries, writeOverQuota } from "./commit";
import type { Job } from "./drafts";
import { readReplays } from "./replays";
import { turnstileSecret, withVerdicts } from "./verdicts";
import type { Waiting, WaitingItems } from "./waiting";
import { Changed, workJobs } from "./work";

/** An alarm may make 1,000 requests, of which D1 may count each statement: a chunk has some 30. */
const CHUNKS_PER_ALARM = 20;
const CHUNK_ITEMS = 100;
/** The items that are worked together where Turnstile is asked about each. */
const ASKED_ITEMS = 10;
/** After a failure fewer items are worked together, until the one that it is about is alone. */
const SHRINK = 5;
const MAX_ATTEMPTS = 5;
const RETRY_MS = 2 * SECOND_MS;
/** The time after which an object looks again whether a source may go on, if nobody wakes it. */
const LOOK_AGAIN_MS = HOUR_MS;

/** The items or replays that are worked together. */
type UnderWay = { of: "items" | "replays"; seqs: number[] };

type Work = { scope: Scope; source: SourceNow; of: UnderWay["of"]; jobs: Job[] };

const isOverQuota = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === "quota_reached";

/** True if an error is about the items themselves: they would fail again. */
const isTheirs = (error: unknown) =>
  isRefusal(error) ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  isOverQuota(error);

/** True if the chunk was overtaken: by a change of the source, or of what it is about. */
const isOvertaken = (error: unknown) =>
  error instanceof Changed ||
  isOutdated(error) ||
  brokenUnique(error).some((column) => column.startsWith("source_deliveries."));

const FAILED = { item: [faultTexts.item_failed] };

/**
 * Works what waits for a source, a chunk at a time, with a pause after each that is as long as it
 * took: nobody waits for what others receive.
 */
export class Inbox {
  readonly #storage: DurableObjectStorage;
  readonly #waiting: WaitingItems;
  readonly #replays: AskedReplays;
  /** The source as it was last read. */
  #source: SourceNow | undefined;
  #most = CHUNK_ITEMS;
  #working: Promise<unknown> = Promise.resolve();

  constructor(storage: DurableObjectStorage, waiting: WaitingItems, replays: AskedReplays) {
    [this.#storage, this.#waiting, this.#replays] = [storage, waiting, replays];
    const died = storage.kv.get<UnderWay>("under way");
    if (died) this.#shrink(died, Date.now());
  }

  /** Works for a while. Returns when to go on, null if nothing waits. */
  async work(env: Bindings, place: InboxPlace): Promise<number | null> {
    for (let left = CHUNKS_PER_ALARM; left > 0; left--) {
      const known = this.#waiting.isNumbered ? this.#source : undefined;
      const claimed = await claimSource(env, place, known);
      if (!claimed) return this.#end();
      if (!this.#waiting.isNumbered) this.#waiting.number(claimed.last ?? 0);
      this.#source = claimed.source;
      const isWorking = await pauseAfter(() => {
        const working = this.#workChunk(env, claimed);
        this.#working = working;
        return working;
      });
      await wakeWorkers(env, claimed.scope, claimed.scope.sink.drain());
      if (!isWorking) return this.#nextAt(claimed.source);
    }
    return Date.now();
  }

  /** Waits until the chunk that is being worked is written, or has failed. */
  settled = () => this.#working.catch(() => {});

  /** Works a chunk; returns false where none is due. */
  async #workChunk(env: Bindings, { scope, source }: Claimed): Promise<boolean> {
    const [now, isOpen] = [Date.now(), source.openAt === 0];
    const secret = await turnstileSecret(env, source);
    const room = secret === null ? CHUNK_ITEMS : ASKED_ITEMS;
    const most = isOpen ? Math.min(this.#most, source.left, room) : room;
    const items = this.#waiting.next(most, isOpen, now);
    if (items.length > 0) {
      const known =
        secret === null ? items : await withVerdicts(env, this.#storage, source, secret, items);
      await this.#workKnown(scope, source, isOpen ? known : [], items);
      return true;
    }
    const replays = source.isSuspended ? [] : this.#replays.next(this.#most, now);
    if (replays.length === 0) return false;
    const { jobs, read } = await readReplays(scope, source.id, replays);
    await this.#attempt({ scope, source, of: "replays", jobs }, () => this.#replays.done(read));
    return true;
  }

  /** Works those items that may go on, and holds the others. */
  async #workKnown(scope: Scope, source: SourceNow, known: Waiting[], items: Waiting[]) {
    const going = new Set(known.map(({ seq }) => seq));
    const held = items.filter(({ seq, isHeld }) => !going.has(seq) && !isHeld);
    if (held.length > 0) await this.#hold(scope, source, held);
    if (known.length > 0) await this.#workItems(scope, source, known);
  }

  #workItems(scope: Scope, source: SourceNow, items: Waiting[]) {
    const jobs = items.map(
      ({ isHeld, ...item }): Job => ({
        ...item,
        delivery: isHeld ? "held" : null,
      }),
    );
    return this.#attempt({ scope, source, of: "items", jobs }, () => this.#waiting.done(items));
  }

  /** The source is gone, and with it what waits. */
  async #end() {
    await this.#storage.deleteAll();
    this.#waiting.begin();
    this.#replays.begin();
    return null;
  }

  /** When there is something to do next; null if there is nothing. */
  #nextAt({ openAt, isSuspended }: SourceNow): number | null {
    const [now, isOpen] = [Date.now(), openAt === 0];
    this.#waiting.prune(now);
    const replayAt = this.#replays.nextAt();
    const isHeld = this.#waiting.hasHeld || (isSuspended && replayAt !== null);
    // Whoever wakes the object next may have opened the source.
    if (!isOpen) this.#source = undefined;
    const times = [
      this.#waiting.nextAt(isOpen),
      isSuspended ? null : replayAt,
      !isOpen && isHeld ? Math.min(openAt, now + LOOK_AGAIN_MS) : null,
    ].filter((time) => time !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Writes items as `held`. */
  async #hold(scope: Scope, source: SourceNow, items: Waiting[]) {
    const outcomes = items.map(
      ({ isHeld: _, ...item }): Outcome => ({
        job: { ...item, delivery: null },
        ...{ fact: null, status: "held", lead: null, booking: null },
      }),
    );
    const write = source.left > 0 ? writeDeliveries : writeOverQuota;
    await write(scope, source.id, outcomes);
    this.#waiting.hold(items);
  }

  /** Works jobs. Those that fail are put off, or written as failed. */
  async #attempt({ scope, source, of, jobs }: Work, done: () => void) {
    const [first] = jobs;
    if (jobs.length === 1 && first && first.attempts >= MAX_ATTEMPTS)
      return this.#fail(scope, source, first, FAILED).then(done);
    const underWay = { of, seqs: jobs.map(({ seq }) => seq) };
    this.#storage.kv.put<UnderWay>("under way", underWay);
    // Work that never waits for anything would end the worker before this is stored.
    await this.#storage.sync();
    try {
      const now = await workJobs(scope, source, jobs);
      this.#source = now.left > 0 ? now : undefined;
      done();
      this.#most = Math.min(this.#most * SHRINK, CHUNK_ITEMS);
    } catch (error) {
      // The source may have changed, or be gone.
      this.#source = undefined;
      if (isOvertaken(error)) return;
      if (!isTheirs(error)) throw error;
      if (first && jobs.length === 1 && isOverQuota(error))
        await this.#fail(scope, source, first, error.details.errors ?? {}).then(done);
      else this.#shrink(underWay, Date.now(), error);
    } finally {
      this.#storage.kv.delete("under way");
    }
  }

  /** Fewer are worked next; one that was alone is put off. */
  #shrink({ of, seqs }: UnderWay, now: number, error?: unknown) {
    log("warn", "source items failed", {
      source_id: this.#source?.id,
      ...{ count: seqs.length, first: seqs[0] },
      ...(error !== undefined && describeError(error)),
    });
    const [seq] = seqs;
    if (seqs.length > 1) this.#most = Math.max(1, Math.floor(seqs.length / SHRINK));
    else if (seq !== undefined)
      (of === "items" ? this.#waiting : this.#replays).putOff(seq, now + RETRY_MS);
  }

  #fail(scope: Scope, { id }: SourceNow, job: Job, errors: FieldErrors) {
    const none = { fact: null, status: "failed", lead: null, booking: null } as const;
    const delivery = job.delivery === "held" ? null : job.delivery;
    return writeDeliveries(scope, id, [{ job: { ...job, delivery }, ...none, errors }]);
  }
}
