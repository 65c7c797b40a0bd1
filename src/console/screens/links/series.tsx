import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { LinkStats, ShortLink } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Chart } from "#console/ui/chart";
import { Card, Segmented } from "#console/ui/layout";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";
import { linkName } from "./queries";
import { mayBeHourly, ranges } from "./range";
import { useShownStats } from "./shown-stats";

/** Lets one choose the range, and its intervals where there is a choice. */
function Choices({ range, by }: Pick<ReturnType<typeof useShownStats>, "range" | "by">) {
  const t = useTexts(linkTexts);
  const navigate = useNavigate({ from: "/links/$link" });
  return (
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
  );
}

function Figures({ totals }: Pick<LinkStats, "totals">) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const figures = [
    [t.figures.recipients, totals.unique_recipients_count],
    [t.figures.clicks, totals.clicks_count + totals.base_clicks_count],
    [t.figures.scanners, totals.suspected_scanner_count],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count === null ? "–" : format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LinkChart({
  name,
  stats: { series, interval, time_zone },
}: {
  name: string;
  stats: LinkStats;
}) {
  const t = useTexts(linkTexts);
  const starts = useMemo(() => series.map(({ starts_at }) => starts_at), [series]);
  const shown = useMemo(() => {
    const of = (count: "clicks_count" | "base_clicks_count" | "bot_clicks_count") =>
      series.map((part) => part[count]);
    return [
      { name: t.legend.clicks, color: "--accent", values: of("clicks_count") },
      { name: t.legend.base, color: "--blue", values: of("base_clicks_count") },
      { name: t.legend.bots, color: "--faint", values: of("bot_clicks_count") },
    ] as const;
  }, [series, t]);
  return (
    <Chart
      label={t.chart(name)}
      kind="bars"
      interval={interval}
      timeZone={time_zone}
      starts={starts}
      series={shown}
    />
  );
}

/** The clicks of people and the visits of bots in the chosen range. */
export function Series({ link }: { link: ShortLink }) {
  const t = useTexts(linkTexts);
  const { range, by, stats } = useShownStats(link.id);
  return (
    <Card title={t.series} actions={<Choices range={range} by={by} />}>
      {stats.isPending && <LoadingRows />}
      {stats.isError && !stats.data && (
        <ProblemNote error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      {stats.data && (
        <>
          <Figures totals={stats.data.totals} />
          <LinkChart name={linkName(link)} stats={stats.data} />
        </>
      )}
    </Card>
  );
}
