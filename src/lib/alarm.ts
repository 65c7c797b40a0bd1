import { isBeingMoved } from "./database-errors";
import { describeError, log } from "./log";
import { DAY_MS } from "./time";

/** The runtime accepts no alarm after the year 2262, so an object looks for work once a year. */
const MAX_DELAY_MS = 365 * DAY_MS;
const REARM_DELAY_MS = 10_000;
/** An alarm that is overdue by this much never goes off: the runtime has lost it. */
const LOST_MS = 10_000;
const RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 60_000;
/** The delay while the workspace is moved: some seconds in all, and nothing has failed. */
const MOVED_DELAY_MS = 3_000;

/** The log line for work of an alarm that has failed. */
type FailureLog = { message: string; fields: Record<string, unknown> };

/** When an object's alarm goes off: null if none is set, or if it is lost. */
export async function alarmOf(storage: DurableObjectStorage): Promise<number | null> {
  const alarm = await storage.getAlarm();
  return alarm !== null && alarm < Date.now() - LOST_MS ? null : alarm;
}

/** True if the work of the object's last alarm failed. A retry is not brought forward. */
export const isFailing = ({ kv }: DurableObjectStorage) => kv.get<number>("failures") !== undefined;

/**
 * Does the work of an alarm; `setNext` then sets the next alarm by the result. Work that fails is
 * retried after growing delays. Its error is not thrown: the runtime gives up on an alarm that has
 * failed six times, and D1 may be unavailable for longer than that. What a move refuses counts as
 * no failure: the move's end wakes the object.
 */
export async function attempt<Result>(
  storage: DurableObjectStorage,
  { message, fields }: FailureLog,
  work: () => Promise<Result>,
  setNext: (result: Result) => Promise<void>,
  maxDelayMs = MAX_RETRY_DELAY_MS,
) {
  const { kv } = storage;
  try {
    const result = await work();
    if (isFailing(storage)) kv.delete("failures");
    await setNext(result);
  } catch (error) {
    if (isBeingMoved(error)) return storage.setAlarm(Date.now() + MOVED_DELAY_MS);
    log("error", `${message}, will retry`, { ...fields, ...describeError(error) });
    const failures = (kv.get<number>("failures") ?? 0) + 1;
    kv.put("failures", failures);
    await storage.setAlarm(Date.now() + Math.min(RETRY_DELAY_MS * 2 ** (failures - 1), maxDelayMs));
  }
}

/** True if D1 refused a write because of its content, so that a retry would fail as well. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  !isBeingMoved(error) &&
  (/constraint failed|SQLITE_(?:CONSTRAINT|TOOBIG|MISMATCH)|malformed JSON/.test(error.message) ||
    isRefusal(error.cause));

/** The alarm of an object that looks for work in D1 when it is woken, in one run at a time. */
export class WorkAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #work: () => Promise<number | null>;
  readonly #failureLog: () => FailureLog;
  readonly #gapMs: () => number;
  #isWoken = false;
  #beganAt = 0;
  #running: Promise<void> | undefined;

  /**
   * `work` returns when to look for work again; null if there is nothing to wait for. It begins at
   * least `gapMs` after it last began: what comes meanwhile is done together.
   */
  constructor(
    storage: DurableObjectStorage,
    work: () => Promise<number | null>,
    failureLog: () => FailureLog,
    gapMs = () => 0,
  ) {
    this.#storage = storage;
    this.#work = work;
    this.#failureLog = failureLog;
    this.#gapMs = gapMs;
  }

  /** Sets the alarm to look for work as soon as possible, but not before `notBefore`. */
  async wake(notBefore = 0) {
    this.#isWoken = true;
    const alarm = await alarmOf(this.#storage);
    const at = Math.max(this.#soonest(), notBefore);
    if (alarm === null || (alarm > at && !isFailing(this.#storage)))
      await this.#storage.setAlarm(at);
  }

  /** Deletes all that the object has stored, its alarm too: what it works for is deleted. */
  async clear() {
    this.#isWoken = false;
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
  }

  run() {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** The end of the gap after the last run. The clock may have been put back since. */
  #soonest() {
    const now = Date.now();
    return Math.max(now, Math.min(this.#beganAt, now) + this.#gapMs());
  }

  async #run() {
    this.#beganAt = Date.now();
    // For the case that the process dies. It also keeps the next alarm from having the time of the
    // one that goes off now, which the runtime would drop (cloudflare/workerd#6866).
    await this.#storage.setAlarm(Date.now() + REARM_DELAY_MS);
    this.#isWoken = false;
    await attempt(this.#storage, this.#failureLog(), this.#work, async (nextAt) => {
      // A wake-up in the meantime may mean work that this run did not see.
      const [now, soonest] = [Date.now(), this.#soonest()];
      const alarmAt = this.#isWoken ? soonest : nextAt;
      await (alarmAt === null
        ? this.#storage.deleteAlarm()
        : this.#storage.setAlarm(
            Math.min(Math.max(alarmAt, soonest, now + 1), now + MAX_DELAY_MS),
          ));
    });
  }
}
