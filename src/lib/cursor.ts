/** A position in a list by descending id: the rows after it (older) or before it (newer). */
export type Cursor = { id: number; direction: "next" | "prev" };

export type PageRequest = { cursor: Cursor | null; perPage: number };

export type Page<T> = { items: T[]; perPage: number; next: Cursor | null; prev: Cursor | null };

/** Encodes a cursor as opaque base64url without padding. */
export const encodeCursor = ({ id, direction }: Cursor) =>
  btoa(JSON.stringify([id, direction]))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Returns null for anything that `encodeCursor` did not make. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const [, id, direction] =
      /^\[([1-9]\d*),"(next|prev)"\]$/.exec(atob(text.replaceAll("-", "+").replaceAll("_", "/"))) ??
      [];
    const cursor = { id: Number(id), direction: direction as Cursor["direction"] };
    return Number.isSafeInteger(cursor.id) && encodeCursor(cursor) === text ? cursor : null;
  } catch {
    return null;
  }
}

/** Makes a page from rows in the order of the walk, of which one more than a page was read. */
export function cutPage<Row extends { id: number }, T>(
  rows: Row[],
  { cursor, perPage }: PageRequest,
  toWire: (row: Row) => T,
): Page<T> {
  const backwards = cursor?.direction === "prev";
  const more = rows.length > perPage;
  const items = rows.slice(0, perPage);
  if (backwards) items.reverse();
  const [first, last] = [items[0], items.at(-1)];
  return {
    items: items.map(toWire),
    perPage,
    next: last && (backwards || more) ? { id: last.id, direction: "next" } : null,
    prev: first && cursor && (!backwards || more) ? { id: first.id, direction: "prev" } : null,
  };
}
