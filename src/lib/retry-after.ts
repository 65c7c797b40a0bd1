import { DAY_MS } from "./time";

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** How long a `Retry-After` header asks to wait, at most a day: seconds, or an HTTP date. */
export function retryAfter(header: string | null, now: number) {
  const value = header?.trim() ?? "";
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : HTTP_DATE.test(value)
      ? Date.parse(value) - now
      : Number.NaN;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), DAY_MS);
}
