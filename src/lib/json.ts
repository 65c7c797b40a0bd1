// JSON from outside: what it may hold, and which parts of it D1 returns unchanged.

/** A string, and the colon that makes it a key. An open string ends with the text. */
const STRING = /"((?:[^"\\]+|\\(?:.|$))*)(?:"|$)(\s*:)?/gs;
const BACKSLASH = /\\\\|\\u005c/i;

/**
 * True if JSON has a key with a backslash, which JSON.parse must never see: V8 may then return that
 * key in place of another escaped key to any later caller in the isolate (nodejs/node#63785).
 */
export const hasBackslashKey = (text: string) =>
  BACKSLASH.test(text) &&
  text
    .matchAll(STRING)
    .some(([, string = "", colon]) => colon !== undefined && BACKSLASH.test(string));

/** JSON in which another key stands for each that has a backslash. */
export const withoutBackslashKeys = (text: string, other: string) =>
  hasBackslashKey(text)
    ? text.replace(STRING, (whole, string: string = "", colon?: string) =>
        colon !== undefined && BACKSLASH.test(string) ? JSON.stringify(other) + colon : whole,
      )
    : text;

/** Characters that D1 can't return: NUL and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

export const storable = (text: string) => text.replace(UNSTORABLE, "");

/** The most levels of a body. */
export const MAX_DEPTH = 64;

/** True if a value is nested in more levels. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** A JSON value made storable, down to a depth, without members whose keys are unsafe to parse. */
export function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === "string") return storable(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth - 1));
  const members = Object.entries(value).map(
    ([key, member]) => [storable(key), cleaned(member, depth - 1)] as const,
  );
  return Object.fromEntries(members.filter(([key]) => key !== "__proto__" && !key.includes("\\")));
}
