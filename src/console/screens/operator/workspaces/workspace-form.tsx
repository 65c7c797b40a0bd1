import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createWorkspace, type NewWorkspace, type WorkspaceInput } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { SecretDialog } from "#console/screens/developers/secret-dialog";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { CountrySelect } from "#console/ui/country-select";
import { Field, Input, Select } from "#console/ui/field";
import { useDatabases } from "../databases";
import { JurisdictionField } from "../jurisdiction-field";
import { texts } from "./texts";

const FIELDS = ["name", "default_country", "database", "jurisdiction"];
const EMPTY: WorkspaceInput = {
  name: "",
  default_country: null,
  database: null,
  jurisdiction: null,
};

/** Creates a workspace, and shows its first token once. */
export function WorkspaceForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const databases = useDatabases();
  const [input, setInput] = useState(EMPTY);
  const [made, setMade] = useState<NewWorkspace | null>(null);
  const { run, errors, reset, ...state } = useAction(
    (client, body: WorkspaceInput) => createWorkspace({ client, body }),
    {
      onDone({ data }) {
        setMade(data);
        setInput(EMPTY);
        onClose();
        return queries.invalidateQueries({ queryKey: ["workspaces"] });
      },
    },
  );
  const close = () => {
    reset();
    onClose();
  };
  const open = () => {
    setMade(null);
    if (made)
      void navigate({ to: "/workspaces/$workspace", params: { workspace: String(made.id) } });
  };
  return (
    <>
      {isOpen && (
        <FormDialog
          title={t.create}
          action={t.create}
          fields={FIELDS}
          state={state}
          onClose={close}
          onSubmit={() => void run(input)}
        >
          <Field label={c.name} errors={errors.name}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={input.name}
                onChange={({ target }) => setInput({ ...input, name: target.value })}
              />
            )}
          </Field>
          <Field label={t.country} hint={t.countryHint} errors={errors.default_country}>
            {(control) => (
              <CountrySelect
                {...control}
                none={t.noCountry}
                value={input.default_country ?? null}
                onChange={(default_country) => setInput({ ...input, default_country })}
              />
            )}
          </Field>
          {databases.length > 1 && (
            <Field label={t.database} errors={errors.database}>
              {(control) => (
                <Select
                  {...control}
                  value={input.database ?? ""}
                  onChange={({ target }) => setInput({ ...input, database: target.value || null })}
                >
                  <option value="">{t.anyDatabase}</option>
                  {databases.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {databases.some(({ jurisdiction }) => jurisdiction !== null) && (
            <JurisdictionField
              hint={t.jurisdictionHint}
              errors={errors.jurisdiction}
              value={input.jurisdiction ?? null}
              onChange={(jurisdiction) => setInput({ ...input, jurisdiction })}
            />
          )}
        </FormDialog>
      )}
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
