import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createWorkspace, type NewWorkspace, type WorkspaceInput } from "#client";
import { FormField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { SecretDialog } from "#console/screens/developers/secret-dialog";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { CountrySelect } from "#console/ui/country-select";
import { namesOf, useDatabases } from "../databases";
import { texts as operatorTexts } from "../texts";
import { texts } from "./texts";

const EMPTY: WorkspaceInput = {
  name: "",
  default_country: null,
  database: null,
  jurisdiction: null,
};

type Made = { data: NewWorkspace };

function CreateDialog({ onClose, onDone }: { onClose: () => void; onDone: (made: Made) => void }) {
  const t = useTexts(texts);
  const o = useTexts(operatorTexts);
  const c = useTexts(general);
  const databases = useDatabases();
  const form = useForm(EMPTY, (client, body) => createWorkspace({ client, body }));
  return (
    <FormDialog form={form} title={t.create} action={t.create} onClose={onClose} onDone={onDone}>
      <TextField form={form} name="name" label={c.name} />
      <FormField form={form} name="default_country" label={t.country} hint={t.countryHint}>
        {(control, value, change) => (
          <CountrySelect {...control} none={t.noCountry} value={value ?? null} onChange={change} />
        )}
      </FormField>
      {databases.length > 1 && (
        <SelectField
          form={form}
          name="database"
          label={t.database}
          options={namesOf(databases)}
          none={t.anyDatabase}
        />
      )}
      {databases.some(({ jurisdiction }) => jurisdiction !== null) && (
        <SelectField
          form={form}
          name="jurisdiction"
          label={o.jurisdiction}
          hint={t.jurisdictionHint}
          options={o.jurisdictions}
          none={o.noJurisdiction}
        />
      )}
    </FormDialog>
  );
}

/** Creates a workspace, and shows its first token once. */
export function WorkspaceForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<NewWorkspace | null>(null);
  const created = ({ data }: Made) => {
    setMade(data);
    return queries.invalidateQueries({ queryKey: ["workspaces"] });
  };
  const open = () => {
    setMade(null);
    if (made)
      void navigate({ to: "/workspaces/$workspace", params: { workspace: String(made.id) } });
  };
  return (
    <>
      {isOpen && <CreateDialog onClose={onClose} onDone={created} />}
      <SecretDialog
        title={made ? t.made(made.name) : ""}
        secret={made?.token ?? null}
        onClose={open}
      >
        <p>{t.firstToken}</p>
      </SecretDialog>
    </>
  );
}
