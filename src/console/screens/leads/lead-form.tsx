import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, type Lead } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Checkbox, Field, Input, Select, TextArea } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
import {
  changesOf,
  draftOf,
  isNoAddress,
  isObject,
  type LeadDraft,
  saveLead,
  TEXT_FIELDS,
} from "./lead-draft";
import styles from "./lead-form.module.css";
import { leadKey } from "./lead-key";
import { LeadLink } from "./lead-link";
import { TagPicker } from "./tag-picker";
import { texts } from "./texts";
import { useValues } from "./use-values";
import { VariablesEditor } from "./variables-editor";

const WHO = ["first_name", "last_name", "phone", "email", "username", "ext_id"] as const;
const WHERE = ["pipeline_stage", "warmth", "source", "lost_reason"] as const;
const FURTHER = ["image", "whatsapp_phone_number_id"] as const;
const INPUT_TYPES: Record<string, string> = { email: "email", phone: "tel", image: "url" };

/** Creates a lead, or changes one: all that can be set by hand. */
export default function LeadForm({
  lead: current,
  onClose,
  onSaved,
}: {
  lead?: Lead;
  onClose: () => void;
  onSaved: (lead: Lead) => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const { fields, optionsOf } = useValues();
  const queries = useQueryClient();
  // What others change meanwhile is not what is changed here.
  const [lead] = useState(current);
  const [draft, setDraft] = useState(() => draftOf(lead));
  const { run, isBusy, error, errors } = useAction(saveLead, {
    onDone: ({ data }) => {
      void queries.invalidateQueries({ queryKey: ["leads"] });
      void queries.invalidateQueries({ queryKey: leadKey(data.id) });
    },
    next: ({ data }) => onSaved(data),
  });
  const conflicts = error instanceof ApiError ? error.conflicts : {};
  const isDataWrong = draft.data.trim() !== "" && !isObject(draft.data);
  const isNobody = !lead && WHO.every((name) => draft.texts[name].trim() === "");
  const change = (changes: Partial<LeadDraft>) => setDraft({ ...draft, ...changes });
  const setText = (name: (typeof TEXT_FIELDS)[number], text: string) =>
    change({ texts: { ...draft.texts, [name]: text } });

  const textField = (name: (typeof WHO)[number] | (typeof FURTHER)[number]) => {
    const other = conflicts[name];
    const isRefused = errors[name] && isNoAddress(name, draft.texts[name], other);
    return (
      <Field
        key={name}
        label={fields[name]}
        errors={isRefused ? [t.noAddress[name]] : errors[name]}
        hint={
          other && (
            <>
              {t.inTheWay} <LeadLink id={other} />
            </>
          )
        }
      >
        {(control) => (
          <Input
            {...control}
            type={INPUT_TYPES[name] ?? "text"}
            dir="auto"
            autoComplete="off"
            value={draft.texts[name]}
            onChange={({ target }) => setText(name, target.value)}
          />
        )}
      </Field>
    );
  };

  return (
    <Dialog
      isOpen
      kind="drawer"
      width="34rem"
      onClose={onClose}
      title={lead ? t.editLead : t.createLead}
      onSubmit={() => !isDataWrong && !isNobody && void run({ lead, body: changesOf(draft, lead) })}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={isDataWrong || isNobody}>
            {lead ? g.save : t.createLead}
          </Button>
        </>
      }
    >
      {error && !isShownAtFields(error, [...TEXT_FIELDS, "variables", "data", "tag_ids"]) && (
        <ProblemNote error={error} />
      )}
      <fieldset className={styles.fields}>
        <legend>{t.who}</legend>
        {WHO.map(textField)}
      </fieldset>
      {isNobody && <p className={styles.hint}>{t.atLeastOne}</p>}
      <fieldset className={styles.fields}>
        <legend>{t.where}</legend>
        {WHERE.map((name) => (
          <Field key={name} label={fields[name]} errors={errors[name]}>
            {(control) => (
              <Select
                {...control}
                value={draft.texts[name]}
                onChange={({ target }) => setText(name, target.value)}
              >
                <option value="">{t.noValue}</option>
                {optionsOf(name).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        <Checkbox
          checked={draft.isLost}
          onChange={({ target }) => change({ isLost: target.checked })}
        >
          {fields.is_lost}
        </Checkbox>
        <Checkbox
          checked={draft.isOptout}
          onChange={({ target }) => change({ isOptout: target.checked })}
        >
          {fields.is_optout}
        </Checkbox>
      </fieldset>
      {!lead && (
        <fieldset className={styles.part}>
          <legend>{fields.tags}</legend>
          <TagPicker isForChange chosen={draft.tagIds} onChange={(tagIds) => change({ tagIds })} />
        </fieldset>
      )}
      <VariablesEditor
        rows={draft.variables}
        errors={errors.variables}
        onChange={(variables) => change({ variables })}
      />
      <fieldset className={styles.fields}>
        <legend>{t.further}</legend>
        {FURTHER.map(textField)}
      </fieldset>
      <Field label={fields.data} hint={t.dataHint} errors={isDataWrong ? [t.notJson] : errors.data}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            value={draft.data}
            onChange={({ target }) => change({ data: target.value })}
          />
        )}
      </Field>
    </Dialog>
  );
}
