import { RotateCcw, Trash2 } from "lucide-react";
import type { Backup } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Badge, type Tone } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";

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
    <DataTable
      rows={backups}
      keyOf={({ id }) => id}
      columns={[
        [c.created, ({ created_at }) => format.dateTime(created_at), "time"],
        [
          t.state,
          ({ state, reason }) => (
            <>
              <Badge tone={TONES[state]}>{t.backupStates[state]}</Badge>
              {reason && <Soft>{reason}</Soft>}
            </>
          ),
        ],
        [t.rowCount, ({ rows }) => format.number(rows), "number"],
        [t.size, ({ bytes }) => format.bytes(bytes), "number"],
        [t.keptUntil, ({ kept_until }) => format.date(kept_until), "time"],
        [
          c.more,
          (backup) => (
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
          ),
          "actions",
        ],
      ]}
    />
  );
}
