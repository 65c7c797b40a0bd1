import { ChartColumn } from "lucide-react";
import { useState } from "react";
import type { UsageDay } from "#client";
import { SelectField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { classes } from "#console/ui/classes";
import { type Column, DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { EmptyState } from "#console/ui/states";

import { byDay, type Measure, measures } from "./quotas";
import { texts } from "./texts";
import styles from "./usage.module.css";

const SHOWN_DAYS = 30;
const HEIGHT = 100;

/** Days are UTC's: at noon they are the same day in most time zones. */
const noon = (date: string) => `${date}T12:00:00Z`;

function Bars({ days, measure }: { days: UsageDay[]; measure: Measure }) {
  const { pair } = useTexts(general);
  const format = useFormat();
  const shown = byDay(days, measure, SHOWN_DAYS);
  const most = Math.max(1, ...shown.map(({ value }) => value));
  return (
    <div className={styles.chart} aria-hidden="true">
      <span className={styles.most}>{format.compact(most)}</span>
      <Row gap="hair" align="end" className={styles.bars}>
        {shown.map(({ date, value }) => (
          <span
            key={date}
            className={classes(styles.bar, value === 0 && styles.none)}
            title={pair(format.day(noon(date)), format.number(value))}
            style={{ height: value === 0 ? "2px" : `${Math.max(3, (value / most) * HEIGHT)}%` }}
          />
        ))}
      </Row>
      <Row align="stretch" justify="between" className={styles.ends}>
        <span>{format.day(noon(shown[0]?.date ?? ""))}</span>
        <span>{format.day(noon(shown.at(-1)?.date ?? ""))}</span>
      </Row>
    </div>
  );
}

/** The usage day by day: a chart of one figure, and a table of all. */
export function Days({ days }: { days: UsageDay[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  const [shown, setShown] = useState<{ measure: Measure }>({ measure: "messages_sent" });
  const form = fieldsOf(shown, (part) => setShown({ ...shown, ...part }));
  if (days.length === 0)
    return (
      <Card title={t.byDay}>
        <EmptyState icon={<ChartColumn />} title={t.noDays}>
          {t.noDaysAbout}
        </EmptyState>
      </Card>
    );
  return (
    <Card
      title={t.byDay}
      isPadded={false}
      actions={
        <SelectField
          form={form}
          name="measure"
          label={t.measure}
          isLabelHidden
          options={measures.map((one) => [one, t.measures[one]])}
        />
      }
    >
      <Bars days={days} {...shown} />
      <DataTable
        phone="columns"
        rows={days}
        keyOf={({ date }) => date}
        columns={[
          [t.day, ({ date }) => format.date(noon(date)), "row"],
          ...measures.map(
            (one): Column<UsageDay> => [
              t.measures[one],
              (day) => format.number(day[one]),
              "number",
            ],
          ),
        ]}
      />
    </Card>
  );
}
