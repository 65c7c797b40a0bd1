import { useState } from "react";
import { type Backup, type RestoreInput, restoreBackup } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { Field, Select } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { useDatabases } from "../databases";
import { texts } from "./texts";

/** Brings a workspace back from a backup, to the database that it was in or to another one. */
export function RestoreForm({
  backup,
  onClose,
  onBegun,
}: {
  backup: Backup;
  onClose: () => void;
  onBegun: () => unknown;
}) {
  const t = useTexts(texts);
  const databases = useDatabases();
  const isChoice = databases.length > 1;
  const [database, setDatabase] = useState(backup.database);
  const { run, errors, ...state } = useAction(
    (client, body: RestoreInput) => restoreBackup({ client, path: { backup: backup.id }, body }),
    {
      onDone() {
        return onBegun();
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.restoreTitle(backup.workspace_name)}
      action={t.restore}
      isDanger
      fields={isChoice ? ["database"] : []}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ database })}
    >
      <Note tone="amber">{t.restoreAbout}</Note>
      {isChoice && (
        <Field label={t.restoreTo} errors={errors.database}>
          {(control) => (
            <Select
              {...control}
              value={database}
              onChange={({ target }) => setDatabase(target.value)}
            >
              {databases.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
