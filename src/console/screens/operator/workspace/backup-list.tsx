import { useQueryClient } from "@tanstack/react-query";
import { Archive, Plus } from "lucide-react";
import { useState } from "react";
import {
  type Backup,
  createBackup,
  deleteBackup,
  listBackups,
  type WorkspaceRemoval,
} from "#client";
import { useAction } from "#console/data/forms";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { useProblemToast } from "#console/ui/toasts";
import { BackupTable } from "./backup-table";
import { RestoreForm } from "./restore-form";
import { texts } from "./texts";

const POLL_MS = 2_000;
const RESTING: Backup["state"][] = ["finished", "failed"];

/** A workspace's backups. One that is gone, to the last of its rows, can be restored from them. */
export function BackupList({
  workspace,
  removal,
}: {
  workspace: number;
  /** Undefined where the workspace is there. */
  removal?: WorkspaceRemoval["state"];
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const toastProblem = useProblemToast();
  const [restored, setRestored] = useState<Backup | null>(null);
  const [deleted, setDeleted] = useState<Backup | null>(null);
  const [isPolling, setPolling] = useState(false);
  const key = ["workspaces", workspace, "backups"];
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const backups = useList(
    key,
    (client, page, signal) => listBackups({ client, path: { workspace }, query: page, signal }),
    { refetchInterval: isPolling ? POLL_MS : false },
  );
  const isAtWork = backups.items.some(({ state }) => !RESTING.includes(state));
  if (isAtWork !== isPolling) setPolling(isAtWork);
  const create = useAction((client) => createBackup({ client, path: { workspace } }), {
    onDone: refresh,
    onFailed: toastProblem,
  });
  const backUp = !removal && (
    <Button
      size="small"
      kind="primary"
      icon={<Plus />}
      isBusy={create.isBusy}
      onClick={() => void create.run(undefined)}
    >
      {t.backUp}
    </Button>
  );
  return (
    <Card title={t.backups} isPadded={false} actions={backups.items.length > 0 && backUp}>
      <ListView
        list={backups}
        empty={
          <EmptyState icon={<Archive />} title={t.noBackups} actions={backUp}>
            {removal ? t.noBackupsGone : t.noBackupsAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <BackupTable
            backups={items}
            onRestore={removal === "removed" ? setRestored : undefined}
            onDelete={setDeleted}
          />
        )}
      </ListView>
      {restored && (
        <RestoreForm backup={restored} onClose={() => setRestored(null)} onBegun={refresh} />
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        title={t.deleteBackupTitle}
        about={t.deleteBackupAbout}
        action={c.delete}
        onConfirm={async () => {
          if (deleted) await deleteBackup({ client, path: { backup: deleted.id } });
          await refresh();
        }}
      />
    </Card>
  );
}
