import { useState } from "react";
import type { Lead, LeadProfile, LeadProfileFields } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox, Field, Input, Select, TextArea } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
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
  const g = useTexts(general);
  const { fields, optionsOf } = useValues();
  // What is found meanwhile is not what is changed here.
  const [profile] = useState(current);
  const [draft, setDraft] = useState(() => draftOf(profile));
  const [released, setReleased] = useState<FieldName[]>([]);
  const reloaded = useLeadChange(lead.id);
  const { run, isBusy, error, errors } = useAction(saveProfile, {
    onDone: reloaded,
    next: onClose,
  });
  const set = (name: FieldName, text: string) => setDraft({ ...draft, [name]: text });
  const byHand = [...TEXTS, ...LINES, "age" as const, ...CHOICES].filter(
    (name) => profile.fields[name].source === "api",
  );
  const shown = [...CHOICES, "age", ...[...TEXTS, ...LINES].map((name) => `profile.${name}`)];
  return (
    <Dialog
      isOpen
      kind="drawer"
      onClose={onClose}
      title={t.editProfile}
      about={t.editProfileAbout}
      onSubmit={() => void run({ profile, draft, released })}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {g.save}
          </Button>
        </>
      }
    >
      {error && !isShownAtFields(error, shown) && <ProblemNote error={error} />}
      {[...TEXTS, ...LINES].map((name) => (
        <Field
          key={name}
          label={fields[name]}
          hint={name === "blockers" || name === "levers" ? t.oneALine : undefined}
          errors={errors[`profile.${name}`]}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              dir="auto"
              value={draft[name]}
              onChange={({ target }) => set(name, target.value)}
            />
          )}
        </Field>
      ))}
      <Field label={fields.age} errors={errors.age}>
        {(control) => (
          <Input
            {...control}
            type="number"
            min={0}
            max={150}
            value={draft.age}
            onChange={({ target }) => set("age", target.value)}
          />
        )}
      </Field>
      {CHOICES.map((name) => (
        <Field key={name} label={fields[name]} errors={errors[name]}>
          {(control) => (
            <Select
              {...control}
              value={draft[name]}
              onChange={({ target }) => set(name, target.value)}
            >
              <option value="">{noValue}</option>
              {optionsOf(name).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {byHand.length > 0 && (
        <fieldset>
          <legend>{t.release}</legend>
          {byHand.map((name) => (
            <Checkbox
              key={name}
              checked={released.includes(name)}
              onChange={({ target }) =>
                setReleased(
                  target.checked ? [...released, name] : released.filter((each) => each !== name),
                )
              }
            >
              {fields[name]}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
