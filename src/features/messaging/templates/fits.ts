import type { TemplateComponent } from "#domain/templates";
import { fateOf, type TemplateCategory, type TemplateStatus } from "#domain/templates";
import type { Content } from "../outbound/members/all";
import { type RowParams, templateWarnings, type WarningParams, warningsOf } from "../warnings";
import { componentOf, isReadable, PARAMETER, parametersOf } from "./parameters";
import type { TemplatePlaceholder } from "./schema";

/** A template of a channel. */
export type KnownTemplate = {
  name: string;
  language: string;
  category: TemplateCategory | null;
  status: TemplateStatus;
  components: TemplateComponent[] | null;
};

/** A message's template. */
export type AskedTemplate = NonNullable<Content["template"]>;

type Rows = typeof templateWarnings;

/**
 * The reason for which WhatsApp would refuse a template, or soon may. `isCertain`: nothing is asked
 * of it.
 * `field` is in the message.
 */
export type TemplateFault = {
  code: keyof Rows;
  params: WarningParams;
  message: string;
  field: string;
  isCertain: boolean;
};

const warn = warningsOf(templateWarnings);

const faultOf = <Code extends keyof Rows>(
  code: Code,
  params: RowParams<Rows[Code]>,
  field: string,
  isCertain: boolean,
): TemplateFault => ({ ...warn(code, params, field), field, isCertain });

/** The fault of a message's template, by the templates of this name in its channel. */
export function templateFault(
  known: KnownTemplate[],
  asked: AskedTemplate,
): TemplateFault | undefined {
  const named = known.filter(({ name }) => name === asked.name);
  const found = named.find(({ language }) => language === asked.language);
  if (!found) return unknownTemplate(named, asked);
  const { status, components } = found;
  const [fate, params] = [fateOf(status), { template: asked.name, status }];
  if (fate !== "sent")
    return faultOf("template_not_approved", params, "template.name", fate === "refused");
  const isKnown = components && isReadable(components);
  return (
    (isKnown ? parameterFault(parametersOf(components), asked) : undefined) ??
    (status === "flagged"
      ? faultOf("template_flagged", { template: asked.name }, "template.name", false)
      : undefined)
  );
}

function unknownTemplate(named: KnownTemplate[], { name, language }: AskedTemplate): TemplateFault {
  const choices = named.map((one) => one.language);
  const field = choices.length > 0 ? "template.language" : "template.name";
  return faultOf("unknown_template", { template: name, language, choices }, field, false);
}

const wrong = (params: RowParams<Rows["template_parameters"]>, field: string) =>
  faultOf("template_parameters", params, field, true);

const textOf = ({ parameter_name: name }: Record<string, unknown>) => String(name ?? "");

function parameterFault(
  wanted: TemplatePlaceholder[],
  { components }: AskedTemplate,
): TemplateFault | undefined {
  const at = (place: string) => wanted.filter((one) => one.place === place);
  return (
    textFault("header", at("header"), components) ??
    textFault("body", at("body"), components) ??
    buttonFault(at("button"), components)
  );
}

/** The fault of the header's or the body's parameters. */
function textFault(
  place: "header" | "body",
  wanted: TemplatePlaceholder[],
  components: AskedTemplate["components"],
): TemplateFault | undefined {
  const index = components.findIndex(({ type }) => type.toLowerCase() === place);
  const given = components[index]?.parameters ?? [];
  const field = index < 0 ? "template.components" : `template.components.${index}.parameters`;
  if (given.length !== wanted.length)
    return wrong(
      {
        why: "count",
        place,
        expected: wanted.length,
        given: given.length,
        names: wanted.map(({ name, kind }) => (kind === "text" ? name : kind)),
      },
      field,
    );
  const isNamed = wanted.some(({ name }) => !/^\d+$/.test(name));
  const missing = wanted.find(
    ({ name, kind }, place) =>
      (isNamed && !given.some((one) => textOf(one) === name)) ||
      (kind !== "text" && given[place]?.type !== kind),
  );
  if (!missing) return undefined;
  const { name, kind } = missing;
  return wrong({ why: "lacks", place, name, kind }, field);
}

/** The fault of the parameters of buttons. Those of quick replies are up to the message. */
function buttonFault(
  wanted: TemplatePlaceholder[],
  components: AskedTemplate["components"],
): TemplateFault | undefined {
  const buttons = components.map((component, position) => ({ ...component, position }));
  const given = buttons.filter(({ type }) => type.toLowerCase() === "button");
  const isOf = (index: number | null) => (button: { index?: string }) =>
    Number(button.index ?? 0) === index;
  const lacking = wanted.find(({ index }) => !given.find(isOf(index))?.parameters?.length);
  if (lacking)
    return wrong(
      { why: "button_lacks", place: "button", index: lacking.index ?? 0, kind: lacking.kind },
      "template.components",
    );
  const extra = given.find(
    (button) => button.sub_type === "url" && !wanted.some(({ index }) => isOf(index)(button)),
  );
  return (
    extra &&
    wrong(
      { why: "button_takes_none", place: "button", index: Number(extra.index ?? 0) },
      `template.components.${extra.position}`,
    )
  );
}

/** The template of a message among those of its channel. */
export const knownTemplate = (known: KnownTemplate[], asked: AskedTemplate) =>
  known.find(({ name, language }) => name === asked.name && language === asked.language);

/** A template as its recipient sees it. */
export type RenderedTemplate = {
  header: string | null;
  body: string | null;
  footer: string | null;
  buttons: string[];
};

/** The template with the message's parameters in it; null if its content is not known. */
export function renderTemplate(
  known: KnownTemplate[],
  asked: AskedTemplate,
): RenderedTemplate | null {
  const { components } = knownTemplate(known, asked) ?? {};
  if (!components) return null;
  const filled = (type: "HEADER" | "BODY" | "FOOTER") => {
    const text = componentOf(components, type)?.text;
    if (typeof text !== "string") return null;
    const given = asked.components.find((one) => one.type.toUpperCase() === type)?.parameters ?? [];
    return text.replace(PARAMETER, (whole, name: string) => {
      const named = given.find((one) => textOf(one) === name);
      return (named ?? given[Number(name) - 1])?.text ?? whole;
    });
  };
  const buttons = componentOf(components, "BUTTONS")?.buttons;
  const titles = (Array.isArray(buttons) ? buttons : []).map((button) =>
    String(button?.text ?? ""),
  );
  return {
    header: filled("HEADER"),
    body: filled("BODY"),
    footer: filled("FOOTER"),
    buttons: titles,
  };
}
