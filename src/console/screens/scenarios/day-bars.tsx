import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import styles from "./day-bars.module.css";

/** A bar for each day. The figures that it draws stand beside it as text. */
export function DayBars({ days }: { days: readonly { date: string; value: number }[] }) {
  const { pair } = useTexts(general);
  const most = Math.max(...days.map(({ value }) => value), 1);
  return (
    <span className={styles.bars} aria-hidden="true">
      {days.map(({ date, value }) => (
        <span
          key={date}
          title={pair(date, String(value))}
          className={value > 0 ? styles.bar : styles.none}
          style={{ height: `${Math.max((value / most) * 100, 8)}%` }}
        />
      ))}
    </span>
  );
}
