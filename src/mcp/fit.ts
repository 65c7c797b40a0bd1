/** 8,000 tokens, with what stands around an answer. */
export const MAX_CHARACTERS = 30_000;
const LONG_TEXTS = [4_000, 1_000, 200, 60];
/** A cursor within an answer: how many items to leave out, and the API's cursor of that answer. */
const WITHIN = /^item:(\d{1,6}):(.*)$/;
export type Place = { from: number; cursor: string };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0;

/** Where a cursor goes on, if it is one within an answer. */
export function placeOf(cursor: unknown): Place | undefined {
  const [, from, rest = ""] = WITHIN.exec(String(cursor)) ?? [];
  return from === undefined ? undefined : { from: Number(from), cursor: rest };
}

/** The path to the largest array of an answer, not looking into arrays. */
function largestArray(
  value: unknown,
  path: string[] = [],
): { path: string[]; size: number } | null {
  if (Array.isArray(value)) return { path, size: sizeOf(value) };
  if (!isObject(value)) return null;
  return Object.entries(value)
    .map(([key, member]) => largestArray(member, [...path, key]))
    .reduce((a, b) => (a && b ? (a.size >= b.size ? a : b) : (a ?? b)), null);
}

const at = (value: unknown, path: string[]): unknown =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  return { ...(value as Json), [key]: replaced((value as Json)[key], rest, by) };
}

/** An answer whose texts are at most so long. */
const cut = (value: unknown, most: number): unknown => {
  if (typeof value === "string")
    return value.length <= most
      ? value
      : `${value.slice(0, most)}… (${value.length - most} more characters)`;
  if (Array.isArray(value)) return value.map((item) => cut(item, most));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cut(member, most)]));
};

/** An answer with the items of an array from one on, as many as fit. */
function windowOf(answer: Json, path: string[], { from, cursor }: Place, max: number): Json {
  const items = at(answer, path) as unknown[];
  let left = max - sizeOf(replaced(answer, path, [])) - 100;
  let end = from;
  while (end < items.length) {
    left -= sizeOf(items[end]) + 1;
    if (left < 0 && end > from) break;
    end++;
  }
  const windowed = replaced(answer, path, items.slice(from, end)) as Json;
  return end < items.length ? { ...windowed, next_cursor: `item:${end}:${cursor}` } : windowed;
}

/**
 * An answer within the bound: cut texts, then the first items of its largest array, with a cursor to
 * the others. `place` is where the cursor that was sent goes on.
 */
export function fitted(answer: Json, place: Place, max = MAX_CHARACTERS): Json {
  let fits = answer;
  for (const most of LONG_TEXTS) {
    if (sizeOf(fits) <= max && place.from === 0) return fits;
    const largest = largestArray(fits);
    if (largest && largest.path.join() !== "") {
      const windowed = windowOf(fits, largest.path, place, max);
      if (sizeOf(windowed) <= max) return windowed;
    }
    fits = cut(fits, most) as Json;
  }
  return sizeOf(fits) <= max ? fits : { too_large: "Ask for less, or over HTTP." };
}
