import { type Card, type File, isLink } from "./card";
import { cardFaults } from "./card-faults";
import { type CardInput, Cards } from "./cards-input";
import { type Change, defineMember } from "./member";

const cardOf = ({ title, text, media, buttons }: CardInput, place: number): Card => ({
  ...(title != null && { title }),
  ...(text != null && { text }),
  ...(media && { media: fileOf(media) }),
  buttons: buttons.map((button, index) =>
    button.url == null
      ? { title: button.title, id: button.id ?? `${place}.${index}` }
      : { title: button.title, url: button.url },
  ),
});

const fileOf = ({ type, id, url }: NonNullable<CardInput["media"]>): File => ({
  type: type ?? "image",
  ...(id == null ? { url: url ?? "" } : { id }),
});

/** Changes every text of a card. */
function rewriteCard(card: Card, own: string, change: Change): Card {
  const { title, text, media, buttons } = card;
  const at = (text: string, field: string) =>
    change(text, { field: `${own}.${field}`, kind: "text" });
  return {
    ...(title !== undefined && { title: at(title, "title") }),
    ...(text !== undefined && { text: at(text, "text") }),
    ...(media && {
      media:
        "url" in media
          ? { ...media, url: change(media.url, { field: `${own}.media.url`, kind: "url" }) }
          : media,
    }),
    buttons: buttons.map((button, index) => {
      const field = `buttons.${index}`;
      const title = at(button.title, `${field}.title`);
      return isLink(button)
        ? { title, url: change(button.url, { field: `${own}.${field}.url`, kind: "link" }) }
        : { title, id: button.id };
    }),
  };
}

/** Changes every text of cards. */
const rewriteCards = (cards: Card[], change: Change) =>
  cards.map((card, place) => rewriteCard(card, `cards.${place}`, change));

export const cards = defineMember({
  input: Cards,
  read: (input) => input.map(cardOf),
  rewrite: rewriteCards,
  faults: cardFaults,
  mayBeEmpty: (field) => /^cards\.\d+\.(title|text)$/.test(field),
  isBoundedAsJson: true,
});
