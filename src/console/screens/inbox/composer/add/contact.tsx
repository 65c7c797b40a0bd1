import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "../texts";
import { type AddProps, useMessageForm } from "./message-form";

const listOf = (value: string) => (value.trim() === "" ? [] : [value.trim()]);

/** Sends the card of a person. */
export default function AddContact({ conversation, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const form = useMessageForm(
    conversation,
    { name: "", phone: "", email: "" },
    ({ name, phone, email }) => ({
      type: "contacts",
      contacts: [{ name: name.trim(), phones: listOf(phone), emails: listOf(email) }],
    }),
    ({ name }) => name,
  );
  const { name, phone, email } = form.values;
  return (
    <FormDialog
      form={form}
      title={t.contacts.title}
      action={t.send}
      isReady={name.trim() !== "" && `${phone}${email}`.trim() !== ""}
      onClose={onClose}
    >
      <TextField form={form} name="name" at="contacts.0.name" label={t.contacts.name} />
      <TextField
        form={form}
        name="phone"
        at="contacts.0.phones"
        type="tel"
        label={t.contacts.phone}
        hint={t.contacts.phoneHint}
      />
      <TextField
        form={form}
        name="email"
        at="contacts.0.emails"
        type="email"
        label={t.contacts.email}
      />
    </FormDialog>
  );
}
