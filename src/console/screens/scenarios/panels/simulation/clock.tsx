import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./clock.module.css";
import { texts } from "./texts";

/** The time of a run, by which kind of clock, and beside it how to let it pass. */
export function Clock({
  isReal,
  at,
  seconds,
  children,
}: {
  /** True if it goes by itself. */
  isReal: boolean;
  /** In milliseconds. */
  at: number;
  /** Since the start. */
  seconds: number;
  children?: ReactNode;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const kind = isReal ? t.realTime : t.clock;
  return (
    <Row gap={2} className={classes(styles.clock, isReal && styles.real)}>
      <div role="timer" aria-label={kind} className={styles.time}>
        <strong>{format.dateTime(at)}</strong>
        <Soft as="span" size="small" className={styles.kind}>
          {kind} · {seconds === 0 ? t.atStart : t.sinceStart(format.duration(seconds))}
        </Soft>
      </div>
      {children}
    </Row>
  );
}
