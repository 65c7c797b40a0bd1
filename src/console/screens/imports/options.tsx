import type { BulkMode, FieldErrors } from "#client";
import { useMay, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { CountrySelect } from "#console/ui/country-select";
import { Checkbox, Field, Input, Select } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { columnTexts } from "./column-texts";
import styles from "./columns.module.css";
import { type Draft, matchFields, modes } from "./draft";

/** The errors of a field, and of its members such as `tags.1`. */
const errorsOf = (errors: FieldErrors, field: string) =>
  Object.entries(errors).flatMap(([key, texts]) =>
    key === field || key.startsWith(`${field}.`) ? texts : [],
  );

/** How the rows are written. */
export function Options({
  draft,
  errors,
  onChange,
}: {
  draft: Draft;
  errors: FieldErrors;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const t = useTexts(columnTexts);
  const { region } = useFormat();
  const { default_country } = useMe().workspace;
  const mayCreateTags = useMay("tags:write");
  return (
    <Stack gap={4}>
      <Field label={t.mode} hint={t.modeHints[draft.mode]} errors={errorsOf(errors, "mode")}>
        {(control) => (
          <Select
            value={draft.mode}
            onChange={({ target }) => onChange({ mode: target.value as BulkMode })}
            {...control}
          >
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {t.modes[mode]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset className={styles.checks}>
        <legend>{t.matchBy}</legend>
        {matchFields.map((field) => (
          <Checkbox
            key={field}
            checked={draft.matchBy.includes(field)}
            disabled={draft.matchBy.length === 1 && draft.matchBy.includes(field)}
            onChange={({ target }) =>
              onChange({
                matchBy: matchFields.filter((one) =>
                  one === field ? target.checked : draft.matchBy.includes(one),
                ),
              })
            }
          >
            {t.targets[field]}
          </Checkbox>
        ))}
      </fieldset>
      <Field label={t.addTags} hint={t.addTagsHint} errors={errorsOf(errors, "tags")}>
        {(control) => (
          <Input
            value={draft.tags}
            onChange={({ target }) => onChange({ tags: target.value })}
            {...control}
          />
        )}
      </Field>
      <Field label={t.country} errors={errorsOf(errors, "default_country")}>
        {(control) => (
          <CountrySelect
            none={default_country ? t.ownCountry(region(default_country)) : t.noCountry}
            value={draft.country || null}
            onChange={(country) => onChange({ country: country ?? "" })}
            {...control}
          />
        )}
      </Field>
      {mayCreateTags && (
        <Checkbox
          checked={draft.createTags}
          onChange={({ target }) => onChange({ createTags: target.checked })}
        >
          {t.createTags}
          <span className={styles.hint}>{t.createTagsHint}</span>
        </Checkbox>
      )}
      <Checkbox
        checked={draft.notify}
        onChange={({ target }) => onChange({ notify: target.checked })}
      >
        {t.notify}
        <span className={styles.hint}>{t.notifyHint}</span>
      </Checkbox>
    </Stack>
  );
}
