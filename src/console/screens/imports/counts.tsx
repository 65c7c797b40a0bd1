import { BulkStatus, type Import } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Grid } from "#console/ui/grid";
import { Row, Stack } from "#console/ui/stack";
import styles from "./report.module.css";
import { reportTexts } from "./report-texts";

const statuses = Object.values(BulkStatus);

/** The outcome of the rows, real or expected: as a bar, and in numbers. */
export function Counts({ one }: { one: Import }) {
  const t = useTexts(reportTexts);
  const format = useFormat();
  const names = one.is_dry_run ? t.dryStatuses : t.statuses;
  const all = statuses.reduce((sum, status) => sum + one.counts[status], 0);
  return (
    <Stack gap={4}>
      <Row gap="hair" align="stretch" className={styles.bar} aria-hidden="true">
        {all > 0 &&
          statuses
            .filter((status) => one.counts[status] > 0)
            .map((status) => (
              <span key={status} data-status={status} style={{ flexGrow: one.counts[status] }} />
            ))}
      </Row>
      <Grid as="dl" gap={4} min="9rem" fills className={styles.tiles}>
        {statuses.map((status) => (
          <div key={status} data-status={status} data-none={one.counts[status] === 0 || undefined}>
            <dt>{names[status]}</dt>
            <dd>
              <strong>{format.number(one.counts[status])}</strong>
              <span>{t.abouts[status](one.counts[status] === 1)}</span>
            </dd>
          </div>
        ))}
        {one.warned > 0 && (
          <div data-status="warned">
            <dt>{t.statuses.warned}</dt>
            <dd>
              <strong>{format.number(one.warned)}</strong>
              <span>{t.warnedAbout(one.warned === 1)}</span>
            </dd>
          </div>
        )}
      </Grid>
    </Stack>
  );
}
