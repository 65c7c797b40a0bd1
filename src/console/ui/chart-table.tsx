import { useTexts } from "../texts/catalogue";
import { useFormat } from "../texts/format";
import type { PlotProps } from "./chart-series";
import styles from "./chart-table.module.css";
import { chartTexts } from "./chart-texts";
import { classes } from "./classes";
import { Table } from "./table";
import { intervalTexts } from "./time-axis";

/** What a chart shows, as figures. */
export default function ChartTable({
  label,
  interval,
  timeZone,
  starts,
  series,
}: Pick<PlotProps, "interval" | "timeZone" | "starts" | "series"> & { label: string }) {
  const t = useTexts(chartTexts);
  const format = useFormat();
  const { full } = intervalTexts(format.locale, interval, timeZone);
  return (
    <div className={styles.box}>
      <Table phone="columns" aria-label={label} className={styles.table}>
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
                <td key={name} data-number className={classes(!values[index] && styles.zero)}>
                  {format.number(values[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
