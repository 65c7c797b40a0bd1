import { type Limits, messageBounds } from "virtual:platforms";
import { Plus, Trash2, X } from "lucide-react";
import { AreaField, TextField } from "#console/data/form/fields";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Button, IconButton } from "#console/ui/button";
import { Part } from "#console/ui/part";
import { Row } from "#console/ui/stack";
import styles from "../composer.module.css";
import { texts } from "../texts";
import { itemsOf } from "./message-form";
import { type Picture, PictureField } from "./picture-field";
import { UrlField } from "./url-field";

type CardTraits = Limits["cards"];

const NEW_BUTTON = { title: "", url: "" };

export type CardValues = {
  title: string;
  text: string;
  media: Picture;
  buttons: (typeof NEW_BUTTON)[];
};
export const NEW_CARD: CardValues = { title: "", text: "", media: null, buttons: [NEW_BUTTON] };

export const isCardReady = ({ title, media, buttons }: CardValues, traits: CardTraits) =>
  (traits.needsTitle ? title.trim() !== "" : media !== null) &&
  buttons.every((button) => button.title.trim() !== "");

function ButtonFields({
  form,
  place,
  onRemove,
}: {
  form: Fields<typeof NEW_BUTTON>;
  place: number;
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(texts).add;
  return (
    <Row as="fieldset" gap={2} align="start" wraps className={styles.pair}>
      <legend className="visually-hidden">{t.button(place + 1)}</legend>
      <TextField form={form} name="title" label={t.buttonTitle} maxLength={messageBounds.title} />
      <UrlField form={form} label={t.url} hint={t.cards.urlHint} />
      {onRemove && (
        <IconButton
          label={t.removeButton(place + 1)}
          size="small"
          icon={<X />}
          onClick={onRemove}
        />
      )}
    </Row>
  );
}

/** The fields of a card: a picture, words, and buttons, within the platform's bounds. */
export function CardFields({
  form,
  place,
  traits,
  onRemove,
}: {
  form: Fields<CardValues>;
  place: number;
  traits: CardTraits;
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(texts).add;
  const { buttons } = form.values;
  const removable = (button: number) =>
    buttons.length > 1 ? () => form.set({ buttons: buttons.toSpliced(button, 1) }) : undefined;
  return (
    <Part title={t.cards.card(place + 1)}>
      <PictureField form={form} />
      <TextField form={form} name="title" label={t.cards.cardTitle} maxLength={traits.title} />
      <AreaField form={form} name="text" label={t.text} maxLength={traits.text} />
      {itemsOf(form, "buttons").map((button, index) => (
        <ButtonFields key={index} form={button} place={index} onRemove={removable(index)} />
      ))}
      <Row gap={2}>
        {buttons.length < Math.max(traits.links, traits.replies) && (
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => form.set({ buttons: [...buttons, NEW_BUTTON] })}
          >
            {t.addButton}
          </Button>
        )}
        {onRemove && (
          <Button size="small" icon={<Trash2 />} onClick={onRemove}>
            {t.cards.remove(place + 1)}
          </Button>
        )}
      </Row>
    </Part>
  );
}
