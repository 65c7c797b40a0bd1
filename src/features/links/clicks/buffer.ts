import type { Device, VisitKind } from "#domain/links";
import { describeError, log } from "#lib/log";
import { iso } from "#lib/time";

/** A person's click on a recipient's URL. Times are milliseconds since 1970. */
export type Click = {
  sendId: number;
  at: number;
  country: string | null;
  referrerHost: string | null;
  device: Device;
};

/** A click with its details, or only the kind of a visit on the base URL or of a bot. */
export type Visit = Click | Exclude<VisitKind, "recipient">;

/**
 * Visits of one link that are recorded in one call; its counter knows a repeated batch by the id.
 */
export type VisitBatch = {
  id: string;
  linkId: number;
  workspaceId: number;
  startedAt: number;
  counted: Partial<Record<Exclude<VisitKind, "recipient">, number>>;
  clicks: Click[];
};

/** Records batches, each of them once however often it is sent. */
export type RecordBatches = (batches: VisitBatch[]) => Promise<unknown>;

/** The clock and the dice: tests have their own. */
export type Clock = { now(): number; wait(ms: number): Promise<unknown>; random(): number };

/**
 * The time that visits of a link gather before a call. While calls are refused or slow the window
 * grows up to its maximum, since visits that wait die with the isolate.
 */
const MIN_WINDOW_MS = 40;
export const MAX_WINDOW_MS = 2_000;
const WIDEN = 2;
const NARROW = 0.8;
const SLOW_MS = 500;
const CALL_TIMEOUT_MS = 3_000;

/** A row of the counter's storage holds a batch, and a call several. */
const MAX_CLICKS_PER_BATCH = 1_000;
const MAX_BATCHES_PER_CALL = 10;
/** The most clicks and batches of an isolate, some 20 MB. */
export const MAX_BUFFERED = 50_000;
/** A batch is given up after this time. The counter remembers recorded batches for longer. */
export const MAX_RETRY_MS = 240_000;

/** The next visit takes over from a request that has held a link's visits for this long. */
const HOLD_MS = 1_000;
/** From then on also during a call, since the request may not live until the next. */
const LONG_HOLD_MS = 20_000;
/** The last call of a request starts before this time, since `waitUntil` ends after 30 seconds. */
const LAST_CALL_MS = 25_000;
/** A request that is later than this with a call has been cut off. */
const GRACE_MS = 40;

/** The request that flushes the visits of a link behind its answer, until another takes over. */
type Holder = { since: number; until: number };

/** A link, and whose it is. */
export type VisitedLink = { id: number; workspaceId: number };

/** The visits of one link that wait in this isolate. */
type Queue = {
  link: VisitedLink;
  open: VisitBatch | undefined;
  /** Oldest first. They don't change any more, since a call may have recorded them. */
  sealed: VisitBatch[];
  windowMs: number;
  nextCallAt: number;
  holder: Holder | undefined;
};

const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
};

const sizeOf = (batch: VisitBatch) => 1 + batch.clicks.length;

/**
 * The visits of an isolate that are not recorded yet. One call per link is under way at a time, by
 * a request that holds them in its `waitUntil`. Those that can't be recorded, or find no room, are
 * logged with everything that correcting the counts needs.
 */
export class VisitBuffer {
  readonly #clock: Clock;
  /** In the order of their last successful calls, the longest ago first. */
  readonly #queues = new Map<number, Queue>();
  #size = 0;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  /** The number of clicks and batches that wait. */
  get size() {
    return this.#size;
  }

  /**
   * Adds a visit. Returns a function when the request of this visit has to hold the link's visits:
   * call it behind the answer, and keep the request alive until it is done.
   */
  add(link: VisitedLink, visit: Visit): ((record: RecordBatches) => Promise<void>) | undefined {
    const now = this.#clock.now();
    const queue = this.#queues.get(link.id) ?? this.#newQueue(link, now);
    this.#put(queue, visit, now);
    if (this.#size > MAX_BUFFERED) this.#makeRoom();
    if (queue.holder && now < queue.holder.until) return undefined;
    const holder = { since: now, until: 0 };
    holder.until = this.#holdUntil(queue, holder);
    queue.holder = holder;
    return (record) => this.#hold(queue, holder, record);
  }

  #newQueue(link: VisitedLink, now: number): Queue {
    const queue: Queue = {
      link,
      open: undefined,
      sealed: [],
      windowMs: MIN_WINDOW_MS,
      nextCallAt: now + MIN_WINDOW_MS,
      holder: undefined,
    };
    this.#queues.set(link.id, queue);
    return queue;
  }

