import { useMemo, useState } from "react";
import type { StatsInterval } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Chart } from "#console/ui/chart";
import type { ChartColor } from "#console/ui/chart-series";
import { Card, Segmented } from "#console/ui/layout";
import { FIGURES, type Figure } from "./figures";
import { texts } from "./texts";

const VIEWS = {
  messages: { kind: "bars", figures: ["received", "sent", "failed"] },
  clicks: { kind: "bars", figures: ["clicks"] },
  runs: { kind: "lines", figures: ["started", "ended"] },
} satisfies Record<string, { kind: "bars" | "lines"; figures: Figure[] }>;
type View = keyof typeof VIEWS;

const COLORS: Partial<Record<Figure, ChartColor>> = {
  sent: "--blue",
  failed: "--red",
  clicks: "--purple",
  ended: "--amber",
};

export function MonthChart({ days }: { days: readonly StatsInterval[] }) {
  const t = useTexts(texts);
  const [view, setView] = useState<View>("messages");
  const starts = useMemo(() => days.map(({ from }) => `${from}T00:00:00Z`), [days]);
  const { kind, figures } = VIEWS[view];
  const series = useMemo(
    () =>
      figures.map((figure) => ({
        name: t.figures[figure],
        color: COLORS[figure] ?? "--accent",
        values: days.map(FIGURES[figure]),
      })),
    [figures, days, t],
  );
  return (
    <Card
      title={t.month}
      actions={
        <Segmented
          label={t.month}
          value={view}
          options={[
            ["messages", t.views.messages],
            ["clicks", t.views.clicks],
            ["runs", t.views.runs],
          ]}
          onChange={setView}
        />
      }
    >
      <Chart
        key={view}
        label={t.chart(t.views[view])}
        kind={kind}
        interval="day"
        starts={starts}
        series={series}
      />
    </Card>
  );
}
