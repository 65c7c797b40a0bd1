import { useQueryClient } from "@tanstack/react-query";
import { moveWorkspace, type WorkspaceDetail } from "#client";
import { SelectField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { namesOf, useDatabases } from "../databases";
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
  const form = useForm({ database: others[0]?.name ?? "" }, (client, body) =>
    moveWorkspace({ client, path: { workspace: workspace.id }, body }),
  );
  return (
    <FormDialog
      form={form}
      title={t.moveTitle(workspace.name)}
      about={t.moveAbout}
      action={t.moveAction}
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: MOVES_KEY })}
    >
      <SelectField form={form} name="database" label={t.moveTo} options={namesOf(others)} />
    </FormDialog>
  );
}
