import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";

// Answers of writes, and events, come into the query cache here: into an entity, or into lists of
// it.

type Item = { id: number };
type Page<T> = { data: T[]; meta: { next_cursor: string | null } };

/** The pages of a list as `useList` keeps them. */
export type Pages<T> = InfiniteData<Page<T>, string | null>;

/** Shows the answer of a write. A read that is under way may be older, so it is made again. */
export function setAnswer<Data>(queries: QueryClient, queryKey: QueryKey, data: Data) {
  queries.setQueryData<Data>(queryKey, data);
  const filter = { queryKey, exact: true };
  if (queries.isFetching(filter)) void queries.invalidateQueries(filter);
}

/** Changes an item in all lists whose keys begin with `queryKey`; null takes it out of a list. */
export function patch<T extends Item>(
  queries: QueryClient,
  queryKey: QueryKey,
  id: number,
  change: (item: T, listKey: QueryKey) => T | null,
) {
  for (const [key] of queries.getQueriesData<Pages<T>>({ queryKey }))
    queries.setQueryData<Pages<T>>(key, (list) => {
      if (!list) return undefined;
      const changed = (item: T) => (item.id === id ? (change(item, key) ?? []) : item);
      const pages = list.pages.map((page) => ({ ...page, data: page.data.flatMap(changed) }));
      return { ...list, pages };
    });
}

/** The place down to which a page has all items of its list. */
export function endOf<T>({ data, meta }: Page<T>, placeOf: (item: T) => number) {
  const last = data.at(-1);
  if (meta.next_cursor === null) return Number.NEGATIVE_INFINITY;
  return last ? placeOf(last) : Number.POSITIVE_INFINITY;
}

/** True if items are missing between the newest page and the pages that were loaded earlier. */
export function hasGap<T>(loaded: T[], newest: Page<T>, placeOf: (item: T) => number) {
  const end = endOf(newest, placeOf);
  return Number.isFinite(end) && !loaded.some((item) => placeOf(item) >= end);
}

/**
 * Puts the newest items of a list before those that were loaded earlier, so that the pages below
 * need not be asked for again. `isKept` is true for earlier items that stay though they are not
 * among the newest: those that come after them.
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

/** Does the same in the list that is cached under a key. */
export const merge = <T extends Item>(
  queries: QueryClient,
  queryKey: QueryKey,
  newest: T[],
  isKept: (item: T) => boolean,
  compare: (one: T, other: T) => number,
) => queries.setQueryData<Pages<T>>(queryKey, (list) => mergeNewest(list, newest, isKept, compare));
