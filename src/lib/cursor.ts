/**
 * A position in a list by descending id: the rows after it (older) or before it (newer). In a list
 * whose rows move up as it is walked, `seen` is up to where the walk has looked at what moves them;
 * such a list has no way back.
 */
export type Cursor = { id: number; direction: "next" | "prev"; seen?: number };

/** `maxBytes`: a page of long rows ends behind the row that comes to so many bytes. */
export type PageRequest = { cursor: Cursor | null; perPage: number; maxBytes?: number };

/**
 * A row of a page. With `stop` = 1 it is no item: the walk has visited as many rows as it may, and
 * this was the last of them (db/lists/walk.ts).
 */
type Visited<Row> = Row & { id: number; stop?: number };

export type Page<T> = { items: T[]; perPage: number; next: Cursor | null; prev: Cursor | null };

/** Encodes a cursor as opaque base64url without padding. */
export const encodeCursor = ({ id, direction, seen }: Cursor) =>
  btoa(JSON.stringify(seen === undefined ? [id, direction] : [id, direction, seen]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const FIXED = /^\[(0(?=,"prev")|[1-9]\d*),"(next|prev)"\]$/;
const MOVING = /^\[([1-9]\d*),"(next)",(0|[1-9]\d*)\]$/;

function decode(text: string, form: RegExp): Cursor | null {
  try {
    const [, id, direction, seen] =
      form.exec(atob(text.replaceAll("-", "+").replaceAll("_", "/"))) ?? [];
    const cursor = {
      id: Number(id),
      direction: direction as Cursor["direction"],
      ...(seen !== undefined && { seen: Number(seen) }),
    };
    const isSafe = Number.isSafeInteger(cursor.id) && Number.isSafeInteger(cursor.seen ?? 0);
    return isSafe && encodeCursor(cursor) === text ? cursor : null;
  } catch {
    return null;
  }
}

/** Returns null for anything that `encodeCursor` did not make. */
export const decodeCursor = (text: string) => decode(text, FIXED);

/** Also decodes the cursor of a list whose rows move up. */
export const decodeMovingCursor = (text: string) => decodeCursor(text) ?? decode(text, MOVING);

/**
 * Makes a page from rows in the order of the walk, of which one more than a page was read. The page
 * goes on after its last item, or where its walk has stopped, and back before its first item, or
 * from the row that its cursor names. `isAscending` is a list with the smallest id first.
 */
export function cutPage<Row, T>(
  rows: Visited<Row>[],
  { cursor, perPage }: PageRequest,
  toWire: (row: Row) => T,
  isAscending = false,
): Page<T> {
  const backwards = cursor?.direction === "prev";
  const matches = rows.filter(({ stop }) => stop !== 1);
  const items = matches.slice(0, perPage);
  const end = matches.length > perPage ? items.at(-1) : rows.find(({ stop }) => stop === 1);
  const beyond: Cursor | null = end ? { id: end.id, direction: backwards ? "prev" : "next" } : null;
  // The ids of a cursor are exclusive, but the row of this one is on the page that it goes back to.
  const start = items[0]?.id ?? (cursor && cursor.id + (isAscending === backwards ? -1 : 1));
  const back: Cursor | null =
    cursor && start !== null ? { id: start, direction: backwards ? "next" : "prev" } : null;
  if (backwards) items.reverse();
  return {
    // The rest is a `Row`, which has no `stop`.
    items: items.map(({ stop, ...row }) => toWire(row as Row)),
    perPage,
    next: backwards ? back : beyond,
    prev: backwards ? beyond : back,
  };
}

/**
 * Merges the rows of two walks over the same ids, for `cutPage`. Behind the place where one of them
 * has stopped, or has a page, nothing is known: there the merged walk stops.
 */
export function mergeWalks<Row>(
  walks: [Visited<Row>[], Visited<Row>[]],
  { cursor, perPage }: PageRequest,
): Visited<Row>[] {
  const sign = cursor?.direction === "prev" ? 1 : -1;
  const inOrder = (one: { id: number }, other: { id: number }) => sign * (one.id - other.id);
  const ends = walks.flatMap((rows) => {
    const isWhole = rows.length <= perPage && rows.every(({ stop }) => stop !== 1);
    return isWhole ? [] : rows.slice(-1);
  });
  const [end] = ends.toSorted(inOrder);
  const rows = walks
    .flat()
    .filter((row) => row.stop !== 1 && (!end || inOrder(row, end) <= 0))
    .toSorted(inOrder);
  return end ? [...rows, { ...end, stop: 1 }] : rows;
}

/** Makes a page of a list that is held in memory. The id of an item is its place, from 1. */
export function pageOfList<T>(list: readonly T[], page: PageRequest): Page<T> {
  const { cursor, perPage } = page;
  const step = cursor?.direction === "prev" ? -1 : 1;
  const first = cursor ? cursor.id + step : 1;
  const walked = Array.from({ length: perPage + 1 }, (_, index) => first + index * step);
  const rows = walked.flatMap((id) => list.slice(id - 1, id).map((item) => ({ id, item })));
  return cutPage(
    rows.filter(({ id }) => id >= 1),
    page,
    ({ item }: { item: T }) => item,
    true,
  );
}
