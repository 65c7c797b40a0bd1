import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ShortLink } from "../../../client/index";
import { useTexts } from "../../texts/catalogue";
import { useFormat } from "../../texts/format";
import { Chart } from "../../ui/chart";
import { Card, Segmented } from "../../ui/layout";
import { LoadingRows, ProblemNote } from "../../ui/states";
import { Bars } from "./bars";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";
import { linkName, useLinkStats } from "./queries";
import { fromOf, mayBeHourly, ranges, shownOf } from "./range";

const REFRESH_MS = 30_000;
const REASONS = ["preview", "crawler", "prefetch", "head", "no_user_agent"] as const;

/** The clicks of people and the visits of bots in the chosen range. */
export function Series({ link }: { link: ShortLink }) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const navigate = useNavigate({ from: "/links/$link" });
  const { range, by } = shownOf(useSearch({ from: "/links/$link" }));
  const stats = useLinkStats(link.id, {
    interval: by,
    range,
    from: () => fromOf(range, by),
    refetchInterval: REFRESH_MS,
  });
  const { series = [], totals } = stats.data ?? {};
  const starts = useMemo(() => series.map(({ starts_at }) => starts_at), [series]);
  const shown = useMemo(
    () => [
      {
        name: t.legend.clicks,
        color: "--accent" as const,
        values: series.map(({ clicks_count }) => clicks_count),
      },
      {
        name: t.legend.base,
        color: "--blue" as const,
        values: series.map(({ base_clicks_count }) => base_clicks_count),
      },
      {
        name: t.legend.bots,
        color: "--faint" as const,
        values: series.map(({ bot_clicks_count }) => bot_clicks_count),
      },
    ],
    [series, t],
  );
  const figures =
    totals &&
    ([
      [t.figures.recipients, totals.unique_recipients_count],
      [t.figures.clicks, totals.clicks_count],
      [t.figures.base, totals.base_clicks_count],
      [t.figures.bots, totals.bot_clicks_count],
      [t.figures.scanners, totals.suspected_scanner_count],
    ] as const);
  return (
    <div className={styles.withAside}>
      <Card
        title={t.series}
        actions={
          <>
            {mayBeHourly(range) && (
              <Segmented
                label={t.by}
                value={by}
                options={[
                  ["hour", t.bys.hour],
                  ["day", t.bys.day],
                ]}
                onChange={(next) => void navigate({ search: { range, by: next }, replace: true })}
              />
            )}
            <Segmented
              label={t.range}
              value={range}
              options={ranges.map((name) => [name, t.ranges[name]])}
              onChange={(next) => void navigate({ search: { range: next }, replace: true })}
            />
          </>
        }
      >
        {stats.isPending && <LoadingRows />}
        {stats.isError && !stats.data && (
          <ProblemNote error={stats.error} onRetry={() => void stats.refetch()} />
        )}
        {figures && (
          <>
            <dl className={styles.figures}>
              {figures.map(([name, count]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{format.number(count)}</dd>
                </div>
              ))}
            </dl>
            <Chart
              label={t.chart(linkName(link))}
              kind="bars"
              interval={stats.data?.interval ?? by}
              starts={starts}
              series={shown}
            />
          </>
        )}
      </Card>
      <Card title={t.bots}>
        <Bars
          rows={REASONS.map((reason) => ({
            name: t.reasons[reason],
            count: totals?.bots[reason] ?? 0,
          })).filter(({ count }) => count > 0)}
          none={t.noBots}
        />
      </Card>
    </div>
  );
}