  #put(queue: Queue, visit: Visit, now: number) {
    if (queue.open && queue.open.clicks.length >= MAX_CLICKS_PER_BATCH) seal(queue);
    if (!queue.open) {
      const { id: linkId, workspaceId } = queue.link;
      const id = crypto.randomUUID();
      queue.open = { id, linkId, workspaceId, startedAt: now, counted: {}, clicks: [] };
      this.#size++;
    }
    const { clicks, counted } = queue.open;
    if (typeof visit === "object") {
      clicks.push(visit);
      this.#size++;
    } else counted[visit] = (counted[visit] ?? 0) + 1;
  }

  /** Gives up the oldest batch of the link that has waited the longest for a successful call. */
  #makeRoom() {
    for (const queue of this.#queues.values()) {
      seal(queue);
      const [oldest] = queue.sealed;
      if (oldest) return this.#giveUp(queue, [oldest], { reason: "no room" });
    }
  }

  #giveUp(queue: Queue, batches: VisitBatch[], why: object) {
    for (const batch of batches)
      log("error", "clicks not counted", { ...summaryOf(batch), ...why });
    this.#remove(queue, batches);
  }

  #remove(queue: Queue, batches: VisitBatch[]) {
    const removed = new Set(batches);
    queue.sealed = queue.sealed.filter((batch) => {
      if (removed.has(batch)) this.#size -= sizeOf(batch);
      return !removed.has(batch);
    });
  }

  #holdUntil(queue: Queue, { since }: Holder) {
    return Math.min(queue.nextCallAt + GRACE_MS, since + HOLD_MS);
  }

  async #hold(queue: Queue, holder: Holder, record: RecordBatches) {
    const { now, wait } = this.#clock;
    for (;;) {
      await wait(Math.max(0, queue.nextCallAt - now()));
      if (queue.holder !== holder) return;
      seal(queue);
      const batches = queue.sealed.slice(0, MAX_BATCHES_PER_CALL);
      if (batches.length > 0) {
        const error = await this.#call(queue, holder, batches, record);
        if (queue.holder !== holder) return;
        const isLast = now() + queue.windowMs > holder.since + LAST_CALL_MS;
        if (error && isLast) this.#giveUp(queue, queue.sealed, describeError(error));
      } else queue.windowMs = Math.max(MIN_WINDOW_MS, queue.windowMs / WIDEN);
      if (!queue.open && queue.sealed.length === 0 && queue.windowMs === MIN_WINDOW_MS) {
        this.#queues.delete(queue.link.id);
        return;
      }
      const spread = 1 - this.#clock.random() / 4;
      queue.nextCallAt = now() + queue.windowMs * spread;
      holder.until = this.#holdUntil(queue, holder);
    }
  }

  /** One call. Widens or narrows the window by how it ends; returns its error, if any. */
  async #call(queue: Queue, holder: Holder, batches: VisitBatch[], record: RecordBatches) {
    const { now, wait } = this.#clock;
    const start = now();
    queue.nextCallAt = start + CALL_TIMEOUT_MS;
    holder.until = start > holder.since + LONG_HOLD_MS ? start : queue.nextCallAt + GRACE_MS;
    const timeout = async () => {
      await wait(CALL_TIMEOUT_MS);
      throw new Error("timeout");
    };
    try {
      await Promise.race([record(batches), timeout()]);
    } catch (error) {
      queue.windowMs = Math.min(MAX_WINDOW_MS, queue.windowMs * WIDEN);
      const oldest = now() - MAX_RETRY_MS;
      this.#giveUp(
        queue,
        batches.filter(({ startedAt }) => startedAt < oldest),
        describeError(error),
      );
      return error;
    }
    this.#remove(queue, batches);
    const factor = now() - start > SLOW_MS ? WIDEN : NARROW;
    queue.windowMs = Math.max(MIN_WINDOW_MS, Math.min(MAX_WINDOW_MS, queue.windowMs * factor));
    if (this.#queues.delete(queue.link.id)) this.#queues.set(queue.link.id, queue);
    return undefined;
  }
}

export const visitBuffer = new VisitBuffer();

function seal(queue: Queue) {
  if (queue.open) queue.sealed.push(queue.open);
  queue.open = undefined;
}

const summaryOf = ({ linkId, startedAt, counted, clicks }: VisitBatch) => ({
  short_link_id: linkId,
  started_at: iso(startedAt),
  ...counted,
  link_send_ids: clicks.map(({ sendId }) => sendId),
});
