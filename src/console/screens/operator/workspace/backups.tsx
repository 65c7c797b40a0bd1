import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import { BackupList } from "./backup-list";
import { texts } from "./texts";
import { useWorkspaceId } from "./use-workspace";

export default function Backups() {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  return (
    <>
      <Note>{t.backupsAbout}</Note>
      <BackupList workspace={id} />
    </>
  );
}
