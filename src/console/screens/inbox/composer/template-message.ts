import type {
  MessageTemplate,
  Template,
  TemplateComponent,
  TemplateParameter,
  TemplatePlaceholder,
} from "#client";
import { buttonsOf, cardsOf } from "#console/data/messages/template";

/** Names a parameter of a template among its others. */
export const keyOf = ({ place, card, index, name }: TemplatePlaceholder) =>
  `${card} ${place} ${index} ${name}`;

/** The values of the parameters, by `keyOf`. */
export type Values = Record<string, string>;

/** The end of an offer, as a field for date and time has it. */
const endOf = (value: string) =>
  Number.isNaN(Date.parse(value)) ? value : new Date(value).toISOString();

function parameterOf({ kind, name, place }: TemplatePlaceholder, value: string): TemplateParameter {
  if (kind === "image" || kind === "video" || kind === "document")
    return { type: kind, [kind]: { link: value } };
  if (kind === "limited_time_offer") return { type: kind, [kind]: { expires_at: endOf(value) } };
  if (kind === "coupon_code") return { type: kind, coupon_code: value };
  const isNamed = place !== "button" && !/^\d+$/.test(name);
  return { type: "text", ...(isNamed && { parameter_name: name }), text: value };
}

const SUB_TYPES: Record<string, string> = { QUICK_REPLY: "quick_reply", COPY_CODE: "copy_code" };

const PLACES = ["header", "body", "limited_time_offer"] as const;

/** The components that parameters fill, of a template or of one of its cards. */
function componentsOf(
  components: Template["components"],
  parameters: readonly TemplatePlaceholder[],
  values: Values,
) {
  const filled = (of: readonly TemplatePlaceholder[]) =>
    of.map((placeholder) => parameterOf(placeholder, values[keyOf(placeholder)] ?? ""));
  const buttons = buttonsOf({ components });
  const ofParts = PLACES.flatMap((type) => {
    const own = parameters.filter(({ place }) => place === type);
    return own.length > 0 ? [{ type, parameters: filled(own) }] : [];
  });
  const ofButtons = parameters
    .filter(({ place }) => place === "button")
    .map((placeholder) => ({
      type: "button",
      sub_type: SUB_TYPES[String(buttons[placeholder.index ?? 0]?.type)] ?? "url",
      index: String(placeholder.index ?? 0),
      parameters: filled([placeholder]),
    }));
  return [...ofParts, ...ofButtons];
}

/** A message with a template, whose parameters are filled in. */
export function templateMessage(template: Template, values: Values): MessageTemplate {
  const { name, language, parameters } = template;
  const described = cardsOf(template);
  const own = (card: number | null) => parameters.filter((one) => one.card === card);
  const cards = described.map((components, card) => ({
    card_index: card,
    components: componentsOf(components, own(card), values),
  }));
  const isFilled = cards.some(({ components }) => components.length > 0);
  const components: TemplateComponent[] = [
    ...componentsOf(template.components, own(null), values),
    ...(isFilled ? [{ type: "carousel", cards }] : []),
  ];
  return { name, language, components };
}
