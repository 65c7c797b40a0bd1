import type * as z from "zod";
import type { CapRetry } from "../marketing-cap-input";
import { defineMember } from "./member";
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
  isBoundedAsJson: true,
});
