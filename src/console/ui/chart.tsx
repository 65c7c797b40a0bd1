import { lazy, Suspense, useState } from "react";
import { catalogue, useTexts } from "../texts/catalogue";
import { useFormat } from "../texts/format";
import styles from "./chart.module.css";
import type { PlotProps } from "./chart-series";
import { classes } from "./classes";
import { Skeleton } from "./states";
import { Table } from "./table";
import { intervalTexts } from "./time-axis";

/** uPlot, which only those load who see a chart. */
const Plot = lazy(() => import("./plot"));

const texts = catalogue({
  en: { showTable: "Show as table", from: "From", utc: "Days are those of UTC." },
  fr: {
    showTable: "Afficher en tableau",
    from: "À partir de",
    utc: "Les jours sont ceux de l’UTC.",
  },
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Figures over time, with a table of the same. */
export function Chart({
  label,
  kind,
  interval,
  starts,
  series,
  height = 240,
}: Omit<PlotProps, "height"> & {
  /** What the chart shows, for screen readers. */
  label: string;
  height?: number;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const { full } = intervalTexts(format.locale, interval);
  const shown = series.filter(({ name }) => !hidden.includes(name));
  const toggle = (name: string) =>
    setHidden(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]);
  return (
    <figure className={styles.chart}>
      {series.length > 1 && (
        <div className={styles.legend}>
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
        </div>
      )}
      <div className={styles.plot} style={{ height }} role="img" aria-label={label}>
        <Suspense fallback={<Skeleton />}>
          <Plot kind={kind} interval={interval} starts={starts} series={shown} height={height} />
        </Suspense>
      </div>
      <div className={styles.foot}>
        {interval === "day" && <p className={styles.utc}>{t.utc}</p>}
        <details
          className={styles.details}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{t.showTable}</summary>
          {isOpen && (
            <div className={styles.table}>
              <Table phone="columns" aria-label={label}>
                <thead>
                  <tr>
                    <th scope="col">{t.from}</th>
                    {series.map(({ name }) => (
                      <th key={name} scope="col" data-number>
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {starts.map((at, index) => (
                    <tr key={at}>
                      <th scope="row">{full(at)}</th>
                      {series.map(({ name, values }) => (
                        <td
                          key={name}
                          data-number
                          className={classes(!values[index] && styles.zero)}
                        >
                          {format.number(values[index] ?? 0)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
          )}
        </details>
      </div>
    </figure>
  );
}
