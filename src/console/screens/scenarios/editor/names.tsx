import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  type Client,
  listAssignees,
  listChannels,
  listScenarios,
  listSegments,
  listShortLinks,
  listSources,
  listTags,
  type Platform,
  type ShortLink,
} from "#client";
import { useClient, useMay } from "#console/session/session";

export type Named = { id: number; name: string };
/** The things that nodes refer to, as far as the token may see them. */
export type Names = {
  tags: readonly Named[];
  scenarios: readonly Named[];
  links: readonly ShortLink[];
  assignees: readonly Named[];
  channels: readonly (Named & { platform: Platform })[];
  segments: readonly Named[];
  sources: readonly Named[];
};

const NONE: Names = {
  ...{ tags: [], scenarios: [], links: [] },
  ...{ assignees: [], channels: [], segments: [], sources: [] },
};
const MOST_PAGES = 10;

type Page<Item> = { data: Item[]; meta: { next_cursor: string | null } };

/** The items of a list's first pages. */
async function all<Item>(list: (page: { cursor?: string }) => Promise<Page<Item>>) {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, meta }: Page<Item> = await list(cursor === null ? {} : { cursor });
    items.push(...data);
    cursor = meta.next_cursor;
    if (cursor === null) break;
  }
  return items;
}

const FRESH_MS = 60_000;
const PER_PAGE = 100;

function useNamesIf<Item>(
  may: boolean,
  key: string,
  list: (client: Client, page: { cursor?: string }) => Promise<Page<Item>>,
) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [key, "named"],
    queryFn: () => all((page) => list(client, page)),
    enabled: may,
    staleTime: FRESH_MS,
  });
  return data;
}

/** Names what was just created, before its list is read again. */
export function useAdded<Item>(key: "tags" | "short-links") {
  const queries = useQueryClient();
  return (item: Item) => {
    queries.setQueryData<Item[]>([key, "named"], (known = []) => [...known, item]);
    for (const list of [key, "links"]) void queries.invalidateQueries({ queryKey: [list] });
  };
}

const Context = createContext(NONE);

export const useNames = () => useContext(Context);

/** Knows the names of tags, scenarios, short links and colleagues, for cards and pickers. */
export function NamesProvider({ children }: { children: ReactNode }) {
  const tags = useNamesIf(useMay("tags:read"), "tags", (client, page) =>
    listTags({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const scenarios = useNamesIf(useMay("scenarios:read"), "scenarios", (client, page) =>
    listScenarios({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const links = useNamesIf(useMay("short-links:read"), "short-links", (client, page) =>
    listShortLinks({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const assignees = useNamesIf(useMay("conversations:read"), "assignees", (client, page) =>
    listAssignees({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const channels = useNamesIf(useMay("channels:read"), "channels", (client, page) =>
    listChannels({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const segments = useNamesIf(useMay("leads:read"), "segments", (client, page) =>
    listSegments({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const sources = useNamesIf(useMay("sources:read"), "sources", (client, page) =>
    listSources({ client, query: { ...page, per_page: PER_PAGE } }),
  );
  const names = useMemo(
    () => ({
      tags: tags?.map(({ id, label }) => ({ id, name: label })) ?? [],
      scenarios: scenarios?.map(({ id, name }) => ({ id, name })) ?? [],
      links: links ?? [],
      assignees: assignees ?? [],
      channels: channels ?? [],
      segments: segments ?? [],
      sources: sources?.map(({ id, name }) => ({ id, name })) ?? [],
    }),
    [tags, scenarios, links, assignees, channels, segments, sources],
  );
  return <Context value={names}>{children}</Context>;
}
