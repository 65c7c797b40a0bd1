import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type DatabaseInput, registerDatabase } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Checkbox, Field, Input } from "#console/ui/field";
import { toast } from "#console/ui/toasts";
import { DATABASES_KEY, useDatabases } from "../databases";
import { JurisdictionField } from "../jurisdiction-field";
import { texts } from "./texts";

/** Takes a database into service that the deployed service has a binding to. */
function RegisterForm({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  // The directory's own is called DB, the next DB_1.
  const next = `DB_${Math.max(1, useDatabases().length)}`;
  const [input, setInput] = useState<DatabaseInput>({
    name: next,
    jurisdiction: null,
    is_open: true,
  });
  const { run, errors, ...state } = useAction(
    (client, body: DatabaseInput) => registerDatabase({ client, body }),
    {
      onDone({ data }) {
        toast(t.registered(data.name));
        void queries.invalidateQueries({ queryKey: ["health"] });
        return queries.invalidateQueries({ queryKey: DATABASES_KEY });
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.register}
      about={t.registerAbout}
      action={t.registerAction}
      fields={["name", "jurisdiction"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run(input)}
    >
      <Field label={t.binding} hint={t.bindingHint} errors={errors.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={input.name}
            onChange={({ target }) => setInput({ ...input, name: target.value })}
          />
        )}
      </Field>
      <JurisdictionField
        hint={t.jurisdictionHint}
        errors={errors.jurisdiction}
        value={input.jurisdiction ?? null}
        onChange={(jurisdiction) => setInput({ ...input, jurisdiction })}
      />
      <Checkbox
        checked={input.is_open ?? true}
        onChange={({ target }) => setInput({ ...input, is_open: target.checked })}
      >
        {t.registerOpen}
      </Checkbox>
    </FormDialog>
  );
}

export function RegisterButton() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Plus />} onClick={() => setOpen(true)}>
        {t.register}
      </Button>
      {isOpen && <RegisterForm onClose={() => setOpen(false)} />}
    </>
  );
}
