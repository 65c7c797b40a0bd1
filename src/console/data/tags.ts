import { useQuery } from "@tanstack/react-query";
import { type Client, each, listTags, type Tag } from "#client";
import { useClient, useMay } from "../session/session";

const PER_PAGE = 100;
/** Longer lists are cut: nobody chooses from more. */
const MOST = 1_000;

async function readTags(client: Client) {
  const tags: Tag[] = [];
  for await (const tag of each(listTags, { client, query: { per_page: PER_PAGE } })) {
    tags.push(tag);
    if (tags.length === MOST) break;
  }
  return tags.sort((left, right) => left.label.localeCompare(right.label));
}

/** The workspace's tags by label; none where the token may not read them. */
export function useTags() {
  const client = useClient();
  const isAllowed = useMay("tags:read");
  return useQuery({
    queryKey: ["tags", "all"],
    queryFn: () => readTags(client),
    enabled: isAllowed,
  });
}
