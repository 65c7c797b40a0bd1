import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import type { Client } from "#client";
import { useClient } from "../session/session";

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/** One function for all, so that it is called again only when the pages have changed. */
const itemsOf = <Item>({ pages }: InfiniteData<Page<Item>, string | null>) =>
  pages.flatMap(({ data }) => data);

/**
 * The pages of a list that have been asked for, as one array of items. `key` must hold all that the
 * query has.
 *
 * `useList(["tags"], (client, cursor) => listTags({ client, query: { ...cursor } }))`
 */
export function useList<Item>(
  key: readonly unknown[],
  list: (client: Client, page: { cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
  options: { enabled?: boolean; refetchInterval?: number | false; staleTime?: number } = {},
) {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      list(client, pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    select: itemsOf<Item>,
    ...options,
  });
  return { ...query, items: query.data ?? [] };
}
