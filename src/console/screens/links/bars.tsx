import { useFormat } from "../../texts/format";
import styles from "./link.module.css";

/** Counts by name, each with a bar of its share. */
export function Bars({
  rows,
  none,
}: {
  rows: readonly { name: string; count: number }[];
  /** What is said where there are none. */
  none: string;
}) {
  const format = useFormat();
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <p className={styles.soft}>{none}</p>;
  return (
    <ul className={styles.bars}>
      {rows.map(({ name, count }) => (
        <li key={name}>
          <span>{name}</span>
          <strong>{format.number(count)}</strong>
          <span className={styles.share}>{format.percent(count / total)}</span>
          <span className={styles.track}>
            <span style={{ width: `${(count / total) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
