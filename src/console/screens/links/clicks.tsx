import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone, Tablet } from "lucide-react";
import { type Device, type LinkClick, listLinkClicks } from "../../../client/index";
import { useClient } from "../../session/session";
import { useTexts } from "../../texts/catalogue";
import { type Formats, useFormat } from "../../texts/format";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/layout";
import { EmptyState, LoadingRows, ProblemNote } from "../../ui/states";
import { Bars } from "./bars";
import { LeadOf } from "./lead-of";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

/** Devices and countries are counted of so many clicks. */
const COUNTED = 100;
const LISTED = 8;
const MOST_NAMES = 6;
const DEVICES = { mobile: Smartphone, tablet: Tablet, desktop: Monitor } satisfies Record<
  Device,
  unknown
>;

function counted(clicks: readonly LinkClick[], nameOf: (click: LinkClick) => string) {
  const counts = new Map<string, number>();
  for (const click of clicks) {
    const name = nameOf(click);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_NAMES);
}

function useCountryName(format: Formats) {
  const t = useTexts(linkTexts);
  const names = new Intl.DisplayNames(format.locale, { type: "region", fallback: "code" });
  return (country: string | null) => {
    if (country === null) return t.unknownCountry;
    return country === "T1" ? t.tor : (names.of(country) ?? country);
  };
}

/** The latest clicks of recipients as they happen, and what is known of those who clicked. */
export function Clicks({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const client = useClient();
  const countryName = useCountryName(format);
  const clicks = useQuery({
    queryKey: ["link-clicks", linkId],
    queryFn: async ({ signal }) => {
      const query = { per_page: COUNTED };
      return (await listLinkClicks({ client, path: { shortLink: linkId }, query, signal })).data;
    },
  });
  if (clicks.isPending) return <LoadingRows />;
  if (!clicks.data)
    return <ProblemNote error={clicks.error} onRetry={() => void clicks.refetch()} />;
  const known = clicks.data;
  const about = t.ofClicks(format.number(known.length), known.length === 1);
  return (
    <div className={styles.column}>
      <Card title={t.latest} isPadded={false}>
        {known.length === 0 && <EmptyState title={t.noClicks}>{t.noClicksAbout}</EmptyState>}
        <ol className={styles.clicks}>
          {known.slice(0, LISTED).map((click) => {
            const Icon = DEVICES[click.device];
            return (
              <li key={click.id}>
                <LeadOf id={click.lead_id} />
                {click.suspected_scanner && <Badge tone="amber">{t.scanner}</Badge>}
                <span className={styles.trace}>
                  <Icon aria-label={t.deviceNames[click.device]} />
                  {click.country && countryName(click.country)}
                  <time dateTime={click.clicked_at} title={format.dateTime(click.clicked_at)}>
                    {format.relative(click.clicked_at)}
                  </time>
                </span>
              </li>
            );
          })}
        </ol>
      </Card>
      {known.length > 0 && (
        <Card title={t.devices} actions={<span className={styles.soft}>{about}</span>}>
          <div className={styles.breakdown}>
            <Bars rows={counted(known, ({ device }) => t.deviceNames[device])} none="" />
            <h3>{t.countries}</h3>
            <Bars rows={counted(known, ({ country }) => countryName(country))} none="" />
            <h3>{t.referrers}</h3>
            <Bars
              rows={counted(known, ({ referrer_host }) => referrer_host ?? t.noReferrer)}
              none=""
            />
          </div>
        </Card>
      )}
    </div>
  );
}
