import { useQuery } from "@tanstack/react-query";
import { each, listTemplates, type Template } from "#client";
import { useClient, useMay } from "#console/session/session";

const KEPT_MS = 300_000;
const MOST = 500;

/** The templates of a channel. */
export function useTemplates(channel: number | null, isWanted = true) {
  const client = useClient();
  const may = useMay("channels:read");
  return useQuery({
    queryKey: ["inbox", "templates", channel],
    queryFn: async () => {
      const found: Template[] = [];
      const path = { channel: channel ?? 0 };
      for await (const template of each(listTemplates, { client, path, query: { per_page: 100 } }))
        if (found.push(template) >= MOST) break;
      return found;
    },
    enabled: may && isWanted && channel !== null,
    staleTime: KEPT_MS,
  });
}
