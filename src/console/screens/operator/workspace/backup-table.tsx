import { RotateCcw, Trash2 } from "lucide-react";
import type { Backup } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge, type Tone } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { Table } from "#console/ui/table";
import styles from "../operator.module.css";
import { texts } from "./texts";

const TONES: Record<Backup["state"], Tone> = {
  running: "blue",
  finished: "green",
  failed: "red",
  restoring: "blue",
  undoing: "amber",
  deleting: "plain",
};

export function BackupTable({
  backups,
  onRestore,
  onDelete,
}: {
  backups: Backup[];
  /** Undefined where nothing can be restored, because something of the workspace is there. */
  onRestore: ((backup: Backup) => void) | undefined;
  onDelete: (backup: Backup) => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  return (
    <Table>
      <thead>
        <tr>
          <th>{c.created}</th>
          <th>{t.state}</th>
          <th data-number>{t.rowCount}</th>
          <th data-number>{t.size}</th>
          <th>{t.keptUntil}</th>
          <th>
            <span className="visually-hidden">{c.more}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <tr key={backup.id}>
            <td className={styles.when}>{format.dateTime(backup.created_at)}</td>
            <td>
              <Badge tone={TONES[backup.state]}>{t.backupStates[backup.state]}</Badge>
              {backup.reason && <p className={styles.soft}>{backup.reason}</p>}
            </td>
            <td data-number>{format.number(backup.rows)}</td>
            <td data-number>{format.bytes(backup.bytes)}</td>
            <td className={styles.when}>{format.date(backup.kept_until)}</td>
            <td data-actions>
              <Row gap={2} wraps justify="end">
                {onRestore && backup.state === "finished" && (
                  <Button size="small" icon={<RotateCcw />} onClick={() => onRestore(backup)}>
                    {t.restore}
                  </Button>
                )}
                {(backup.state === "finished" || backup.state === "failed") && (
                  <IconButton
                    size="small"
                    label={t.deleteBackup(format.dateTime(backup.created_at))}
                    icon={<Trash2 />}
                    onClick={() => onDelete(backup)}
                  />
                )}
              </Row>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
