import type { Source } from "#client";
import { FormField, SelectField, SwitchField, TextField } from "#console/data/form/fields";
import { useTags } from "#console/data/tags";
import { nameTexts } from "#console/names/texts";
import columns from "#console/screens/imports/columns.module.css";
import { TagPicker } from "#console/screens/leads/tag-picker";
import { useMay, useMe } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { CountrySelect } from "#console/ui/country-select";
import { Checkbox } from "#console/ui/field";
import { Facts } from "#console/ui/layout";
import { Part } from "#console/ui/part";
import { SettingsDialog, useSettings } from "./settings-form";
import { texts } from "./texts";

type Match = Source["match_by"][number];
const MATCHES: readonly Match[] = ["lead_ref", "ext_id", "phone", "email"];

/** The names of the fields that find a lead. */
function useMatchNames(): Record<Match, string> {
  const { leadRef } = useTexts(texts);
  const { ext_id, phone, email } = useTexts(nameTexts).fields;
  return { lead_ref: leadRef, ext_id, phone, email };
}

/** The leads that a source makes and changes. */
export function LeadFacts({ source }: { source: Source }) {
  const t = useTexts(texts);
  const format = useFormat();
  const matchNames = useMatchNames();
  const { data: tags } = useTags();
  const { default_country: country } = source;
  const labels = source.tag_ids.map((id) => tags?.find((tag) => tag.id === id)?.label ?? `#${id}`);
  return (
    <Facts
      facts={[
        [t.create, source.create ? t.creates : t.createsNot],
        [t.update, t.updates[source.update]],
        [t.matchBy, format.list(source.match_by.map((one) => matchNames[one]))],
        [t.tags, labels.join(", ")],
        [t.country, country && format.region(country)],
      ]}
    />
  );
}

function MatchBy({ chosen, onChange }: { chosen: Match[]; onChange: (fields: Match[]) => void }) {
  const t = useTexts(texts);
  const matchNames = useMatchNames();
  // The order of the source's own comes first: the first that finds somebody counts.
  const order = [...chosen, ...MATCHES.filter((one) => !chosen.includes(one))];
  const sorted = MATCHES.every((one) => order.includes(one)) ? MATCHES : order;
  return (
    <fieldset className={columns.checks}>
      <legend>{t.matchBy}</legend>
      {sorted.map((field) => (
        <Checkbox
          key={field}
          checked={chosen.includes(field)}
          disabled={chosen.length === 1 && chosen.includes(field)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, field] : chosen.filter((one) => one !== field))
          }
        >
          {matchNames[field]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Changes how those who come are matched with the leads that are there. */
export function LeadSettings({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useTexts(texts);
  const { region } = useFormat();
  const { default_country: own } = useMe().workspace;
  const mayTag = useMay("tags:read");
  const { name, create, update, match_by, tag_ids, default_country } = source;
  const form = useSettings(
    source,
    { name, create, update, match_by, tag_ids, default_country },
    (values) => values,
  );
  const { match_by: chosen, tag_ids: tags } = form.values;
  return (
    <SettingsDialog
      source={source}
      form={form}
      title={t.leads}
      about={t.leadsAbout}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t.name} />
      <SwitchField
        form={form}
        name="create"
        label={`${t.create} ${t.creates}`}
        hint={t.createHint}
      />
      <SelectField form={form} name="update" label={t.update} options={t.updates} />
      <MatchBy chosen={chosen} onChange={(fields) => form.set({ match_by: fields })} />
      <FormField form={form} name="default_country" label={t.country}>
        {(control, value, change) => (
          <CountrySelect
            none={own ? t.ownCountry(region(own)) : t.noCountry}
            value={value}
            onChange={change}
            {...control}
          />
        )}
      </FormField>
      {mayTag && (
        <Part title={t.tags}>
          <TagPicker isForChange chosen={tags} onChange={(ids) => form.set({ tag_ids: ids })} />
        </Part>
      )}
    </SettingsDialog>
  );
}
