import { useQueryClient } from "@tanstack/react-query";
import { updateWorkspace, type WorkspaceDetail } from "#client";
import { setAnswer } from "#console/data/entities";
import { FormField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { CountrySelect } from "#console/ui/country-select";
import { texts as listTexts } from "../workspaces/texts";
import { texts } from "./texts";
import { workspaceKey } from "./use-workspace";

/** Changes a workspace's name and country. */
export function EditForm({
  workspace,
  onClose,
}: {
  workspace: WorkspaceDetail;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const l = useTexts(listTexts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const { id, name, default_country } = workspace;
  const form = useForm({ name, default_country }, (client, body) =>
    updateWorkspace({ client, path: { workspace: id }, body }),
  );
  return (
    <FormDialog
      form={form}
      title={t.edit}
      onClose={onClose}
      onDone={(answer) => {
        setAnswer(queries, workspaceKey(id), answer);
        void queries.invalidateQueries({ queryKey: ["workspaces", "list"] });
      }}
    >
      <TextField form={form} name="name" label={c.name} />
      <FormField form={form} name="default_country" label={l.country} hint={l.countryHint}>
        {(control, value, change) => (
          <CountrySelect {...control} none={l.noCountry} value={value} onChange={change} />
        )}
      </FormField>
    </FormDialog>
  );
}
