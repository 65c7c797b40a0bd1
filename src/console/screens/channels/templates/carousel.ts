import type { Template, TemplateContent } from "#client";
import { type Content, contentOf } from "./content";

/** The parts that a template may have besides its own content. */
export type Extras = {
  /** The text of an offer that ends. */
  offer: string | null;
  cards: { content: Content; examples: Record<string, string> }[];
};

const isOf = (type: string) => (one: { type: string }) => one.type.toUpperCase() === type;
const membersOf = (value: unknown) => Object(value) as Record<string, unknown>;

const componentsIn = (card: unknown) => {
  const { components } = membersOf(card);
  return Array.isArray(components) ? (components as TemplateContent[]) : [];
};

/** The offer and the cards of a template, each with the examples of its parameters. */
export function extrasOf({ components, parameters }: Template): Extras {
  const { text } = membersOf(components?.find(isOf("LIMITED_TIME_OFFER"))?.limited_time_offer);
  const { cards } = membersOf(components?.find(isOf("CAROUSEL")));
  const examplesOf = (card: number) =>
    Object.fromEntries(
      parameters.flatMap(({ place, card: own, name, example }) =>
        place === "body" && own === card && example ? [[name, example]] : [],
      ),
    );
  return {
    offer: typeof text === "string" ? text : null,
    cards: (Array.isArray(cards) ? cards : []).map((card, index) => ({
      content: contentOf(componentsIn(card)),
      examples: examplesOf(index),
    })),
  };
}
