import type { TemplatePlaceholder } from "#client";
import { isObject, type Settings, textFor } from "../graph";

// The settings of a template node for the placeholders of the template.

type Part = { type: string; sub_type?: string; index?: string; parameters: Settings[] };

export const componentKey = ({ place, index }: Pick<TemplatePlaceholder, "place" | "index">) =>
  index === null ? place : `${place} ${index}`;

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/** True if a component holds the value of a placeholder. */
const isOf = ({ type, index }: Settings, placeholder: TemplatePlaceholder) =>
  textFor(type).toLowerCase() === placeholder.place &&
  (placeholder.index === null || textFor(index) === String(placeholder.index));

/** The value of a parameter, in the member that its kind has. */
function parameterText(parameter: Settings | undefined, kind: string) {
  const value = parameter?.[kind];
  return textFor(isObject(value) ? value.link : value);
}

const parameterOf = ({ kind, name }: TemplatePlaceholder, text: string): Settings => ({
  type: kind,
  ...(!/^\d+$/.test(name) && kind === "text" && { parameter_name: name }),
  [kind]: ["image", "video", "document"].includes(kind) ? { link: text } : text,
});

/** The values that a template's settings have for its placeholders, in the placeholders' order. */
export function valuesIn(components: unknown, placeholders: readonly TemplatePlaceholder[]) {
  const next = new Map<string, number>();
  return placeholders.map((placeholder) => {
    const key = componentKey(placeholder);
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    const component = listOf(components).find((one) => isOf(one, placeholder));
    return parameterText(listOf(component?.parameters)[place], placeholder.kind);
  });
}

/** The path to the value of each placeholder, such as `components.0.parameters.1`. */
export function pathsIn(components: unknown, placeholders: readonly TemplatePlaceholder[]) {
  const next = new Map<string, number>();
  return placeholders.map((placeholder) => {
    const key = componentKey(placeholder);
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    const index = listOf(components).findIndex((one) => isOf(one, placeholder));
    return `components.${index}.parameters.${place}`;
  });
}

const AROUND = 40;

/** The text of the template around a placeholder. */
export function excerptOf(components: unknown, { place, name, index }: TemplatePlaceholder) {
  const textOf = (type: string) =>
    textFor(listOf(components).find((one) => textFor(one.type).toLowerCase() === type)?.text);
  if (place === "button") {
    const all = listOf(components).find((one) => textFor(one.type).toLowerCase() === "buttons");
    return textFor(listOf(all?.buttons)[index ?? 0]?.text) || undefined;
  }
  const text = textOf(place);
  const at = text.search(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`));
  if (at < 0) return undefined;
  const [from, to] = [Math.max(0, at - AROUND), at + name.length + 4 + AROUND];
  return `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
}

export function componentsOf(
  placeholders: readonly TemplatePlaceholder[],
  values: readonly string[],
) {
  const parts = new Map<string, Part>();
  placeholders.forEach((placeholder, index) => {
    const key = componentKey(placeholder);
    const part = parts.get(key) ?? {
      type: placeholder.place,
      ...(placeholder.index !== null && {
        sub_type: placeholder.kind === "coupon_code" ? "copy_code" : "url",
        index: String(placeholder.index),
      }),
      parameters: [],
    };
    part.parameters.push(parameterOf(placeholder, values[index] ?? ""));
    parts.set(key, part);
  });
  return [...parts.values()];
}
