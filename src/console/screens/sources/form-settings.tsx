import type { Source, SourceConsent } from "#client";
import { AreaField, SelectField, TextField } from "#console/data/form/fields";
import { part } from "#console/data/form/use-form";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Facts } from "#console/ui/layout";
import { Part } from "#console/ui/part";
import { Soft } from "#console/ui/text";
import { FormFields, formIn, newForm, type WrittenForm } from "./form-fields";
import { SettingsDialog, useSettings } from "./settings-form";
import { texts } from "./texts";

const pathText = (path: SourceConsent["from"]) =>
  typeof path === "string" ? path : path.join(".");

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The pages that have a form, and what keeps programs away. */
export function FormFacts({ source: { form, consent } }: { source: Source }) {
  const t = useTexts(texts);
  const { consentScopes } = useTexts(nameTexts);
  return (
    <Facts
      facts={[
        [t.form.origins, form?.origins.join(", ")],
        [t.form.redirect, form?.redirect_url],
        [t.form.honeypot, form?.honeypot && <code>{form.honeypot}</code>],
        [t.form.hasTurnstile, form?.has_turnstile && t.form.isOn],
        [t.consentTitle, consent && `${pathText(consent.from)} · ${consentScopes[consent.scope]}`],
      ]}
    />
  );
}

const written = ({ form }: Source): WrittenForm => ({
  ...newForm(),
  origins: form?.origins.join("\n") ?? "",
  redirect_url: form?.redirect_url ?? "",
  honeypot: form?.honeypot ?? "",
});

const writtenConsent = ({ consent }: Source) => ({
  from: consent ? pathText(consent.from) : "",
  equals: (consent?.equals ?? ["on", "yes", "oui"]).join("\n"),
  scope: consent?.scope ?? ("marketing" as const),
});
type WrittenConsent = ReturnType<typeof writtenConsent>;

/** A path of several keys, as the API has given it, stays one as long as it is not typed anew. */
const consentIn = ({ consent }: Source, typed: WrittenConsent): SourceConsent | null => {
  const from = typed.from.trim();
  if (from === "") return null;
  const path = consent && pathText(consent.from) === from ? consent.from : from;
  return { from: path, equals: linesOf(typed.equals), scope: typed.scope };
};

/** Changes a web form, and what of it is a consent. */
export function FormSettings({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useTexts(texts);
  const { consentScopes } = useTexts(nameTexts);
  const form = useSettings(
    source,
    () => ({ form: written(source), consent: writtenConsent(source) }),
    (values) => ({ form: formIn(values.form), consent: consentIn(source, values.consent) }),
  );
  const consent = part(form, "consent");
  return (
    <SettingsDialog source={source} form={form} title={t.formTitle} onClose={onClose}>
      <FormFields form={part(form, "form")} hasTurnstile={source.form?.has_turnstile ?? false} />
      <Part title={t.consentTitle} gap={3}>
        <Soft size="small">{t.consent.about}</Soft>
        <TextField
          form={consent}
          name="from"
          label={t.consent.field}
          hint={t.consent.fieldHint}
          dir="ltr"
          spellCheck={false}
        />
        <AreaField
          form={consent}
          name="equals"
          label={t.consent.equals}
          hint={t.consent.equalsHint}
          rows={3}
        />
        <SelectField form={consent} name="scope" label={t.consent.scope} options={consentScopes} />
      </Part>
    </SettingsDialog>
  );
}
