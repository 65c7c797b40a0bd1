import { cleaned, storable } from "#lib/json";
import { cut } from "#lib/text";

// Reads the body of a platform webhook, whatever its shape. Unreadable values are undefined.

export type Members = Record<string, unknown>;

const ID = /^[!-~]{1,255}$/;
const PATH_ID = /^[\w-]{1,255}$/;
const MAX_NAME_CHARACTERS = 255;
const MAX_TEXT_CHARACTERS = 65_536;
const MAX_PAYLOAD_BYTES = 65_536;
const MAX_PAYLOAD_DEPTH = 32;

export const membersOf = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Members)
    : undefined;

/** The items of a list. Another value counts as one item that can't be read. */
export const itemsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value == null ? [] : [undefined];

/** Those of the named members that are objects. */
export const pick = (members: Members, names: string[]): Members =>
  Object.fromEntries(
    names.flatMap((name) => (membersOf(members[name]) ? [[name, members[name]]] : [])),
  );

/** A text with its white space. */
export const textOf = (value: unknown, max = MAX_TEXT_CHARACTERS) =>
  typeof value === "string" ? cut(storable(value), max) || undefined : undefined;

/** A name, or the text of an error: without the space around it. */
export const lineOf = (value: unknown, max = MAX_NAME_CHARACTERS) =>
  typeof value === "string" ? textOf(value.trim(), max)?.trim() || undefined : undefined;

/** A text of a form, or digits that come as a number: if that is exact, it is the same id. */
function matching(value: unknown, form: RegExp) {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === "string" && form.test(text) ? text : undefined;
}

/** An id of the platform's. It is never cut: two ids must not become one. */
export const idOf = (value: unknown) => matching(value, ID);

/** An id of Meta's that goes into a path: a file's, a comment's. */
export const pathIdOf = (value: unknown) => matching(value, PATH_ID);

const MAX_URL_CHARACTERS = 2_048;

/** The URL of a file. Whether it is requested is decided then. */
export const urlOf = (value: unknown) =>
  typeof value === "string" && value.length <= MAX_URL_CHARACTERS && /^https?:/i.test(value)
    ? textOf(value)
    : undefined;

export function digitsOf(value: unknown, min: number, max: number) {
  const digits = matching(value, /^\d+$/);
  return digits && digits.length >= min && digits.length <= max ? digits : undefined;
}

/** The id of an account of Meta's: a phone number's, an Instagram account's. */
export const accountIdOf = (value: unknown) => digitsOf(value, 1, 40);

/** Numbers from this one on are milliseconds: as seconds they would lie beyond the year 33000. */
const FIRST_MILLISECONDS = 1e12;

/** Milliseconds since 1970 of a moment in seconds or milliseconds, as a number or in digits. */
export function momentOf(value: unknown) {
  const moment = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof moment !== "number" || !Number.isSafeInteger(moment) || moment <= 0) return undefined;
  return moment < FIRST_MILLISECONDS ? moment * 1000 : moment;
}

/** A moment, no later than now; now where it can't be read. */
export const pastMoment = (value: unknown, now: number) => Math.min(momentOf(value) ?? now, now);

/** A payload as it can be stored. One that is too large is omitted as a whole. */
export function payloadOf(value: Members): Members {
  const payload = cleaned(value, MAX_PAYLOAD_DEPTH) as Members;
  const bytes = new TextEncoder().encode(JSON.stringify(payload)).length;
  return bytes <= MAX_PAYLOAD_BYTES ? payload : { omitted: true };
}
