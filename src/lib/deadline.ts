/**
 * A signal that aborts after a time, unless it is cleared before. In place of `AbortSignal.timeout`, whose timer runs on when it is no longer
 * needed: an object may have no more than 10,000 of them.
 */
export function deadline(ms: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
