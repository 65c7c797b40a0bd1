import type { TemplatePlaceholder } from "#client";
import { isObject, type Settings, textFor } from "../graph";

// The settings of a template node for the placeholders of the template.

type Part = { type: string; sub_type?: string; index?: string; parameters: Settings[] };

type Spot = Pick<TemplatePlaceholder, "place" | "card" | "index">;

export const componentKey = ({ place, card, index }: Spot) =>
  [card, place, index].filter((one) => one !== null).join(" ");

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

const isNamed = (name: string) => (component: Settings) =>
  textFor(component.type).toLowerCase() === name;

/** True if a component holds the value of a placeholder. */
const isOf = (component: Settings, { place, index }: Spot) =>
  isNamed(place)(component) && (index === null || textFor(component.index) === String(index));

/** The card of a placeholder among the components of a message. */
function cardAt(components: unknown, card: number) {
  const carousel = listOf(components).findIndex(isNamed("carousel"));
  const cards = listOf(listOf(components)[carousel]?.cards);
  const own = cards.findIndex(({ card_index }, place) => (card_index ?? place) === card);
  return { components: cards[own]?.components, path: `components.${carousel}.cards.${own}.` };
}

/** The components among which a placeholder's is, and the beginning of their paths. */
const around = (components: unknown, { card }: Spot) =>
  card === null ? { components, path: "" } : cardAt(components, card);

/** The value of a parameter, in the member that its kind has. */
function parameterText(parameter: Settings | undefined, kind: string) {
  const value = parameter?.[kind];
  return textFor(
    isObject(value) ? (value.link ?? value.expires_at ?? value.expiration_time_ms) : value,
  );
}

/** The end of an offer as it is typed: a date, or milliseconds since 1970. */
const offerOf = (text: string) =>
  /^\d{9,}$/.test(text) ? { expiration_time_ms: Number(text) } : { expires_at: text };

function valueAs(kind: TemplatePlaceholder["kind"], text: string) {
  if (kind === "limited_time_offer") return offerOf(text);
  return ["image", "video", "document"].includes(kind) ? { link: text } : text;
}

const parameterOf = ({ kind, name }: TemplatePlaceholder, text: string): Settings => ({
  type: kind,
  ...(!/^\d+$/.test(name) && kind === "text" && { parameter_name: name }),
  [kind]: valueAs(kind, text),
});

/** Finds what settings have at each placeholder, by its place among those of its component. */
function eachOf<Found>(
  placeholders: readonly TemplatePlaceholder[],
  find: (placeholder: TemplatePlaceholder, place: number) => Found,
) {
  const next = new Map<string, number>();
  return placeholders.map((placeholder) => {
    const key = componentKey(placeholder);
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    return find(placeholder, place);
  });
}

/** The values that a template's settings have for its placeholders, in the placeholders' order. */
export const valuesIn = (components: unknown, placeholders: readonly TemplatePlaceholder[]) =>
  eachOf(placeholders, (placeholder, place) => {
    const own = around(components, placeholder).components;
    const component = listOf(own).find((one) => isOf(one, placeholder));
    return parameterText(listOf(component?.parameters)[place], placeholder.kind);
  });

/** The path to the value of each placeholder, such as `components.0.parameters.1`. */
export const pathsIn = (components: unknown, placeholders: readonly TemplatePlaceholder[]) =>
  eachOf(placeholders, (placeholder, place) => {
    const { components: own, path } = around(components, placeholder);
    const index = listOf(own).findIndex((one) => isOf(one, placeholder));
    return `${path}components.${index}.parameters.${place}`;
  });

const AROUND = 40;

/** The components of a card, as a template describes them, or all. */
function describedOf(components: unknown, card: number | null) {
  if (card === null) return listOf(components);
  const cards = listOf(components).find(isNamed("carousel"))?.cards;
  return listOf(listOf(cards)[card]?.components);
}

/** The text of the template around a placeholder. */
export function excerptOf(components: unknown, placeholder: TemplatePlaceholder) {
  const { place, card, name, index } = placeholder;
  const own = describedOf(components, card);
  if (place === "button") {
    const all = own.find(isNamed("buttons"));
    return textFor(listOf(all?.buttons)[index ?? 0]?.text) || undefined;
  }
  const text = textFor(own.find(isNamed(place))?.text);
  const at = text.search(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`));
  if (at < 0) return undefined;
  const [from, to] = [Math.max(0, at - AROUND), at + name.length + 4 + AROUND];
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

type Filled = { placeholder: TemplatePlaceholder; text: string };

function partsOf(filled: readonly Filled[]) {
  const parts = new Map<string, Part>();
  for (const { placeholder, text } of filled) {
    const key = componentKey(placeholder);
    const { place, index, kind } = placeholder;
    const part = parts.get(key) ?? {
      type: place,
      ...(index !== null && {
        sub_type: kind === "coupon_code" ? "copy_code" : "url",
        index: String(index),
      }),
      parameters: [],
    };
    part.parameters.push(parameterOf(placeholder, text));
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** The components of a message, in whose placeholders the values stand. */
export function componentsOf(
  placeholders: readonly TemplatePlaceholder[],
  values: readonly string[],
) {
  const filled = placeholders.map((placeholder, at) => ({ placeholder, text: values[at] ?? "" }));
  const byCard = Map.groupBy(filled, ({ placeholder }) => placeholder.card);
  const cards = [...byCard].flatMap(([card, own]) =>
    card === null ? [] : [{ card_index: card, components: partsOf(own) }],
  );
  return [
    ...partsOf(byCard.get(null) ?? []),
    ...(cards.length > 0 ? [{ type: "carousel", cards }] : []),
  ];
}
