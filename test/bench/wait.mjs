import { setTimeout as wait } from "node:timers/promises";

const [POLL_MS, MAX_MS] = [10, 600_000];

/** The result of a promise. Throws if it takes too long. */
export async function within(ms, what, promise) {
  const ended = new AbortController();
  const late = wait(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${what}: not within ${ms / 1_000} s`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    ended.abort();
    late.catch(() => {});
  }
}

/** Waits until `isSo` resolves to true. Throws if it takes too long. */
export async function until(what, isSo, { ms = MAX_MS, pollMs = POLL_MS } = {}) {
  const start = performance.now();
  while (!(await within(ms, what, isSo()))) {
    if (performance.now() - start > ms) throw new Error(`${what}: not within ${ms / 1_000} s`);
    await wait(pollMs);
  }
}
