import type { Usage } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { Grid } from "#console/ui/grid";
import { Progress } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { isBytes, quotaNames, usedOf } from "./quotas";
import { texts } from "./texts";
import styles from "./usage.module.css";

const NEARLY = 0.8;

/** The used share of each quota. */
export function QuotaBars({ usage }: { usage: Usage }) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <Grid as="ul" min="19rem" className={styles.quotas}>
      {quotaNames.map((name) => {
        const [used, limit] = [usedOf(usage, name), usage.quotas[name]];
        const share = limit === 0 ? 1 : used / limit;
        const show = isBytes(name) ? format.bytes : format.number;
        return (
          <li
            key={name}
            className={classes(share >= 1 ? styles.over : share >= NEARLY && styles.nearly)}
          >
            <Row as="p" wraps align="stretch" justify="between" className={styles.quota}>
              <span>{t.quotas[name]}</span>
              <span className={styles.figure}>{t.usedOf(show(used), show(limit))}</span>
            </Row>
            <Progress share={share} label={t.quotas[name]} />
            {name === "stored_bytes" && <p className={styles.about}>{t.storedAbout}</p>}
            {share >= NEARLY && (
              <p className={styles.warning}>
                {share >= 1 ? t.over : t.nearly(format.percent(share))}
              </p>
            )}
          </li>
        );
      })}
    </Grid>
  );
}
