import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteExport, type Erasure } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { ConfirmDialog } from "#console/ui/dialog";
import { Card } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import styles from "./privacy.module.css";
import { receiptTexts } from "./receipt-texts";

/** The backups and exports that still hold the person, of which exports can be deleted. */
export function CopiesOfPerson({ erasure }: { erasure: Erasure }) {
  const t = useTexts(receiptTexts);
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const mayDelete = useMay("exports:write");
  const [deleting, setDeleting] = useState<number | null>(null);
  const copies = [
    ...erasure.backups.map((copy) => ({ ...copy, name: t.backup(String(copy.id)), isOurs: false })),
    ...erasure.exports.map((copy) => ({ ...copy, name: t.export(String(copy.id)), isOurs: true })),
  ];
  const remove = async () => {
    if (deleting === null) return;
    await deleteExport({ client, path: { export: deleting } });
    await queries.invalidateQueries({ queryKey: ["erasures"] });
  };
  return (
    <Card title={t.copies} isPadded={copies.length === 0}>
      {copies.length === 0 ? (
        <Soft>{t.noCopies}</Soft>
      ) : (
        <>
          <p className={styles.lead}>{t.copiesAbout}</p>
          <DataTable
            className={styles.named}
            rows={copies}
            keyOf={({ name }) => name}
            columns={[
              [t.copy, ({ name }) => name, "row"],
              [t.when, ({ created_at }) => format.dateTime(created_at)],
              [t.until, ({ kept_until }) => format.date(kept_until)],
              [
                t.deleteExport,
                ({ id, isOurs }) =>
                  isOurs &&
                  mayDelete && (
                    <Button size="small" onClick={() => setDeleting(id)}>
                      {t.deleteExport}
                    </Button>
                  ),
                "actions",
              ],
            ]}
          />
        </>
      )}
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t.deleteExportAsk(String(deleting))}
        about={t.deleteExportAbout}
        action={t.deleteExport}
        onConfirm={remove}
      />
    </Card>
  );
}
