import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, type Lead } from "#client";
import { AreaField, CheckField, SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { type Fields, useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { formNames, isChoice, typeOf } from "./fields";
import { draftOf, isNoAddress, isObject, type LeadDraft, saveLead } from "./lead-draft";
import styles from "./lead-form.module.css";
import { leadKey } from "./lead-key";
import { LeadLink } from "./lead-link";
import { TagPicker } from "./tag-picker";
import { texts } from "./texts";
import { useValues } from "./use-values";
import { VariablesEditor } from "./variables-editor";

const [WHO, WHERE, FURTHER] = [formNames("who"), formNames("where"), formNames("further")];

type Form = Fields<LeadDraft> & { error: unknown };

/** A text of a lead, with a link to the lead that has it already. */
function LeadText({
  form,
  name,
}: {
  form: Form;
  name: (typeof WHO | typeof WHERE | typeof FURTHER)[number];
}) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const other = form.error instanceof ApiError ? form.error.conflicts[name] : undefined;
  const isRefused = form.errors[name] && isNoAddress(name, form.values[name], other);
  return (
    <TextField
      form={form}
      name={name}
      label={fields[name]}
      fault={isRefused && t.noAddress[name]}
      hint={
        other && (
          <>
            {t.inTheWay} <LeadLink id={other} />
          </>
        )
      }
      type={typeOf(name)}
      dir="auto"
    />
  );
}

function Texts({
  form,
  title,
  names,
}: {
  form: Form;
  title: string;
  names: typeof WHO | typeof FURTHER;
}) {
  return (
    <fieldset className={styles.fields}>
      <legend>{title}</legend>
      {names.map((name) => (
        <LeadText key={name} form={form} name={name} />
      ))}
    </fieldset>
  );
}

function Where({ form }: { form: Form }) {
  const t = useTexts(texts);
  const { fields, optionsOf } = useValues();
  return (
    <fieldset className={styles.fields}>
      <legend>{t.where}</legend>
      {WHERE.map((name) =>
        isChoice(name) ? (
          <SelectField
            key={name}
            form={form}
            name={name}
            label={fields[name]}
            options={[["", t.noValue], ...optionsOf(name)]}
          />
        ) : (
          <LeadText key={name} form={form} name={name} />
        ),
      )}
      <CheckField form={form} name="is_lost" label={fields.is_lost} />
      <CheckField form={form} name="is_optout" label={fields.is_optout} />
      <CheckField form={form} name="is_marketing_optout" label={fields.is_marketing_optout} />
    </fieldset>
  );
}

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
  const { fields } = useValues();
  const queries = useQueryClient();
  // Changes by others meanwhile are not changes made here.
  const [lead] = useState(current);
  const form = useForm(draftOf(lead), (client, draft) => saveLead(client, draft, lead));
  const { data, tag_ids } = form.values;
  const isDataWrong = data.trim() !== "" && !isObject(data);
  const isNobody = !lead && WHO.every((name) => form.values[name].trim() === "");
  return (
    <FormDialog
      form={form}
      kind="drawer"
      width="34rem"
      title={lead ? t.editLead : t.createLead}
      action={lead ? g.save : t.createLead}
      isReady={!isDataWrong && !isNobody}
      onClose={onClose}
      onDone={({ data: { id } }) => {
        void queries.invalidateQueries({ queryKey: ["leads"] });
        void queries.invalidateQueries({ queryKey: leadKey(id) });
      }}
      next={({ data }) => onSaved(data)}
    >
      <Texts form={form} title={t.who} names={WHO} />
      {isNobody && <Soft>{t.atLeastOne}</Soft>}
      <Where form={form} />
      {!lead && (
        <Stack as="fieldset" gap={2} className={styles.part}>
          <legend>{fields.tags}</legend>
          <TagPicker isForChange chosen={tag_ids} onChange={(ids) => form.set({ tag_ids: ids })} />
        </Stack>
      )}
      <VariablesEditor form={form} />
      <Texts form={form} title={t.further} names={FURTHER} />
      <AreaField
        form={form}
        name="data"
        label={fields.data}
        hint={t.dataHint}
        fault={isDataWrong && t.notJson}
        rows={3}
      />
    </FormDialog>
  );
}
