/** A timer may run for 24 days at most. */
const MAX_DELAY_MS = 3_600_000;

/** Waits until the promise is settled, `ms` at most. Its error is thrown. */
export async function settledWithin(ms: number, promise: Promise<unknown>) {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(Math.max(ms, 0), MAX_DELAY_MS));
  try {
    await Promise.race([promise, isOver]);
  } finally {
    clearTimeout(timer);
  }
}

/** Wakes one waiter. A signal that is sent while nobody waits is kept for the next one. */
export class Signal {
  #sent = Promise.withResolvers<void>();

  send() {
    this.#sent.resolve();
  }

  /** Forgets what was sent. Only for the waiter itself. */
  clear() {
    this.#sent = Promise.withResolvers<void>();
  }

  /** Waits for the signal, at most until `time`. */
  async wait(time: number | null) {
    if (time === null) await this.#sent.promise;
    else await settledWithin(time - Date.now(), this.#sent.promise);
    this.clear();
  }
}
