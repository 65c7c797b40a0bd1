import { useTexts } from "../texts/catalogue";
import { useFormat } from "../texts/format";
import type { PlotProps } from "./chart-series";
import styles from "./chart-table.module.css";
import { chartTexts } from "./chart-texts";
import { classes } from "./classes";
import { type Column, DataTable } from "./data-table";
import { intervalTexts } from "./time-axis";

/** The figures of a chart as a table. */
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
      <DataTable
        rows={starts.map((at, index) => ({ at, index }))}
        keyOf={({ at }) => at}
        columns={[
          [t.from, ({ at }) => full(at), "row"],
          ...series.map(
            ({ name, values }): Column<{ index: number }> => [
              name,
              ({ index }) => (
                <span className={classes(!values[index] && styles.zero)}>
                  {format.number(values[index] ?? 0)}
                </span>
              ),
              "number",
            ],
          ),
        ]}
        phone="columns"
        aria-label={label}
        className={styles.table}
      />
    </div>
  );
}
