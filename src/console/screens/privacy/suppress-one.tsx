import { useQueryClient } from "@tanstack/react-query";
import { addSuppression, type ConsentScope, type SuppressionKind } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { platformTexts } from "#console/names/platform-texts";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { toast } from "#console/ui/toasts";
import { suppressionTexts } from "./suppression-texts";

type Values = { kind: SuppressionKind; value: string; scope: ConsentScope };

const EMPTY: Values = { kind: "phone", value: "", scope: "all" };

/** Adds an address to those that are not written to. */
export function SuppressOne({ onClose }: { onClose: () => void }) {
  const t = useTexts(suppressionTexts);
  const { suppressed } = useTexts(platformTexts);
  const queries = useQueryClient();
  const { consentScopes } = useTexts(nameTexts);
  const form = useForm(EMPTY, (client, { kind, value, scope }) =>
    addSuppression({ client, body: { [kind]: value, scope } }),
  );
  const [fault = form.values.kind] = Object.keys(form.errors);
  return (
    <FormDialog
      form={form}
      title={t.addTitle}
      about={t.addAbout}
      action={t.add}
      onClose={onClose}
      onDone={() => {
        void queries.invalidateQueries({ queryKey: ["suppressions"] });
        toast(t.added);
      }}
    >
      <SelectField form={form} name="kind" label={t.kind} options={suppressed} />
      <TextField form={form} name="value" at={fault} label={t.value} spellCheck={false} />
      <SelectField form={form} name="scope" label={t.scope} options={consentScopes} />
    </FormDialog>
  );
}
