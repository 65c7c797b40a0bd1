import { vi } from "vitest";

/**
 * Repeats a check until it passes, for work that goes on in the background. It stays below the
 * number of requests that a token may make in a minute.
 */
export const eventually = <T>(check: () => Promise<T>) =>
  vi.waitFor(check, { timeout: 25_000, interval: 50 });
