import type { TemplateComponent } from "#domain/templates";
import { type ParameterPlace, type ParameterType, parameterTypes } from "#domain/templates";
import type { TemplatePlaceholder } from "./schema";

type Members = Record<string, unknown>;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};
const textIn = (value: unknown) => (typeof value === "string" ? value : null);

export const PARAMETER = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of the parameters in a text, each once. */
const namesIn = (text: unknown) => [
  ...new Set([...(textIn(text) ?? "").matchAll(PARAMETER)].map(([, name = ""]) => name)),
];

/** The component of a kind, whatever the case of its type. */
export const componentOf = (components: TemplateComponent[], type: string) =>
  components.find((component) => component.type.toUpperCase() === type);

const KNOWN = ["HEADER", "BODY", "FOOTER", "BUTTONS"];

/** True if all parameters are known: carousels and offers have others. */
export const isReadable = (components: TemplateComponent[]) =>
  components.every(({ type }) => KNOWN.includes(type.toUpperCase()));

/** The example of a parameter, as `example` of a component has it: by its place, or by its name. */
function exampleOf(example: Members, key: string, name: string, index: number) {
  const named = listOf(example[`${key}_named_params`])
    .map(membersOf)
    .find(({ param_name }) => param_name === name);
  const [first] = listOf(example[key]);
  const positional = Array.isArray(first) ? first[index] : listOf(example[key])[index];
  return textIn(named?.example ?? positional);
}

const parameter = (
  place: ParameterPlace,
  name: string,
  more: Partial<TemplatePlaceholder> = {},
): TemplatePlaceholder => ({ place, index: null, name, kind: "text", example: null, ...more });

function inText(place: "header" | "body", component: TemplateComponent | undefined) {
  const example = membersOf(component?.example);
  return namesIn(component?.text).map((name, index) =>
    parameter(place, name, { example: exampleOf(example, `${place}_text`, name, index) }),
  );
}

function inHeader(component: TemplateComponent | undefined): TemplatePlaceholder[] {
  const format = textIn(component?.format)?.toLowerCase() ?? "text";
  const type = parameterTypes.find((known) => known === format);
  if (!type || type === "text") return inText("header", component);
  return [parameter("header", "1", { kind: type })];
}

/** The placeholders of a button: the end of its URL, or its coupon's code. */
function inButton(button: Members, index: number): TemplatePlaceholder[] {
  const kind = textIn(button.type)?.toUpperCase();
  const [given] = listOf(button.example);
  const example = textIn(given ?? button.example);
  const type: ParameterType = kind === "COPY_CODE" ? "coupon_code" : "text";
  const needs =
    kind === "COPY_CODE" || kind === "OTP" || (kind === "URL" && namesIn(button.url).length > 0);
  return needs ? [parameter("button", "1", { index, kind: type, example })] : [];
}

/** The parameters that a message with a template must fill in. */
export function parametersOf(components: TemplateComponent[] | null): TemplatePlaceholder[] {
  if (!components) return [];
  const buttons = listOf(componentOf(components, "BUTTONS")?.buttons).map(membersOf);
  return [
    ...inHeader(componentOf(components, "HEADER")),
    ...inText("body", componentOf(components, "BODY")),
    ...buttons.flatMap(inButton),
  ];
}
