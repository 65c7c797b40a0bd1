import { useQuery } from "@tanstack/react-query";
import { getMedium } from "#client";
import { useClient } from "#console/session/session";
import { ownUrl } from "../own-url";
import type { File } from "./cards";

const FRESH_MS = 60_000;

/** The address at which the page may load a file: undefined for one that lies elsewhere. */
export function useFileUrl({ id }: File) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["inbox", "medium", id],
    queryFn: async ({ signal }) =>
      (await getMedium({ client, signal, path: { media: id ?? 0 } })).data,
    enabled: id !== null,
    staleTime: FRESH_MS,
  });
  return data?.url ? ownUrl(data.url) : undefined;
}

/** The address of a file that lies elsewhere: to load it would tell who reads. */
export const elsewhereOf = ({ url }: File) =>
  url && URL.canParse(url) && /^https?:/.test(url) ? new URL(url) : null;
