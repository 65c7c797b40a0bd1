import { messageBounds } from "virtual:platforms";
import { AreaField, CheckField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { part } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "../texts";
import { type AddProps, useMessageForm } from "./message-form";

/** Sends a text with a button that opens a form of WhatsApp's. */
export default function AddFlow({ conversation, text, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const form = useMessageForm(
    conversation,
    { text: text.trim(), flow: { flow_id: "", cta: "", screen: "", isDraft: false } },
    ({ flow: { isDraft, ...flow }, ...message }) => ({
      ...{ type: "flow", ...message },
      flow: { ...flow, ...(isDraft && { mode: "draft" }) },
    }),
    (values) => values.text,
  );
  const { flow } = form.values;
  const fields = part(form, "flow");
  return (
    <FormDialog
      form={form}
      title={t.flow.title}
      about={t.flow.about}
      action={t.send}
      isReady={[form.values.text, flow.flow_id, flow.cta].every((value) => value.trim() !== "")}
      onClose={onClose}
    >
      <AreaField form={form} name="text" label={t.text} />
      <TextField
        form={fields}
        name="flow_id"
        label={t.flow.id}
        hint={t.flow.idHint}
        inputMode="numeric"
      />
      <TextField form={fields} name="cta" label={t.flow.cta} maxLength={messageBounds.title} />
      <TextField form={fields} name="screen" label={t.flow.screen} hint={t.flow.screenHint} />
      <CheckField form={fields} name="isDraft" label={t.flow.draft} />
    </FormDialog>
  );
}
