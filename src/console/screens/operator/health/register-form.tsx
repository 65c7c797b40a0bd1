import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type DatabaseInput, registerDatabase } from "#client";
import { CheckField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { toast } from "#console/ui/toasts";
import { DATABASES_KEY, useDatabases } from "../databases";
import { texts as operatorTexts } from "../texts";
import { texts } from "./texts";

/** Takes a database into service that the deployed service has a binding to. */
function RegisterForm({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const o = useTexts(operatorTexts);
  const queries = useQueryClient();
  // The directory's own is called DB, the next DB_1.
  const name = `DB_${Math.max(1, useDatabases().length)}`;
  const first: DatabaseInput = { name, jurisdiction: null, is_open: true };
  const form = useForm(first, (client, body) => registerDatabase({ client, body }));
  return (
    <FormDialog
      form={form}
      title={t.register}
      about={t.registerAbout}
      action={t.registerAction}
      onClose={onClose}
      onDone={({ data }) => {
        toast(t.registered(data.name));
        void queries.invalidateQueries({ queryKey: ["health"] });
        return queries.invalidateQueries({ queryKey: DATABASES_KEY });
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t.binding}
        hint={t.bindingHint}
        spellCheck={false}
      />
      <SelectField
        form={form}
        name="jurisdiction"
        label={o.jurisdiction}
        hint={t.jurisdictionHint}
        options={o.jurisdictions}
        none={o.noJurisdiction}
      />
      <CheckField form={form} name="is_open" label={t.registerOpen} />
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
