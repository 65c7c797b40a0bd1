/** 8,000 tokens, with what stands around an answer. */
export const MAX_SIZE = 30_000;

/** The longest texts, and the most members of an object or items of an array. */
type Bounds = { text: number; entries: number };
const WHOLE: Bounds = { text: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };
const CUTS: Bounds[] = [
  WHOLE,
  { text: 4_000, entries: 1_000 },
  { text: 1_000, entries: 200 },
  { text: 200, entries: 50 },
  { text: 60, entries: 10 },
];
/** Smaller arrays are shown whole, on each page. */
const LARGE_ARRAY = 1_000;
const TOO_LARGE = "Ask for less, or over HTTP.";
/** A cursor within an answer: how many items to leave out, and the API's cursor of that answer. */
const WITHIN = /^item:(\d{1,6}):(.*)$/;
export type Place = { from: number; cursor: string };

type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Four times the tokens of a value, at most: four characters of ASCII, or one of any other. */
export function sizeOf(value: unknown) {
  const json = JSON.stringify(value) ?? "";
  return json.length + 3 * json.replace(/[ -~]+/g, "").length;
}

/** Where a cursor goes on, if it is one within an answer. */
export function placeOf(cursor: unknown): Place | undefined {
  const [, from, rest = ""] = WITHIN.exec(String(cursor)) ?? [];
  return from === undefined ? undefined : { from: Number(from), cursor: rest };
}

/** The paths to the arrays of an answer, not looking into arrays. */
const arraysIn = (value: unknown, path: string[] = []): string[][] => {
  if (Array.isArray(value)) return [path];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => arraysIn(member, [...path, key]));
};

const at = (value: unknown, path: string[]): unknown =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  return { ...(value as Json), [key]: replaced((value as Json)[key], rest, by) };
}

const cutText = (text: string, most: number) =>
  text.length <= most
    ? text
    : text.slice(0, most).replace(/\p{Surrogate}$/u, "") +
      `… (${text.length - most} more characters)`;

/** A value whose texts, objects and arrays are within bounds. */
function cut(value: unknown, bounds: Bounds): unknown {
  const { text, entries } = bounds;
  if (typeof value === "string") return cutText(value, text);
  const more = (count: number) => (count > entries ? [`… (${count - entries} more)`] : []);
  if (Array.isArray(value)) {
    const items = value.slice(0, entries).map((item) => cut(item, bounds));
    return [...items, ...more(value.length)];
  }
  if (!isObject(value)) return value;
  const all = Object.entries(value);
  const members = all.slice(0, entries);
  return Object.fromEntries([
    ...members.map(([key, member]) => [cutText(key, text), cut(member, bounds)]),
    ...more(all.length).map((left) => ["…", left]),
  ]);
}

type Item = { path: string[]; item: unknown };
const nameOf = (item: unknown) => (isObject(item) && "id" in item ? { id: item.id } : {});

/** The first items that fit, cut to the bounds. By the last bounds, none is left out silently. */
function itemsThatFit(items: Item[], room: number, bounds: Bounds): Item[] {
  const fits: Item[] = [];
  let left = room;
  for (const { path, item } of items) {
    const shorter = cut(item, bounds);
    left -= sizeOf(shorter) + 1;
    if (left < 0) break;
    fits.push({ path, item: shorter });
  }
  const [first] = items;
  return first && fits.length === 0 && bounds === CUTS.at(-1)
    ? [{ path: first.path, item: { ...nameOf(first.item), too_large: TOO_LARGE } }]
    : fits;
}

/**
 * An answer within the bound: the items of its large arrays, one array after another, with a cursor
 * to those that don't fit. Texts are cut where not even one item fits. `place` is where the cursor
 * that was sent goes on; null where none can be sent.
 */
export function fitted(answer: Json, place: Place | null, max = MAX_SIZE): Json {
  const { from, cursor } = place ?? { from: 0, cursor: "" };
  if (from === 0 && sizeOf(answer) <= max) return answer;
  const paths = arraysIn(answer).filter((path) => sizeOf(at(answer, path)) > LARGE_ARRAY);
  const items = paths.flatMap((path) =>
    (at(answer, path) as unknown[]).map((item) => ({ path, item })),
  );
  const others = paths.reduce<unknown>((left, path) => replaced(left, path, []), answer);
  for (const bounds of CUTS) {
    const rest = cut(others, bounds);
    const room = max - sizeOf(rest) - 100;
    if (room < 0) continue;
    const fits = itemsThatFit(items.slice(from), room, bounds);
    const end = from + fits.length;
    if (fits.length === 0 && end < items.length) continue;
    const windowed = paths.reduce<unknown>((whole, path) => {
      const shown = fits.filter((item) => item.path === path);
      return replaced(
        whole,
        path,
        shown.map(({ item }) => item),
      );
    }, rest) as Json;
    if (end >= items.length) return windowed;
    return place
      ? { ...windowed, next_cursor: `item:${end}:${cursor}` }
      : { ...windowed, left_out: items.length - end };
  }
  return { too_large: TOO_LARGE };
}
