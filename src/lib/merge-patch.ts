// JSON Merge Patch (RFC 7396), as SQLite's json_patch() applies it.

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of both, one by one merged by `merge`. */
const merged = (target: Members, patch: Members, merge: (one: unknown, by: unknown) => unknown) => {
  const members = Object.entries(patch).map(([key, by]) => [key, merge(target[key], by)] as const);
  return { ...target, ...Object.fromEntries(members) };
};

/** The target with a patch applied. */
export function patched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const all = merged(isObject(target) ? target : {}, patch, patched);
  return Object.fromEntries(Object.entries(all).filter(([key]) => patch[key] !== null));
}

/** One patch that does what two do, one after the other. */
export function mergedPatch(first: unknown, second: unknown): unknown {
  if (!isObject(first) || !isObject(second)) return second;
  return merged(first, second, mergedPatch);
}

/** True if two JSON values are the same, in whatever order their members are. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameJson(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}
