import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { updateWorkspace, type WorkspaceDetail, type WorkspacePatch } from "#client";
import { setAnswer } from "#console/data/entities";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { CountrySelect } from "#console/ui/country-select";
import { Field, Input } from "#console/ui/field";
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
  const [name, setName] = useState(workspace.name);
  const [country, setCountry] = useState(workspace.default_country);
  const { run, errors, ...state } = useAction(
    (client, body: WorkspacePatch) =>
      updateWorkspace({ client, path: { workspace: workspace.id }, body }),
    {
      onDone(answer) {
        setAnswer(queries, workspaceKey(workspace.id), answer);
        void queries.invalidateQueries({ queryKey: ["workspaces", "list"] });
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.edit}
      action={c.save}
      fields={["name", "default_country"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ name, default_country: country })}
    >
      <Field label={c.name} errors={errors.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label={l.country} hint={l.countryHint} errors={errors.default_country}>
        {(control) => (
          <CountrySelect {...control} none={l.noCountry} value={country} onChange={setCountry} />
        )}
      </Field>
    </FormDialog>
  );
}
