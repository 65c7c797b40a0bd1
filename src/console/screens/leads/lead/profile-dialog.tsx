import { useState } from "react";
import type { Lead, LeadProfile, LeadProfileFields } from "#client";
import { AreaField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { type Fields, useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Checkbox } from "#console/ui/field";
import { texts } from "../texts";
import { useValues } from "../use-values";
import { draftOf, saveProfile } from "./profile-draft";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

type FieldName = keyof LeadProfileFields;

const CHOICES = ["occupation_status", "maturity_level", "engagement_level"] as const;
const LINES = ["blockers", "levers"] as const;
const TEXTS = [
  "professional_situation",
  "primary_objective",
  "verbatim",
  "lost_reason_detail",
] as const;

/** A choice of the fields set by hand that are given back to the analyses. */
function Released({
  form,
  profile,
}: {
  form: Fields<{ released: readonly FieldName[] }>;
  profile: LeadProfile;
}) {
  const t = useTexts(leadTexts);
  const { fields } = useValues();
  const { released } = form.values;
  const byHand = [...TEXTS, ...LINES, "age" as const, ...CHOICES].filter(
    (name) => profile.fields[name].source === "api",
  );
  if (byHand.length === 0) return null;
  return (
    <fieldset>
      <legend>{t.release}</legend>
      {byHand.map((name) => (
        <Checkbox
          key={name}
          checked={released.includes(name)}
          onChange={({ target }) => {
            const others = released.filter((each) => each !== name);
            form.set({ released: target.checked ? [...others, name] : others });
          }}
        >
          {fields[name]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Sets the profile by hand, or gives fields of it back to the analyses. */
export default function ProfileDialog({
  lead,
  profile: current,
  onClose,
}: {
  lead: Lead;
  profile: LeadProfile;
  onClose: () => void;
}) {
  const t = useTexts(leadTexts);
  const { noValue } = useTexts(texts);
  const { fields, optionsOf } = useValues();
  // Facts that are found meanwhile are not changes made here.
  const [profile] = useState(current);
  const released: readonly FieldName[] = [];
  const form = useForm({ ...draftOf(profile), released }, (client, { released, ...draft }) =>
    saveProfile(client, { profile, draft, released }),
  );
  return (
    <FormDialog
      form={form}
      kind="drawer"
      title={t.editProfile}
      about={t.editProfileAbout}
      onClose={onClose}
      onDone={useLeadChange(lead.id)}
    >
      {[...TEXTS, ...LINES].map((name) => (
        <AreaField
          key={name}
          form={form}
          name={name}
          at={`profile.${name}`}
          label={fields[name]}
          hint={name === "blockers" || name === "levers" ? t.oneALine : undefined}
          rows={2}
          dir="auto"
        />
      ))}
      <TextField form={form} name="age" label={fields.age} type="number" min={0} max={150} />
      {CHOICES.map((name) => (
        <SelectField
          key={name}
          form={form}
          name={name}
          label={fields[name]}
          options={[["", noValue], ...optionsOf(name)]}
        />
      ))}
      <Released form={form} profile={profile} />
    </FormDialog>
  );
}
