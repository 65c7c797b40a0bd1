import { messageBounds, platformLimits } from "virtual:platforms";
import { Plus } from "lucide-react";
import { AreaField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { texts } from "../texts";
import { CardFields, type CardValues, isCardReady, NEW_CARD } from "./card-fields";
import { type AddProps, itemsOf, useMessageForm } from "./message-form";

type Values = { text: string; cards: CardValues[] };

/** A button without an address is a reply. */
const cardOf = ({ title, text, media, buttons }: CardValues) => ({
  ...{ title, text, media },
  buttons: buttons.map(({ title: name, url }) => ({
    title: name,
    ...(url.trim() !== "" && { url }),
  })),
});

/** Sends cards that the lead leafs through. */
export default function AddCards({ conversation, text, onClose }: AddProps) {
  const t = useTexts(texts).add;
  const { cards: traits } = platformLimits[conversation.platform];
  const form = useMessageForm<Values>(
    conversation,
    { text: text.trim(), cards: [NEW_CARD, NEW_CARD] },
    ({ text: above, cards }) => ({
      type: "cards",
      ...(traits.hasText && { text: above }),
      cards: cards.map(cardOf),
    }),
    ({ text: above, cards }) => above || cards.map(({ title }) => title).join(" · "),
  );
  const { cards } = form.values;
  const isReady =
    (!traits.hasText || form.values.text.trim() !== "") &&
    cards.every((card) => isCardReady(card, traits));
  return (
    <FormDialog
      form={form}
      title={t.cards.title}
      about={t.cards.about}
      action={t.send}
      isReady={isReady}
      onClose={onClose}
    >
      {traits.hasText && <AreaField form={form} name="text" label={t.text} />}
      {itemsOf(form, "cards").map((card, place) => (
        // Cards have no ids of their own.
        <CardFields
          key={place}
          form={card}
          place={place}
          traits={traits}
          onRemove={
            cards.length > messageBounds.cards.least
              ? () => form.set({ cards: cards.toSpliced(place, 1) })
              : undefined
          }
        />
      ))}
      {cards.length < messageBounds.cards.most && (
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => form.set({ cards: [...cards, NEW_CARD] })}
        >
          {t.cards.add}
        </Button>
      )}
    </FormDialog>
  );
}
