import type { Template, TemplateComponentInput, TemplateContent } from "#client";
import { type Button, buttonsOf, wireOf } from "./buttons";

/** The content of a template, from its components in WhatsApp's format. */
export type Content = {
  header: string;
  /** Such as `IMAGE`, of a header that is a file. */
  format: string | null;
  body: string;
  footer: string;
  buttons: { type: string; text: string }[];
};

/** The content of a template that is being written. */
export type Writing = Omit<Content, "buttons"> & {
  /** The buttons; null where some can't be written here, so that all stay as they are. */
  buttons: Button[] | null;
  /** Meta's handle of the example of a header that is a file. */
  handle: string;
  /** Of the parameters of the header's text and the body. */
  headerExample: string;
  examples: Record<string, string>;
};

export const EMPTY: Writing = {
  header: "",
  format: null,
  handle: "",
  headerExample: "",
  body: "",
  footer: "",
  buttons: [],
  examples: {},
};

/** The kinds of headers beside a text. */
export const fileFormats = ["IMAGE", "VIDEO", "DOCUMENT"] as const;

const textIn = (value: unknown) => (typeof value === "string" ? value : "");

const buttonsIn = (value: unknown) =>
  Array.isArray(value)
    ? value.map((button: unknown) => {
        const { type, text } = Object(button) as { type?: unknown; text?: unknown };
        return { type: textIn(type).toUpperCase(), text: textIn(text) };
      })
    : [];

const isOf = (type: string) => (one: { type: string }) => one.type.toUpperCase() === type;

export function contentOf(components: readonly TemplateContent[] | null): Content {
  const of = (type: string) => components?.find(isOf(type));
  const header = of("HEADER");
  const format = textIn(header?.format);
  return {
    header: textIn(header?.text),
    format: format && format !== "TEXT" ? format : null,
    body: textIn(of("BODY")?.text),
    footer: textIn(of("FOOTER")?.text),
    buttons: buttonsIn(of("BUTTONS")?.buttons),
  };
}

/** The template as written so far, for the preview. */
export const shownOf = ({ buttons, ...writing }: Writing, before: Content): Content => ({
  ...writing,
  buttons: buttons ?? before.buttons,
});

/** The parameters of a text, each once, in the order of their places. */
export const parametersIn = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? "")),
];

const isNumbered = (names: string[]) => names.every((name) => /^\d+$/.test(name));

/** WhatsApp wants an example of each parameter. */
function exampleOf(place: "header" | "body", names: string[], examples: Record<string, string>) {
  if (names.every((name) => !examples[name])) return {};
  const values = names.map((name) => examples[name] ?? "");
  if (isNumbered(names))
    return { example: { [`${place}_text`]: place === "body" ? [values] : values } };
  const named = names.map((name, index) => ({ param_name: name, example: values[index] ?? "" }));
  return { example: { [`${place}_text_named_params`]: named } };
}

function headerOf({ header, format, handle, headerExample }: Writing): TemplateComponentInput[] {
  const file = handle.trim() && { example: { header_handle: [handle.trim()] } };
  if (format) return [{ type: "HEADER", format, ...(file || {}) }];
  if (!header.trim()) return [];
  const names = parametersIn(header).slice(0, 1);
  const examples = Object.fromEntries(names.map((name) => [name, headerExample]));
  const text = header.trim();
  return [{ type: "HEADER", format: "TEXT", text, ...exampleOf("header", names, examples) }];
}

export function componentsOf(writing: Writing): TemplateComponentInput[] {
  const { body, footer, buttons, examples } = writing;
  return [
    ...headerOf(writing),
    { type: "BODY", text: body.trim(), ...exampleOf("body", parametersIn(body), examples) },
    ...(footer.trim() ? [{ type: "FOOTER", text: footer.trim() }] : []),
    ...(buttons && buttons.length > 0 ? [{ type: "BUTTONS", buttons: buttons.map(wireOf) }] : []),
  ];
}

const examplesAt = (wanted: "header" | "body", { parameters }: Template) =>
  parameters.flatMap(({ place, card, name, example }) =>
    place === wanted && card === null && example ? [[name, example] as const] : [],
  );

/** The examples of the parameters in the body. */
export const examplesOf = (template: Template): Record<string, string> =>
  Object.fromEntries(examplesAt("body", template));

/** A template to be changed. */
export function writingOf(template: Template): Writing {
  const { components } = template;
  const { buttons: _, ...content } = contentOf(components);
  const example = Object(components?.find(isOf("HEADER"))?.example) as { header_handle?: unknown };
  const [handle] = Array.isArray(example.header_handle) ? example.header_handle : [];
  return {
    ...content,
    handle: textIn(handle),
    headerExample: examplesAt("header", template)[0]?.[1] ?? "",
    buttons: buttonsOf(components?.find(isOf("BUTTONS"))),
    examples: examplesOf(template),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The components of a template that is changed. What nobody has changed stays as it was. */
export function changedComponents(template: Template, writing: Writing): TemplateComponentInput[] {
  const before = template.components ?? [];
  const [old, fresh] = [writingOf(template), componentsOf(writing)];
  const component = (type: string, isKept: boolean) =>
    (isKept ? before : fresh).find(isOf(type)) ?? [];
  const body = { ...before.find(isOf("BODY")), example: undefined, ...fresh.find(isOf("BODY")) };
  const others = before.filter(
    ({ type }) => !["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(type.toUpperCase()),
  );
  return [
    component("HEADER", isSame(headerOf(old), headerOf(writing))),
    { ...body, type: "BODY" },
    component("FOOTER", old.footer.trim() === writing.footer.trim()),
    component("BUTTONS", writing.buttons === null || isSame(old.buttons, writing.buttons)),
    others,
  ].flat();
}
