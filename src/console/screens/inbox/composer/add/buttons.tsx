import { messageBounds } from "virtual:platforms";
import { Plus, X } from "lucide-react";
import { AreaField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useTexts } from "#console/texts/catalogue";
import { Button, IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import styles from "../composer.module.css";
import { texts } from "../texts";
import { type AddProps, itemsOf, useMessageForm } from "./message-form";

const NEW = { title: "" };

/** Sends a text with buttons that are answers. */
export default function AddButtons({ conversation, text, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const form = useMessageForm(
    conversation,
    { text: text.trim(), buttons: [NEW, NEW] },
    (values) => ({ type: "buttons", ...values }),
    (values) => values.text,
  );
  const { buttons } = form.values;
  const titles = buttons.map(({ title }) => title);
  return (
    <FormDialog
      form={form}
      title={t.buttons.title}
      about={t.buttons.about}
      action={t.send}
      isReady={[form.values.text, ...titles].every((value) => value.trim() !== "")}
      onClose={onClose}
    >
      <AreaField form={form} name="text" label={t.text} />
      {itemsOf(form, "buttons").map((button, place) => (
        // Buttons have no ids of their own.
        <Row key={place} gap={2} align="start" className={styles.line}>
          <TextField
            form={button}
            name="title"
            label={t.button(place + 1)}
            maxLength={messageBounds.title}
          />
          {buttons.length > 1 && (
            <IconButton
              label={t.removeButton(place + 1)}
              icon={<X />}
              onClick={() => form.set({ buttons: buttons.toSpliced(place, 1) })}
            />
          )}
        </Row>
      ))}
      {buttons.length < messageBounds.buttons && (
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => form.set({ buttons: [...buttons, NEW] })}
        >
          {t.addButton}
        </Button>
      )}
    </FormDialog>
  );
}
