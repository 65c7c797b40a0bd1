import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MousePointerClick } from "lucide-react";
import { useCallback, useMemo } from "react";
import { type LinkSend, listLinkSends, listShortLinks } from "#client";
import { useLiveQueries } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Clip } from "#console/ui/text";
import styles from "./attached.module.css";
import { texts } from "./texts";

const ALL = { per_page: 100 };
const KEPT_MS = 300_000;
/** Clicks are counted some seconds after their event. */
const POLL_MS = 10_000;

/** The short links that were sent to a lead, and the links by their ids. */
export function useLinkSends(lead: number) {
  const client = useClient();
  const enabled = useMay("short-links:read");
  const sends = useQuery({
    queryKey: ["inbox", "sends", lead],
    queryFn: async ({ signal }) =>
      (await listLinkSends({ client, signal, query: { lead_id: lead, ...ALL } })).data,
    enabled,
    refetchInterval: POLL_MS,
  });
  useLiveQueries(["link.sent", "link.clicked"], [["inbox", "sends", lead]]);
  const links = useQuery({
    queryKey: ["inbox", "short-links"],
    queryFn: async ({ signal }) => (await listShortLinks({ client, signal, query: ALL })).data,
    enabled,
    staleTime: KEPT_MS,
  });
  const linkOf = useCallback(
    (id: number) => links.data?.find((link) => link.id === id),
    [links.data],
  );
  return { sends, linkOf };
}

const NONE: LinkSend[] = [];

/** The same, and the same object until something has changed. */
export function useSentLinks(lead: number) {
  const { sends, linkOf } = useLinkSends(lead);
  const { data = NONE } = sends;
  return useMemo(() => ({ sends: data, linkOf }), [data, linkOf]);
}

export type SentLinks = ReturnType<typeof useSentLinks>;

/** The destination of a short link, and the lead's click on it, if any. */
export function LinkCard({ send, links }: { send: LinkSend; links: Pick<SentLinks, "linkOf"> }) {
  const t = useTexts(texts).link;
  const format = useFormat();
  const link = links.linkOf(send.short_link_id);
  const to: string = `/links/${send.short_link_id}`;
  const isClicked = send.clicks_count > 0 && send.last_clicked_at !== null;
  return (
    <Link to={to} className={classes(styles.link, isClicked && styles.clicked)} preload={false}>
      <MousePointerClick />
      <span>
        <b>{link?.label ?? link?.slug ?? `#${send.short_link_id}`}</b>
        {link && (
          <Clip as="small" title={`${t.leadsTo} ${link.destination_url}`}>
            {link.destination_url.replace(/^https?:\/\//, "")}
          </Clip>
        )}
        <small>
          {isClicked && send.last_clicked_at
            ? t.clicked(send.clicks_count, format.short(send.last_clicked_at))
            : t.notClicked}
        </small>
      </span>
    </Link>
  );
}
