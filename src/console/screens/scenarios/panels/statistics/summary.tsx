import type { ScenarioStats } from "#client";
import { DayBars } from "#console/screens/scenarios/day-bars";
import { seriesOf, shareOf, sumOf, waitingIn } from "#console/screens/scenarios/figures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Row, Stack } from "#console/ui/stack";
import { short } from "./overlay";
import styles from "./statistics.module.css";
import { texts } from "./texts";

/** The totals, and the days as bars, which a screen reader has as a table. */
export function Summary({ stats, days }: { stats: ScenarioStats; days: readonly string[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  const replied = shareOf(sumOf(stats.days, "replied"), sumOf(stats.days, "sent"));
  const tiles = [
    [t.tiles.started, short(sumOf(stats.days, "started"), format)],
    [t.tiles.ended, short(sumOf(stats.days, "ended"), format)],
    [t.tiles.waiting, short(waitingIn(stats), format)],
    [t.tiles.replied, replied === null ? "–" : format.percent(replied)],
  ] as const;
  const series = seriesOf(stats, days, "started");
  return (
    <Stack gap={2} className={styles.summary}>
      <dl className={styles.tiles}>
        {tiles.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.bars}>
        <DayBars days={series} />
      </div>
      <Row as="p" align="stretch" justify="between" className={styles.axis} aria-hidden="true">
        <span>{format.day(days[0] ?? "")}</span>
        <span>{t.perDay}</span>
        <span>{format.day(days.at(-1) ?? "")}</span>
      </Row>
      <table className="visually-hidden">
        <caption>{t.perDay}</caption>
        <thead>
          <tr>
            <th>{t.day}</th>
            <th>{t.started}</th>
          </tr>
        </thead>
        <tbody>
          {series
            .filter(({ value }) => value > 0)
            .map(({ date, value }) => (
              <tr key={date}>
                <td>{format.day(date)}</td>
                <td>{format.number(value)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Stack>
  );
}
