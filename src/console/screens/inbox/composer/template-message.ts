import type {
  MessageTemplate,
  Template,
  TemplateComponent,
  TemplateParameter,
  TemplatePlaceholder,
} from "#client";
import { buttonsOf } from "../thread/templates";

/** Names a parameter of a template among its others. */
export const keyOf = ({ place, index, name }: TemplatePlaceholder) => `${place} ${index} ${name}`;

/** The values of the parameters, by `keyOf`. */
export type Values = Record<string, string>;

function parameterOf({ kind, name, place }: TemplatePlaceholder, value: string): TemplateParameter {
  if (kind === "image" || kind === "video" || kind === "document")
    return { type: kind, [kind]: { link: value } };
  if (kind === "coupon_code") return { type: kind, coupon_code: value };
  const isNamed = place !== "button" && !/^\d+$/.test(name);
  return { type: "text", ...(isNamed && { parameter_name: name }), text: value };
}

const SUB_TYPES: Record<string, string> = { QUICK_REPLY: "quick_reply", COPY_CODE: "copy_code" };

/** A message with a template, whose parameters are filled in. */
export function templateMessage(template: Template, values: Values): MessageTemplate {
  const { name, language, parameters } = template;
  const filled = (of: TemplatePlaceholder[]) =>
    of.map((placeholder) => parameterOf(placeholder, values[keyOf(placeholder)] ?? ""));
  const components: TemplateComponent[] = [];
  for (const type of ["header", "body"] as const) {
    const own = parameters.filter(({ place }) => place === type);
    if (own.length > 0) components.push({ type, parameters: filled(own) });
  }
  const buttons = buttonsOf(template);
  for (const placeholder of parameters.filter(({ place }) => place === "button")) {
    const index = placeholder.index ?? 0;
    components.push({
      type: "button",
      sub_type: SUB_TYPES[String(buttons[index]?.type)] ?? "url",
      index: String(index),
      parameters: filled([placeholder]),
    });
  }
  return { name, language, components };
}
