/** One JSON line. Callers pass ids and codes only: no token, message text or personal data. */
export function log(level: "info" | "warn" | "error", message: string, fields: Record<string, unknown> = {}) {
  console[level](JSON.stringify({ level, message, ...fields }));
}
