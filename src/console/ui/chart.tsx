import { Suspense, useState } from "react";
import { useTexts } from "../texts/catalogue";
import { useFormat } from "../texts/format";
import styles from "./chart.module.css";
import type { PlotProps } from "./chart-series";
import { chartTexts } from "./chart-texts";
import { lazily } from "./lazily";
import { Row } from "./stack";
import { Skeleton } from "./states";

/** uPlot, which only those load who see a chart. */
const Plot = lazily(() => import("./plot"));
const ChartTable = lazily(() => import("./chart-table"));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Figures over time, with a table of the same. */
export function Chart({
  label,
  kind,
  interval,
  timeZone = "UTC",
  starts,
  series,
  height = 240,
}: Omit<PlotProps, "height"> & {
  /** A description of the chart for screen readers. */
  label: string;
  height?: number;
}) {
  const t = useTexts(chartTexts);
  const format = useFormat();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const shown = series.filter(({ name }) => !hidden.includes(name));
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]);
  return (
    <figure className={styles.chart}>
      {series.length > 1 && (
        <Row gap={1} wraps>
          {series.map(({ name, color, values }) => (
            <button
              key={name}
              type="button"
              className={styles.key}
              aria-pressed={!hidden.includes(name)}
              onClick={() => toggle(name)}
            >
              <span className={styles.swatch} style={{ background: `var(${color})` }} />
              {name}
              <strong>{format.number(sum(values))}</strong>
            </button>
          ))}
        </Row>
      )}
      <div className={styles.plot} style={{ height }} role="img" aria-label={label}>
        <Suspense fallback={<Skeleton />}>
          <Plot
            kind={kind}
            interval={interval}
            timeZone={timeZone}
            starts={starts}
            series={shown}
            height={height}
          />
        </Suspense>
      </div>
      <div className={styles.foot}>
        {interval === "day" && <p className={styles.utc}>{t.zone(timeZone)}</p>}
        <details
          className={styles.details}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{t.showTable}</summary>
          {isOpen && (
            <Suspense fallback={<Skeleton />}>
              <ChartTable
                label={label}
                interval={interval}
                timeZone={timeZone}
                starts={starts}
                series={series}
              />
            </Suspense>
          )}
        </details>
      </div>
    </figure>
  );
}
