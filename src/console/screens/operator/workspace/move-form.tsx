import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { moveWorkspace, type WorkspaceDetail } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { Field, Select } from "#console/ui/field";
import { useDatabases } from "../databases";
import { MOVES_KEY } from "../moves";
import { texts } from "./texts";

/** Moves a workspace to another database. */
export function MoveForm({
  workspace,
  onClose,
}: {
  workspace: WorkspaceDetail;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const others = useDatabases().filter(({ name }) => name !== workspace.database);
  const [database, setDatabase] = useState(others[0]?.name ?? "");
  const { run, errors, ...state } = useAction(
    (client, body: { database: string }) =>
      moveWorkspace({ client, path: { workspace: workspace.id }, body }),
    {
      onDone() {
        return queries.invalidateQueries({ queryKey: MOVES_KEY });
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.moveTitle(workspace.name)}
      about={t.moveAbout}
      action={t.moveAction}
      fields={["database"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ database })}
    >
      <Field label={t.moveTo} errors={errors.database}>
        {(control) => (
          <Select
            {...control}
            value={database}
            onChange={({ target }) => setDatabase(target.value)}
          >
            {others.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
