import { messageBounds, platformLimits } from "virtual:platforms";
import { Plus, X } from "lucide-react";
import { AreaField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useTexts } from "#console/texts/catalogue";
import { Button, IconButton } from "#console/ui/button";
import { Part } from "#console/ui/part";
import { texts } from "../texts";
import { type AddProps, itemsOf, useMessageForm } from "./message-form";
import { type Picture, PictureField } from "./picture-field";
import { UrlField } from "./url-field";

const NEW = { title: "", url: "" };

type Values = { text: string; media: Picture; link_buttons: (typeof NEW)[] };

/** Sends a text with buttons that open addresses. */
export default function AddLinkButtons({ conversation, text, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const { most, hasMedia } = platformLimits[conversation.platform].linkButtons;
  const form = useMessageForm<Values>(
    conversation,
    { text: text.trim(), media: null, link_buttons: [NEW] },
    ({ media, ...message }) => ({
      type: "link_button",
      ...message,
      ...(media && { media: { id: media.id } }),
    }),
    (values) => values.text,
  );
  const { link_buttons: buttons } = form.values;
  const isReady =
    form.values.text.trim() !== "" && buttons.every(({ title, url }) => title.trim() && url.trim());
  return (
    <FormDialog
      form={form}
      title={t.link_button.title}
      action={t.send}
      isReady={isReady}
      onClose={onClose}
    >
      {hasMedia && <PictureField form={form} />}
      <AreaField form={form} name="text" label={t.text} />
      {itemsOf(form, "link_buttons").map((button, place) => (
        // Buttons have no ids of their own.
        <Part key={place} title={t.button(place + 1)}>
          <TextField
            form={button}
            name="title"
            label={t.buttonTitle}
            maxLength={messageBounds.title}
          />
          <UrlField form={button} label={t.url} />
          {buttons.length > 1 && (
            <IconButton
              label={t.removeButton(place + 1)}
              size="small"
              icon={<X />}
              onClick={() => form.set({ link_buttons: buttons.toSpliced(place, 1) })}
            />
          )}
        </Part>
      ))}
      {buttons.length < most && (
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => form.set({ link_buttons: [...buttons, NEW] })}
        >
          {t.addButton}
        </Button>
      )}
    </FormDialog>
  );
}
