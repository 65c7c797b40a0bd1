/**
 * A signal that aborts after a time, unless it is cleared before. The timer of
 * `AbortSignal.timeout` can't be cleared, and an object may have at most 10,000 timers.
 */
export function deadline(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
