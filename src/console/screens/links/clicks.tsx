import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone, Tablet } from "lucide-react";
import { type Device, type LinkClick, listLinkClicks } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Card } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { countryName } from "./audience";
import { Bars } from "./bars";
import { LeadOf } from "./lead-of";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

/** The number of clicks whose places are counted. */
const COUNTED = 100;
const LISTED = 8;
const DEVICES = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } satisfies Record<
  Device,
  unknown
>;

/** The apps and pages in which the clicks were made, most clicks first. */
function referrersOf(clicks: readonly LinkClick[], unknown: string) {
  const byHost = Map.groupBy(clicks, ({ referrer_host }) => referrer_host ?? unknown);
  return [...byHost]
    .map(([name, { length: count }]) => ({ name, count }))
    .sort((a, b) => b.count - a.count);
}

/** The latest clicks of recipients as they happen, and where they were made. */
export function Clicks({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const { devices } = useTexts(nameTexts);
  const format = useFormat();
  const client = useClient();
  const clicks = useQuery({
    queryKey: ["link-clicks", linkId],
    queryFn: async ({ signal }) => {
      const query = { per_page: COUNTED };
      return (await listLinkClicks({ client, path: { shortLink: linkId }, query, signal })).data;
    },
  });
  const known = clicks.data ?? [];
  const about = t.ofClicks(format.number(known.length), known.length === 1);
  return (
    <Stack gap={4}>
      <Card title={t.latest} isPadded={false}>
        {clicks.isPending && <LoadingRows />}
        {clicks.isError && !clicks.data && (
          <ProblemNote error={clicks.error} onRetry={() => void clicks.refetch()} />
        )}
        {clicks.data?.length === 0 && <EmptyState title={t.noClicks}>{t.noClicksAbout}</EmptyState>}
        <ol className={styles.clicks}>
          {known.slice(0, LISTED).map((click) => {
            const Icon = DEVICES[click.device];
            return (
              <li key={click.id}>
                <LeadOf id={click.lead_id} />
                {click.suspected_scanner && <Badge tone="amber">{t.scanner}</Badge>}
                <Soft as="span" size="medium" className={styles.trace}>
                  <Icon aria-label={devices[click.device]} />
                  {click.country && countryName(click.country, format, t.unknownCountry)}
                  <time dateTime={click.clicked_at} title={format.dateTime(click.clicked_at)}>
                    {format.relative(click.clicked_at)}
                  </time>
                </Soft>
              </li>
            );
          })}
        </ol>
      </Card>
      {known.length > 0 && (
        <Card
          title={t.referrers}
          actions={
            <Soft as="span" size="medium">
              {about}
            </Soft>
          }
        >
          <Bars rows={referrersOf(known, t.noReferrer)} none="" />
        </Card>
      )}
    </Stack>
  );
}
