// JSON of others': what it may hold, and what of it D1 gives back as it was.

/** A string and the colon that makes it a key. An open string ends with the text, so that no text is read twice. */
const STRING = /"((?:[^"\\]+|\\(?:.|$))*)(?:"|$)(\s*:)?/gs;
const BACKSLASH = /\\\\|\\u005c/i;

/**
 * V8's JSON.parse, once it has met such a key, may give it in place of another escaped key to any later caller of the isolate
 * (nodejs/node#63785). So it must never meet one.
 */
export const hasBackslashKey = (text: string) =>
  BACKSLASH.test(text) &&
  text.matchAll(STRING).some(([, string, colon]) => colon !== undefined && BACKSLASH.test(string!));

/** What D1 can't give back: NUL and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

export const storable = (text: string) => text.replace(UNSTORABLE, "");

/** A value of JSON as it can be stored, down to a depth. Members whose keys would do harm as it is read again are left out. */
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
