import type { Erasure } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import styles from "./privacy.module.css";
import { receiptTexts } from "./receipt-texts";

/** The data that stays after an erasure, and why. */
export function KeptOfPerson({ kept }: { kept: Erasure["kept"] }) {
  const t = useTexts(receiptTexts);
  const format = useFormat();
  return (
    <Card title={t.kept} isPadded={false}>
      <DataTable
        className={styles.named}
        rows={kept}
        keyOf={({ what }) => what}
        columns={[
          [
            t.what,
            ({ what, count }) =>
              t.keptResources[what] + (count === null ? "" : ` (${format.number(count)})`),
            "row",
          ],
          [
            t.why,
            ({ what, since }) => `${t.reasons[what]} ${since ? t.since(format.date(since)) : ""}`,
          ],
          [t.until, ({ until }) => (until ? format.date(until) : t.stays), "time"],
        ]}
      />
    </Card>
  );
}
