import { DAY_MS } from "./time";

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The milliseconds, at most a day, that a `Retry-After` in seconds or as an HTTP date asks to wait.
 */
export function retryAfter(header: string | null, now: number) {
  const value = header?.trim() ?? "";
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : HTTP_DATE.test(value)
      ? Date.parse(value) - now
      : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), DAY_MS);
}
