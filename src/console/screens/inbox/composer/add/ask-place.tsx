import { AreaField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "../texts";
import { type AddProps, useMessageForm } from "./message-form";

/** Asks the lead for a place by a message with a button. */
export default function AddPlaceRequest({ conversation, text, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const { title, about, question } = t.request_location;
  const form = useMessageForm(
    conversation,
    { text: text.trim() || question },
    (values) => ({ type: "request_location", ...values }),
    (values) => values.text,
  );
  return (
    <FormDialog
      form={form}
      title={title}
      about={about}
      action={t.send}
      isReady={form.values.text.trim() !== ""}
      onClose={onClose}
    >
      <AreaField form={form} name="text" label={t.text} />
    </FormDialog>
  );
}
