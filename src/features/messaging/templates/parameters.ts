import {
  type ParameterPlace,
  type ParameterType,
  parameterTypes,
  type TemplateComponent,
} from "#domain/templates";
import {
  buttonsOf,
  cardsOf,
  componentOf,
  listOf,
  type Members,
  membersOf,
  offerOf,
  textIn,
} from "./parts";
import type { TemplatePlaceholder } from "./schema";

export const PARAMETER = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of the parameters in a text, each once. */
const namesIn = (text: unknown) => [
  ...new Set([...(textIn(text) ?? "").matchAll(PARAMETER)].map(([, name = ""]) => name)),
];

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
): TemplatePlaceholder => ({
  ...{ place, card: null, index: null, name, kind: "text", example: null },
  ...more,
});

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

const END = parameter("limited_time_offer", "1", { kind: "limited_time_offer" });

/** The parameters of components, without those of the cards in them. */
export const ownParametersOf = (components: TemplateComponent[]): TemplatePlaceholder[] => [
  ...inHeader(componentOf(components, "HEADER")),
  ...inText("body", componentOf(components, "BODY")),
  ...(offerOf(components)?.hasEnd ? [END] : []),
  ...buttonsOf(components).flatMap(inButton),
];

/** The parameters that a message with a template must fill in. */
export const parametersOf = (components: TemplateComponent[] | null): TemplatePlaceholder[] =>
  components
    ? [
        ...ownParametersOf(components),
        ...cardsOf(components).flatMap((own, card) =>
          ownParametersOf(own).map((one) => ({ ...one, card })),
        ),
      ]
    : [];
