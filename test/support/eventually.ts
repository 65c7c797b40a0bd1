import { vi } from "vitest";

/** Repeats a check until it holds: what happens behind a test's back comes sooner or later, on a busy machine later. Fewer times than a token may ask in a minute. */
export const eventually = <T>(check: () => Promise<T>) =>
  vi.waitFor(check, { timeout: 25_000, interval: 50 });
