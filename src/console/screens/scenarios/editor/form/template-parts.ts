import type { TemplatePlaceholder } from "../../../../../client/index";
import { isObject, type Settings, textFor } from "../graph";

// What a template's settings have for the placeholders of the template.

type Part = { type: string; sub_type?: string; index?: string; parameters: Settings[] };

export const componentKey = ({ place, index }: Pick<TemplatePlaceholder, "place" | "index">) =>
  index === null ? place : `${place} ${index}`;

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

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
    const component = listOf(components).find(
      ({ type, index }) =>
        textFor(type).toLowerCase() === placeholder.place &&
        (placeholder.index === null || textFor(index) === String(placeholder.index)),
    );
    return parameterText(listOf(component?.parameters)[place], placeholder.kind);
  });
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
