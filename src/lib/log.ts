/** Logs one JSON line. Pass ids and codes only: no token, message text or personal data. */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown> = {},
) {
  console[level](JSON.stringify({ level, message, ...fields }));
}

/** The parts of D1's errors that can't hold anything that a caller sent. */
const KNOWN = new RegExp(
  [
    /\b(?:D1|SQLITE)_[A-Z_]+\b/,
    /\b(?:UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed(?:: \w+(?:\.\w+)?)?/,
    /no such \w+: \w+/,
    /too many \w+ \w+/,
    /too (?:large|big)|overloaded|timeout|connection lost/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

/** The result of `act`; undefined where it throws, which is logged. */
export function orLog<Result>(
  message: string,
  fields: Record<string, unknown>,
  act: () => Result,
): Result | undefined {
  try {
    return act();
  } catch (error) {
    log("error", message, { ...fields, ...describeError(error) });
    return undefined;
  }
}

/**
 * Name and place of an error and, for D1's errors, the code. The rest of the text is not logged,
 * since it may hold what the caller sent.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { error: "unknown" };
  const cause = error.cause instanceof Error ? error.cause : error;
  const frames = (error.stack ?? "").replace(error.message, "").split("\n    at ").slice(1, 9);
  return { error: cause.name, detail: (cause.message.match(KNOWN) ?? []).join(" "), at: frames };
}
