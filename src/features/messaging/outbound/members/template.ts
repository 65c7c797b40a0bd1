import type * as z from "zod";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import type { CapRetry } from "../marketing-cap-input";
import { defineMember } from "./member";
import { offersIn } from "./offer";
import { rewriteComponents } from "./rewrite-components";
import type { TemplateComponent } from "./template-component";
import { Template as Schema } from "./template-input";

type Template = {
  name: string;
  language: string;
  components: TemplateComponent[];
  on_marketing_cap?: CapRetry;
};

type ComponentInput = NonNullable<z.output<typeof Schema>["components"]>[number];

function componentOf({ cards, ...component }: ComponentInput): TemplateComponent {
  if (!cards) return plainComponentOf(component);
  const { parameters, ...carousel } = plainComponentOf(component);
  return {
    ...carousel,
    ...(parameters?.length && { parameters }),
    cards: cards.map(({ card_index, components }, index) => ({
      card_index: card_index ?? index,
      components: (components ?? []).map(plainComponentOf),
    })),
  };
}

const plainComponentOf = ({
  type,
  sub_type,
  index,
  parameters,
}: Omit<ComponentInput, "cards">): TemplateComponent => ({
  type,
  ...(sub_type && { sub_type }),
  ...(index && { index }),
  parameters: (parameters ?? []) as TemplateComponent["parameters"],
});

const MAX_COUPON_CHARACTERS = 15;

/** The faults of the codes that components, also those of cards, hand over. */
const couponFaults = (components: TemplateComponent[], field: string): Faults =>
  Object.assign(
    {},
    ...components.map(({ parameters = [], cards = [] }, index) => ({
      ...Object.fromEntries(
        parameters.flatMap(({ coupon_code: code }, place) =>
          typeof code === "string" && codePoints(code) > MAX_COUPON_CHARACTERS
            ? [
                [
                  `${field}.${index}.parameters.${place}.coupon_code`,
                  validationMessages.atMostCharacters(MAX_COUPON_CHARACTERS),
                ],
              ]
            : [],
        ),
      ),
      ...Object.assign(
        {},
        ...cards.map((card, place) =>
          couponFaults(card.components, `${field}.${index}.cards.${place}.components`),
        ),
      ),
    })),
  );

/** The faults of offers whose end can't be read. Empty texts have a fault of their own. */
const offerFaults = (components: TemplateComponent[]): Faults =>
  Object.fromEntries(
    offersIn(components).flatMap(({ given, end, field }) => {
      if (end !== null || given === "") return [];
      const fault = given == null ? validationMessages.required : validationMessages.date;
      return [[field, fault]];
    }),
  );

export const template = defineMember({
  input: Schema.nullish().describe("For the type `template`."),
  read: ({ name, language, components, on_marketing_cap: onCap }): Template => ({
    name,
    language,
    components: (components ?? []).map(componentOf),
    ...(typeof onCap === "object" && onCap && { on_marketing_cap: onCap }),
  }),
  rewrite: (value, change): Template => ({
    ...value,
    components: rewriteComponents(value.components, "template.components", change),
  }),
  faults: ({ components }): Faults => ({
    ...couponFaults(components, "template.components"),
    ...offerFaults(components),
  }),
  isBoundedAsJson: true,
});
