import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  deleteShortLink,
  getLinkStats,
  getShortLink,
  replaceShortLink,
  type ShortLink,
} from "../../../client/index";
import { useClient } from "../../session/session";
import type { ChartInterval } from "../../ui/time-axis";

/** Clicks on the base URL are told by no event. */
const BASE_CLICKS_MS = 15_000;

export const linkName = ({ label, slug }: Pick<ShortLink, "label" | "slug">) => label ?? slug;

/** A short URL as people write it. */
export const bareUrl = (url: string) => url.replace(/^https?:\/\//, "");

export function useLink(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: ["links", id],
    queryFn: async ({ signal }) =>
      (await getShortLink({ client, path: { shortLink: id }, signal })).data,
    refetchInterval: BASE_CLICKS_MS,
  });
}

type StatsOptions = {
  interval: ChartInterval;
  /** The moment in the first interval, where it is not the default. */
  from?: () => string;
  /** What stands for `from` in the key: it moves on with the time. */
  range?: string;
  enabled?: boolean;
  refetchInterval?: number;
};

export function useLinkStats(id: number, { interval, from, range, ...options }: StatsOptions) {
  const client = useClient();
  return useQuery({
    queryKey: ["link-stats", id, interval, range],
    queryFn: async ({ signal }) => {
      const query = { interval, ...(from && { from: from() }) };
      return (await getLinkStats({ client, path: { shortLink: id }, query, signal })).data;
    },
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** All that a replacement takes, so that it changes nothing but what the caller changes. */
export const settingsOf = (link: ShortLink) => ({
  slug: link.slug,
  label: link.label,
  destination_url: link.destination_url,
  is_active: link.is_active,
  tag_on_sent_id: link.tag_on_sent_id,
  tag_on_read_id: link.tag_on_read_id,
  tag_on_clicked_id: link.tag_on_clicked_id,
});

/** Pauses a link, or makes it active again. */
export function useSwitch() {
  const client = useClient();
  const queries = useQueryClient();
  return async (link: ShortLink) => {
    const body = { ...settingsOf(link), is_active: !link.is_active };
    const { data } = await replaceShortLink({ client, path: { shortLink: link.id }, body });
    queries.setQueryData(["links", link.id], data);
    void queries.invalidateQueries({ queryKey: ["links"] });
    return data;
  };
}

export function useDeleteLink() {
  const client = useClient();
  const queries = useQueryClient();
  return async (id: number) => {
    await deleteShortLink({ client, path: { shortLink: id } });
    queries.removeQueries({ queryKey: ["links", id] });
    void queries.invalidateQueries({ queryKey: ["links"] });
  };
}
