import type { Template, TemplateComponentInput, TemplateContent } from "../../../../client/index";

/** What a template says, of its components in WhatsApp's format. */
export type Content = {
  header: string;
  /** Such as `IMAGE`, of a header that is a file. */
  format: string | null;
  body: string;
  footer: string;
  buttons: string[];
};

/** What a template says, as it is being written. */
export type Writing = Omit<Content, "buttons"> & {
  /** The quick replies, one a line; null where the buttons are others, which stay as they are. */
  replies: string | null;
  /** Of the parameters of the body. */
  examples: Record<string, string>;
};

const MOST_REPLIES = 3;

export const EMPTY: Writing = {
  header: "",
  format: null,
  body: "",
  footer: "",
  replies: "",
  examples: {},
};

const textIn = (value: unknown) => (typeof value === "string" ? value : "");

const buttonsIn = (value: unknown) =>
  Array.isArray(value)
    ? value.flatMap((button: unknown) =>
        typeof button === "object" && button !== null && "text" in button
          ? [textIn(button.text)]
          : [],
      )
    : [];

export function contentOf(components: readonly TemplateContent[] | null): Content {
  const of = (type: string) => components?.find((one) => one.type.toUpperCase() === type);
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

/** The parameters of a text, each once, in the order of their places. */
export const parametersIn = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? "")),
];

const isNumbered = (names: string[]) => names.every((name) => /^\d+$/.test(name));

/** WhatsApp wants an example of each parameter. */
function exampleOf(names: string[], examples: Record<string, string>) {
  if (names.every((name) => !examples[name])) return {};
  const values = names.map((name) => examples[name] ?? "");
  return isNumbered(names)
    ? { example: { body_text: [values] } }
    : {
        example: {
          body_text_named_params: names.map((name, index) => ({
            param_name: name,
            example: values[index] ?? "",
          })),
        },
      };
}

export function componentsOf(
  { header, body, footer, buttons }: Content,
  examples: Record<string, string>,
): TemplateComponentInput[] {
  return [
    ...(header.trim() ? [{ type: "HEADER", format: "TEXT", text: header.trim() }] : []),
    { type: "BODY", text: body.trim(), ...exampleOf(parametersIn(body), examples) },
    ...(footer.trim() ? [{ type: "FOOTER", text: footer.trim() }] : []),
    ...(buttons.length > 0
      ? [{ type: "BUTTONS", buttons: buttons.map((text) => ({ type: "QUICK_REPLY", text })) }]
      : []),
  ];
}

/** The examples of the parameters in the body. */
export const examplesOf = ({ parameters }: Template): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ place, name, example }) =>
      place === "body" && example ? [[name, example]] : [],
    ),
  );

const isOf = (type: string) => (one: { type: string }) => one.type.toUpperCase() === type;

function areReplies(components: readonly TemplateContent[]) {
  const buttons = components.find(isOf("BUTTONS"))?.buttons;
  if (!Array.isArray(buttons)) return true;
  const isReply = (button: unknown) =>
    typeof button === "object" &&
    button !== null &&
    "type" in button &&
    textIn(button.type).toUpperCase() === "QUICK_REPLY";
  return buttons.length <= MOST_REPLIES && buttons.every(isReply);
}

/** A template to be changed. */
export function writingOf(template: Template): Writing {
  const { buttons, ...content } = contentOf(template.components);
  const replies = areReplies(template.components ?? []) ? buttons.join("\n") : null;
  return { ...content, replies, examples: examplesOf(template) };
}

/** What a template says once it is written. `before` has the buttons that are not written here. */
export function written({ replies, examples: _, ...content }: Writing, before: Content): Content {
  const lines = replies?.split("\n").flatMap((line) => line.trim() || []);
  return { ...content, buttons: lines?.slice(0, MOST_REPLIES) ?? before.buttons };
}

/** The components of a template that is changed. What nobody has changed stays as it was. */
export function changedComponents(
  before: readonly TemplateContent[],
  content: Content,
  examples: Record<string, string>,
): TemplateComponentInput[] {
  const [old, fresh] = [contentOf(before), componentsOf(content, examples)];
  const component = (type: string, isSame: boolean) =>
    (isSame ? before : fresh).find(isOf(type)) ?? [];
  const body = { ...before.find(isOf("BODY")), example: undefined, ...fresh.find(isOf("BODY")) };
  const others = before.filter(
    ({ type }) => !["HEADER", "BODY", "FOOTER", "BUTTONS"].includes(type.toUpperCase()),
  );
  return [
    component("HEADER", content.header.trim() === old.header.trim()),
    { ...body, type: "BODY" },
    component("FOOTER", content.footer.trim() === old.footer.trim()),
    component("BUTTONS", content.buttons.join("\n") === old.buttons.join("\n")),
    others,
  ].flat();
}
