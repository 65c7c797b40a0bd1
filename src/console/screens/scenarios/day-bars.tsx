import styles from "./day-bars.module.css";

/** A bar for each day. The figures that it draws stand beside it as text. */
export function DayBars({ days }: { days: readonly { date: string; value: number }[] }) {
  const most = Math.max(...days.map(({ value }) => value), 1);
  return (
    <span className={styles.bars} aria-hidden="true">
      {days.map(({ date, value }) => (
        <span
          key={date}
          title={`${date}: ${value}`}
          className={value > 0 ? styles.bar : styles.none}
          style={{ height: `${Math.max((value / most) * 100, 8)}%` }}
        />
      ))}
    </span>
  );
}
