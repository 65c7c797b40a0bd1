import { hasBackslashKey } from "#lib/json";

const MAX_DEPTH = 64;

/** JSON parsed; undefined if it is malformed, or has a key that is unsafe to parse. */
export function parsedJson(text: string): unknown {
  try {
    return hasBackslashKey(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * True if a JSON value can be stored: without NUL, lone surrogates and `__proto__`, not too deep.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  return Object.entries(value).every(
    ([key, member]) => key !== "__proto__" && isStorable(key) && isStorable(member, depth + 1),
  );
}
