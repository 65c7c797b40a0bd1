import type { TemplateComponent } from "#domain/templates";
import { isoOrNull } from "#lib/time";
import { offersIn } from "../outbound/members/offer";
import type { AskedTemplate, KnownTemplate } from "./fits";
import { PARAMETER } from "./parameters";
import { buttonsOf, cardsOf, componentOf, offerOf, textIn } from "./parts";

/** The template of a message among those of its channel. */
export const knownTemplate = (known: KnownTemplate[], asked: AskedTemplate) =>
  known.find(({ name, language }) => name === asked.name && language === asked.language);

type Asked = AskedTemplate["components"];

/** A card of a template as its recipient sees it, below its image or video. */
type RenderedCard = { body: string | null; buttons: string[] };

/** A template as its recipient sees it. */
export type RenderedTemplate = {
  header: string | null;
  body: string | null;
  footer: string | null;
  offer: { text: string; expires_at: string | null } | null;
  buttons: string[];
  cards: RenderedCard[];
};

/** The template with the message's parameters in it; null if its content is not known. */
export function renderTemplate(
  known: KnownTemplate[],
  asked: AskedTemplate,
): RenderedTemplate | null {
  const { components } = knownTemplate(known, asked) ?? {};
  if (!components) return null;
  return {
    header: filled("HEADER", components, asked.components),
    body: filled("BODY", components, asked.components),
    footer: filled("FOOTER", components, asked.components),
    offer: offered(components, asked.components),
    buttons: titlesOf(components),
    cards: cardsIn(components, asked.components),
  };
}

/** The text of a component with the parameters of the message. */
function filled(type: "HEADER" | "BODY" | "FOOTER", components: TemplateComponent[], asked: Asked) {
  const text = componentOf(components, type)?.text;
  if (typeof text !== "string") return null;
  const given = asked.find((one) => one.type.toUpperCase() === type)?.parameters ?? [];
  return text.replace(PARAMETER, (whole, name: string) => {
    const named = given.find((one) => one.parameter_name === name);
    return (named ?? given[Number(name) - 1])?.text ?? whole;
  });
}

const titlesOf = (components: TemplateComponent[]) =>
  buttonsOf(components).map(({ text }) => textIn(text) ?? "");

function offered(components: TemplateComponent[], asked: Asked) {
  const offer = offerOf(components);
  const [given] = offersIn(asked);
  return offer
    ? { text: offer.text, expires_at: offer.hasEnd ? isoOrNull(given?.end ?? null) : null }
    : null;
}

/** The cards that the message fills in, else those of the template. */
function cardsIn(components: TemplateComponent[], asked: Asked): RenderedCard[] {
  const known = cardsOf(components);
  const given = asked.find(({ type }) => type.toLowerCase() === "carousel")?.cards;
  const shown = given ?? known.map((_, card_index) => ({ card_index, components: [] }));
  return shown
    .toSorted((one, other) => one.card_index - other.card_index)
    .flatMap(({ card_index: card, components: own }) => {
      const described = known[card] ?? known[0];
      if (!described) return [];
      return [{ body: filled("BODY", described, own), buttons: titlesOf(described) }];
    });
}
