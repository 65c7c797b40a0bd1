import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type Client,
  deleteShortLink,
  getLinkStats,
  getShortLink,
  type Interval,
  replaceShortLink,
  type ShortLink,
} from "#client";
import { setAnswer } from "#console/data/entities";
import { useWorkspaceZone } from "#console/data/workspace-zone";
import { useClient } from "#console/session/session";

/** Clicks on the base URL are told by no event. */
const BASE_CLICKS_MS = 15_000;

export const linkName = ({ label, slug }: Pick<ShortLink, "label" | "slug">) => label ?? slug;

/** A short URL as people write it. */
export const bareUrl = (url: string) => url.replace(/^https?:\/\//, "");

/** The query of a link. */
export const linkKey = (id: number) => ["links", id];

export function useLink(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: linkKey(id),
    queryFn: async ({ signal }) =>
      (await getShortLink({ client, path: { shortLink: id }, signal })).data,
    refetchInterval: BASE_CLICKS_MS,
  });
}

type StatsOptions = {
  interval: Interval;
  /** The moment in the first interval, where it is not the default. */
  from?: () => string;
  /** The part of the key in place of `from`, which moves on with the time. */
  range?: string;
  enabled?: boolean;
  refetchInterval?: number;
};

export function useLinkStats(
  id: number,
  { interval, from, range, enabled = true, ...options }: StatsOptions,
) {
  const client = useClient();
  const zone = useWorkspaceZone();
  return useQuery({
    queryKey: ["link-stats", id, interval, range, zone],
    queryFn: async ({ signal }) => {
      const query = { interval, time_zone: zone ?? "UTC", ...(from && { from: from() }) };
      return (await getLinkStats({ client, path: { shortLink: id }, query, signal })).data;
    },
    placeholderData: keepPreviousData,
    enabled: enabled && zone !== undefined,
    ...options,
  });
}

export type LinkSettings = Pick<
  ShortLink,
  | "slug"
  | "label"
  | "destination_url"
  | "is_active"
  | "tag_on_sent_id"
  | "tag_on_read_id"
  | "tag_on_clicked_id"
>;

/** Only what a replacement takes. */
export const bodyOf = (settings: LinkSettings) => ({
  slug: settings.slug,
  label: settings.label,
  destination_url: settings.destination_url,
  is_active: settings.is_active,
  tag_on_sent_id: settings.tag_on_sent_id,
  tag_on_read_id: settings.tag_on_read_id,
  tag_on_clicked_id: settings.tag_on_clicked_id,
});

/** Replaces a link as it is by now, so that what others have changed meanwhile stays. */
export async function changeLink(client: Client, id: number, changes: Partial<LinkSettings>) {
  const path = { shortLink: id };
  const { data: now } = await getShortLink({ client, path });
  return (await replaceShortLink({ client, path, body: bodyOf({ ...now, ...changes }) })).data;
}

/** Pauses a link, or makes it active again. */
export function useSwitch() {
  const client = useClient();
  const queries = useQueryClient();
  return async (link: ShortLink) => {
    const data = await changeLink(client, link.id, { is_active: !link.is_active });
    setAnswer(queries, linkKey(link.id), data);
    void queries.invalidateQueries({ queryKey: ["links"] });
    return data;
  };
}

export function useDeleteLink() {
  const client = useClient();
  const queries = useQueryClient();
  return async (id: number) => {
    await deleteShortLink({ client, path: { shortLink: id } });
    queries.removeQueries({ queryKey: linkKey(id) });
    void queries.invalidateQueries({ queryKey: ["links"] });
  };
}
