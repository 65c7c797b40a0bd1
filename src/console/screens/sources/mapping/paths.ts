import type { ItemPath } from "#client";

export type LeafValue = string | number | boolean;

/** A value of an item, by the keys that lead to it. */
export type Leaf = { keys: string[]; value: LeafValue };

/** More would be no help to anybody. */
const [MOST, DEEPEST] = [400, 12];

export const isLeaf = (value: unknown): value is LeafValue =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "";

/** The values of an item, in their order. */
export function leavesOf(item: unknown): Leaf[] {
  const found: Leaf[] = [];
  const walk = (value: unknown, keys: string[]) => {
    if (found.length >= MOST || keys.length > DEEPEST) return;
    if (isLeaf(value)) found.push({ keys, value });
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value)) walk(member, [...keys, key]);
  };
  walk(item, []);
  return found;
}

/** A path with a dot in a key is a list of its keys. */
export const pathOf = (keys: readonly string[]): ItemPath =>
  keys.some((key) => key.includes(".")) ? [...keys] : keys.join(".");

export const keysOf = (path: ItemPath) => (typeof path === "string" ? path.split(".") : path);

export const pathText = (path: ItemPath) => keysOf(path).join(" › ");

/** True if two paths lead to the same value. */
export const isSamePath = (one: ItemPath, other: ItemPath) =>
  keysOf(one).join(".") === keysOf(other).join(".");
