import { messageBounds } from "#domain/messaging";
import { type Platform, platformTraits } from "#domain/platforms";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { type Card, isLink } from "./card";
import type { Around } from "./member";

type Limits = (typeof platformTraits)[Platform]["cards"];

/** Title and text of a card, one below the other. */
export const wordsOf = ({ title, text }: Card) =>
  [title, text].filter((part) => part !== undefined && part.trim() !== "").join("\n");

/** The faults for which the platform would refuse cards. */
export function cardFaults(cards: Card[], platform: Platform, { text, type }: Around): Faults {
  const limits: Limits = platformTraits[platform].cards;
  const [first] = cards;
  return {
    ...textFault(text, limits, type),
    ...Object.assign(
      {},
      ...cards.map((card, place) =>
        under(`cards.${place}`, {
          ...wordFaults(card, limits),
          ...mediaFaults(card, limits, first),
          ...buttonFaults(card, limits, first),
        }),
      ),
    ),
    ...repeatedIds(cards),
  };
}

const under = (own: string, faults: Faults): Faults =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`${own}.${field}`, fault]));

function textFault(text: string | null, { hasText }: Limits, type: Around["type"]): Faults {
  if (hasText) return text === null ? { text: validationMessages.required } : {};
  return text === null ? {} : { text: validationMessages.notOfType(type) };
}

function wordFaults(card: Card, { needsTitle, together, ...most }: Limits): Faults {
  const faults: Faults = {};
  if (needsTitle && !card.title?.trim()) faults.title = validationMessages.required;
  for (const part of ["title", "text"] as const)
    if (codePoints(card[part] ?? "") > most[part])
      faults[part] = validationMessages.atMostCharacters(most[part]);
  if (!together) return faults;
  const words = wordsOf(card);
  const field = card.text === undefined ? "title" : "text";
  if (words.split("\n").length > together.lines)
    faults[field] = validationMessages.atMostLines(together.lines);
  if (codePoints(words) > together.characters)
    faults[field] = validationMessages.atMostCharacters(together.characters);
  return faults;
}

/** `first`: the card that the others must be like, where all are alike. */
function mediaFaults({ media }: Card, limits: Limits, first: Card | undefined): Faults {
  if (!media) return limits.needsMedia ? { media: validationMessages.required } : {};
  const like = limits.areAlike ? first?.media?.type : undefined;
  const kinds: readonly string[] = like === undefined ? limits.media : [like];
  return kinds.includes(media.type) ? {} : { "media.type": validationMessages.selectedOf(kinds) };
}

function buttonFaults({ buttons }: Card, limits: Limits, first: Card | undefined): Faults {
  const faults: Faults = {};
  for (const [index, { title }] of buttons.entries())
    if (codePoints(title) > messageBounds.title)
      faults[`buttons.${index}.title`] = validationMessages.atMostCharacters(messageBounds.title);
  return limits.areAlike ? { ...faults, ...unlikeButtons(buttons, limits, first) } : faults;
}

/** The faults of buttons that must be of one kind, and as many as on the first card. */
function unlikeButtons(buttons: Card["buttons"], limits: Limits, first: Card | undefined): Faults {
  const [model] = first?.buttons ?? [];
  const isOfUrls = model !== undefined && isLink(model);
  const most = isOfUrls ? limits.links : limits.replies;
  const other = buttons.findIndex((button) => isLink(button) !== isOfUrls);
  const wanted = Math.min(first?.buttons.length ?? most, most);
  if (other >= 0)
    return isOfUrls
      ? { [`buttons.${other}.url`]: validationMessages.required }
      : { [`buttons.${other}.url`]: validationMessages.notBeside("id") };
  if (buttons.length > wanted) return { buttons: validationMessages.atMostItems(wanted) };
  return buttons.length < wanted ? { buttons: validationMessages.atLeastItems(wanted) } : {};
}

/** A tap tells nothing but the id. */
function repeatedIds(cards: Card[]): Faults {
  const faults: Faults = {};
  const ids = new Set<string>();
  for (const [place, { buttons }] of cards.entries())
    for (const [index, button] of buttons.entries()) {
      if (!("id" in button)) continue;
      if (ids.has(button.id))
        faults[`cards.${place}.buttons.${index}.id`] = validationMessages.duplicate;
      ids.add(button.id);
    }
  return faults;
}
