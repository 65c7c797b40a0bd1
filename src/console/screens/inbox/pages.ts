import type { InfiniteData } from "@tanstack/react-query";

type Item = { id: number };
type Page<T> = { data: T[]; meta: { next_cursor: string | null } };

/** The pages of a list as `useList` keeps them. */
export type Pages<T> = InfiniteData<Page<T>, string | null>;

/** Changes the items of a list; those of which `change` makes null leave it. */
export const changeItems = <T extends Item>(
  list: Pages<T> | undefined,
  change: (item: T) => T | null,
): Pages<T> | undefined =>
  list && {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      data: page.data.flatMap((item) => change(item) ?? []),
    })),
  };

/** Down to where the newest items of a list are all that there are, by what places them. */
export function endOf<T>({ data, meta }: Page<T>, placeOf: (item: T) => number) {
  const last = data.at(-1);
  if (meta.next_cursor === null) return Number.NEGATIVE_INFINITY;
  return last ? placeOf(last) : Number.POSITIVE_INFINITY;
}

/** Whether something is missing between the newest and what was loaded earlier. */
export function hasGap<T>(loaded: T[], newest: Page<T>, placeOf: (item: T) => number) {
  const end = endOf(newest, placeOf);
  return Number.isFinite(end) && !loaded.some((item) => placeOf(item) >= end);
}

/**
 * Puts the newest items of a list before what was loaded of it earlier, so that the pages below need
 * not be asked for again. `isKept` says which of the earlier items stay though they are not among the
 * newest: those that come after them.
 */
export function mergeNewest<T extends Item>(
  list: Pages<T> | undefined,
  newest: T[],
  isKept: (item: T) => boolean,
  compare: (one: T, other: T) => number,
): Pages<T> | undefined {
  const [first, ...rest] = list?.pages ?? [];
  if (!list || !first) return list;
  const fresh = new Set(newest.map(({ id }) => id));
  const isLeft = (item: T) => !fresh.has(item.id) && isKept(item);
  return {
    ...list,
    pages: [
      { ...first, data: [...newest, ...first.data.filter(isLeft)].sort(compare) },
      ...rest.map((page) => ({ ...page, data: page.data.filter(isLeft) })),
    ],
  };
}
