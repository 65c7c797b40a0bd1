import { useQueryClient } from "@tanstack/react-query";
import { deleteWorkspace, type WorkspaceDetail } from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
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
  const { id, name } = workspace;
  const form = useForm({ typed: "" }, (client) =>
    deleteWorkspace({ client, path: { workspace: id } }),
  );
  return (
    <FormDialog
      form={form}
      title={t.deleteTitle(name)}
      action={t.deleteAction}
      isDanger
      isReady={form.values.typed.trim() === name.trim()}
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: ["workspaces"] })}
    >
      <Note tone="red">{t.deleteAbout}</Note>
      <TextField form={form} name="typed" label={t.typeName(name)} />
    </FormDialog>
  );
}
