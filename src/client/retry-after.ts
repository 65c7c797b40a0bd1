/**
 * The milliseconds that an answer asks to wait, in seconds or as an HTTP date; null if it does not.
 */
export function retryAfter(headers: Headers): number | null {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
