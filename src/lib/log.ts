/** One JSON line. Callers pass ids and codes only: no token, message text or personal data. */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
) {
  console[level](JSON.stringify({ level, message, ...fields }));
}

/** What D1 says that can hold nothing of a caller's. */
const KNOWN =
  /\b(?:D1|SQLITE)_[A-Z_]+\b|\b(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: \w+(?:\.\w+)?)?|no such \w+: \w+|too many \w+ \w+|too (?:large|big)|overloaded|timeout|connection lost/gi;

/** Name and place of an error and, where it is D1's, its code. The rest of its text may hold what the caller sent, so it is never logged. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { error: "unknown" };
  const cause = error.cause instanceof Error ? error.cause : error;
  const frames = (error.stack ?? "").replace(error.message, "").split("\n    at ").slice(1, 9);
  return { error: cause.name, detail: (cause.message.match(KNOWN) ?? []).join(" "), at: frames };
}
