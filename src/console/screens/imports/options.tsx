import { CheckField, FormField, SelectField, TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useMay, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { CountrySelect } from "#console/ui/country-select";
import { Checkbox } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { columnTexts } from "./column-texts";
import styles from "./columns.module.css";
import { type Draft, matchFields, modes } from "./draft";

/** The options for writing the rows. */
export function Options({ form }: { form: Fields<Draft> }) {
  const t = useTexts(columnTexts);
  const { region } = useFormat();
  const { default_country } = useMe().workspace;
  const mayCreateTags = useMay("tags:write");
  const { mode, matchBy } = form.values;
  const hinted = (text: string, hint: string) => (
    <>
      {text}
      <Soft as="span" size="small" className={styles.hint}>
        {hint}
      </Soft>
    </>
  );
  return (
    <Stack gap={4}>
      <SelectField
        form={form}
        name="mode"
        label={t.mode}
        hint={t.modeHints[mode]}
        options={modes.map((one) => [one, t.modes[one]])}
      />
      <fieldset className={styles.checks}>
        <legend>{t.matchBy}</legend>
        {matchFields.map((field) => (
          <Checkbox
            key={field}
            checked={matchBy.includes(field)}
            disabled={matchBy.length === 1 && matchBy.includes(field)}
            onChange={({ target }) =>
              form.set({
                matchBy: matchFields.filter((one) =>
                  one === field ? target.checked : matchBy.includes(one),
                ),
              })
            }
          >
            {t.targets[field]}
          </Checkbox>
        ))}
      </fieldset>
      <TextField form={form} name="tags" label={t.addTags} hint={t.addTagsHint} />
      <FormField form={form} name="country" at="default_country" label={t.country}>
        {(control, value, change) => (
          <CountrySelect
            none={default_country ? t.ownCountry(region(default_country)) : t.noCountry}
            value={value || null}
            onChange={(country) => change(country ?? "")}
            {...control}
          />
        )}
      </FormField>
      {mayCreateTags && (
        <CheckField form={form} name="createTags" label={hinted(t.createTags, t.createTagsHint)} />
      )}
      <CheckField form={form} name="notify" label={hinted(t.notify, t.notifyHint)} />
    </Stack>
  );
}
