import { storable } from "#lib/json";

// Any member of an item may be missing, or be of another type.

export type Members = Record<string, unknown>;

/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

export const itemsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The member that keys lead to; undefined if there is none. */
export function memberAt(value: unknown, keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** A text, or a number as one; undefined if it is blank, or anything else. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? storable(value).trim() || undefined : undefined;
}

export const textAt = (value: unknown, ...keys: string[]) => textOf(memberAt(value, keys));

/** An object without the members that are undefined. */
export const given = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
