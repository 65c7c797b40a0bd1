import { describeError, log } from "./log";
import { DAY_MS } from "./time";

/** The runtime takes no alarm behind the year 2262. What is further away is looked for again by then. */
const MAX_REST_MS = 365 * DAY_MS;
const REARM_MS = 10_000;
/** An alarm that is overdue by as much never goes off: the runtime has lost it. */
const LOST_MS = 30_000;
const RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 60_000;

/** What is logged where an alarm's work has failed. */
type Told = { message: string; fields: Record<string, unknown> };

/** When an object's alarm goes off: `null` where none is set or it is lost, also while its handler runs and sets none. */
export async function alarmOf(storage: DurableObjectStorage): Promise<number | null> {
  const alarm = await storage.getAlarm();
  return alarm !== null && alarm < Date.now() - LOST_MS ? null : alarm;
}

/** Whether the work of the object's last alarm has failed: then its retry is not brought forward. */
export const isFailing = ({ kv }: DurableObjectStorage) => kv.get<number>("failures") !== undefined;

/**
 * Does the work of an alarm, and then `rest` sets the next one by what the work has come to. Where it fails, it is tried again, later each
 * time. Not thrown on: the runtime gives up on an alarm that has failed six times, and D1 may be away for longer.
 */
export async function attempt<Result>(
  storage: DurableObjectStorage,
  { message, fields }: Told,
  work: () => Promise<Result>,
  rest: (result: Result) => Promise<void>,
  maxDelayMs = MAX_RETRY_DELAY_MS,
) {
  const { kv } = storage;
  try {
    const result = await work();
    kv.delete("failures");
    await rest(result);
  } catch (error) {
    log("error", `${message}, will retry`, { ...fields, ...describeError(error) });
    const failures = (kv.get<number>("failures") ?? 0) + 1;
    kv.put("failures", failures);
    await storage.setAlarm(Date.now() + Math.min(RETRY_DELAY_MS * 2 ** (failures - 1), maxDelayMs));
  }
}

/** Whether D1 has refused what it was to write, rather than been out of reach or not up to it: it would refuse it again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  (/constraint failed|SQLITE_(?:CONSTRAINT|TOOBIG|MISMATCH)|malformed JSON/.test(error.message) ||
    isRefusal(error.cause));

/** The alarm of an object that looks for work in D1 whenever it is woken: one run at a time. */
export class WorkAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #work: () => Promise<number | null>;
  readonly #told: () => Told;
  #isWoken = false;
  #running: Promise<void> | undefined;

  /** `work` says when to look again, `null` where there is nothing to wait for. */
  constructor(storage: DurableObjectStorage, work: () => Promise<number | null>, told: () => Told) {
    this.#storage = storage;
    this.#work = work;
    this.#told = told;
  }

  /** Looks for work, soon, though not before a certain time. */
  async wake(notBefore = 0) {
    this.#isWoken = true;
    const [alarm, now] = [await alarmOf(this.#storage), Date.now()];
    const at = Math.max(now, notBefore);
    if (alarm === null || (alarm > at && !isFailing(this.#storage)))
      await this.#storage.setAlarm(at);
  }

  run() {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run() {
    // For the case that the process dies. What is set later is so another time than that of the alarm which goes off now: the runtime takes
    // that time for set already, and then lets go of it (cloudflare/workerd#6866).
    await this.#storage.setAlarm(Date.now() + REARM_MS);
    this.#isWoken = false;
    await attempt(this.#storage, this.#told(), this.#work, async (nextAt) => {
      // Whoever has woken it meanwhile may have left what it did not see.
      const now = Date.now();
      const alarmAt = this.#isWoken ? now : nextAt;
      await (alarmAt === null
        ? this.#storage.deleteAlarm()
        : this.#storage.setAlarm(Math.min(Math.max(alarmAt, now + 1), now + MAX_REST_MS)));
    });
  }
}
