import type { Erasure } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Card } from "#console/ui/layout";
import { Table } from "#console/ui/table";
import styles from "./privacy.module.css";
import { receiptTexts } from "./receipt-texts";

/** What stays after an erasure, and why. */
export function KeptOfPerson({ kept }: { kept: Erasure["kept"] }) {
  const t = useTexts(receiptTexts);
  const format = useFormat();
  return (
    <Card title={t.kept} isPadded={false}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <th scope="col">{t.why}</th>
            <th scope="col">{t.until}</th>
          </tr>
        </thead>
        <tbody>
          {kept.map(({ what, count, since, until }) => (
            <tr key={what}>
              <th scope="row" className={styles.what}>
                {t.keptResources[what]}
                {count !== null && ` (${format.number(count)})`}
              </th>
              <td>
                {t.reasons[what]} {since && t.since(format.date(since))}
              </td>
              <td className={styles.when}>{until ? format.date(until) : t.stays}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
