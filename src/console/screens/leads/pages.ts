/**
 * A page of the list that has been reached. Its cursor finds it again once its leads have been
 * forgotten: only their ids are kept, so that a long list takes little memory.
 */
export type Slot = { cursor: string | null; length: number; ids?: readonly number[] };

/** As many rows stand for a page that has not been read. */
const PENDING_ROWS = 12;

export const START: readonly Slot[] = [{ cursor: null, length: PENDING_ROWS }];

const isSame = (left: readonly number[] | undefined, right: readonly number[]) =>
  left?.length === right.length && left.every((id, at) => id === right[at]);

/** The pages after one of them has been read. The same, if they are as they were. */
export function settle(
  slots: readonly Slot[],
  index: number,
  ids: readonly number[],
  next: string | null,
): readonly Slot[] {
  const slot = slots[index];
  if (!slot) return slots;
  const following = slots[index + 1];
  if (isSame(slot.ids, ids) && (following?.cursor ?? null) === next) return slots;
  const read = [...slots.slice(0, index), { cursor: slot.cursor, length: ids.length, ids }];
  if (next === null) return read;
  // Where rows have come or gone, the pages after begin elsewhere; each is mended once it is read.
  const others = following
    ? [{ ...following, cursor: next }, ...slots.slice(index + 2)]
    : [{ cursor: next, length: PENDING_ROWS }];
  return [...read, ...others];
}

/** At which row each page begins, and how many rows there are. */
export function startsOf(slots: readonly Slot[]) {
  const starts: number[] = [];
  let count = 0;
  for (const { length } of slots) {
    starts.push(count);
    count += length;
  }
  return { starts, count };
}

/** The page that a row is on. */
export function pageAt(starts: readonly number[], row: number) {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** The pages that rows `from` to `to` are on. */
export function pagesAt(starts: readonly number[], from: number, to: number) {
  const first = pageAt(starts, from);
  const last = pageAt(starts, Math.max(from, to));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
