import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteWorkspace, type WorkspaceDetail } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { texts } from "./texts";

/** Deletes a workspace, once its name is typed. */
export function DeleteDialog({
  workspace,
  onClose,
}: {
  workspace: WorkspaceDetail;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const { run, ...state } = useAction(
    (client) => deleteWorkspace({ client, path: { workspace: workspace.id } }),
    {
      onDone() {
        return queries.invalidateQueries({ queryKey: ["workspaces"] });
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.deleteTitle(workspace.name)}
      action={t.deleteAction}
      isDanger
      isReady={typed.trim() === workspace.name.trim()}
      fields={[]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run(undefined)}
    >
      <Note tone="red">{t.deleteAbout}</Note>
      <Field label={t.typeName(workspace.name)}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
