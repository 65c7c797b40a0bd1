import type { TemplateComponentInput, TemplateContent } from "../../../../client/index";

/** What a template says, of its components in WhatsApp's format. */
export type Content = {
  header: string;
  /** Such as `IMAGE`, of a header that is a file. */
  format: string | null;
  body: string;
  footer: string;
  buttons: string[];
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
