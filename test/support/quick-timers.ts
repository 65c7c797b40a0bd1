/** `setTimeout` as the pool of Vitest has it, and as the runtime has. */
const ofPool = globalThis.setTimeout;
const native: typeof setTimeout = Object.getPrototypeOf(globalThis).setTimeout;

/**
 * Spares each timer that waits what the pool of Vitest does first: it makes a stack trace to learn
 * whether Vitest asks, only to hand every timer with a delay to the runtime as it is. The service
 * sets one for each piece of a body.
 */
export function keepTimersQuick() {
  const quick = (...[callback, delay, ...args]: Parameters<typeof setTimeout>) =>
    (delay ? native : ofPool).call(globalThis, callback, delay, ...args);
  globalThis.setTimeout = quick as typeof setTimeout;
}
