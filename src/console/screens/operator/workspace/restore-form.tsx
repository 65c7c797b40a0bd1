import { type Backup, restoreBackup } from "#client";
import { SelectField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import { namesOf, useDatabases } from "../databases";
import { texts } from "./texts";

/** Brings a workspace back from a backup, to the database that it was in or to another one. */
export function RestoreForm({
  backup: { id, workspace_name, database },
  onClose,
  onBegun,
}: {
  backup: Backup;
  onClose: () => void;
  onBegun: () => unknown;
}) {
  const t = useTexts(texts);
  const databases = useDatabases();
  const form = useForm({ database }, (client, body) =>
    restoreBackup({ client, path: { backup: id }, body }),
  );
  return (
    <FormDialog
      form={form}
      title={t.restoreTitle(workspace_name)}
      action={t.restore}
      isDanger
      onClose={onClose}
      onDone={onBegun}
    >
      <Note tone="amber">{t.restoreAbout}</Note>
      {databases.length > 1 && (
        <SelectField form={form} name="database" label={t.restoreTo} options={namesOf(databases)} />
      )}
    </FormDialog>
  );
}
