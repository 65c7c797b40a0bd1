import { useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";

const LISTED = 6;

/** Counts by name, each with a bar of its share. Those beyond the first are shown on demand. */
export function Bars({
  rows,
  none,
}: {
  rows: readonly { name: string; count: number }[];
  /** The text where there are none. */
  none: string;
}) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const counted = rows.filter(({ count }) => count > 0);
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return <Soft size="medium">{none}</Soft>;
  // One row more takes no more place than the button.
  const shown = isWhole || counted.length <= LISTED + 1 ? counted : counted.slice(0, LISTED);
  return (
    <>
      <Stack as="ul" gap={3} className={styles.bars}>
        {shown.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span>
            <strong>{format.number(count)}</strong>
            <span className={styles.share}>{format.percent(count / total)}</span>
            <span className={styles.track}>
              <span style={{ width: `${(count / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </Stack>
      {shown.length < counted.length && (
        <Button size="small" kind="quiet" className={styles.all} onClick={() => setWhole(true)}>
          {t.showAll(format.number(counted.length))}
        </Button>
      )}
    </>
  );
}
