import type { TemplateContent } from "#client";

export const buttonTypes = ["QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE"] as const;
export type ButtonType = (typeof buttonTypes)[number];

/** A button as it is being written. `kept` has what a template's own button has besides. */
export type Button = {
  type: ButtonType;
  text: string;
  /** The URL, the number, or the example of the code. */
  value: string;
  /** Of a URL that ends in a parameter. */
  example: string;
  kept: object;
};

/** WhatsApp's limits: the buttons of a template, those of a type, and the length of a value. */
export const MAX_BUTTONS = 10;
export const MAX_TEXT_CHARACTERS = 25;
export const MOST: Record<ButtonType, number> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
};
export const MAX_CHARACTERS: Record<ButtonType, number> = {
  QUICK_REPLY: 0,
  URL: 2000,
  PHONE_NUMBER: 20,
  COPY_CODE: 15,
};

/** The member that holds the value of a button. */
const MEMBERS = { URL: "url", PHONE_NUMBER: "phone_number", COPY_CODE: "example" } as const;

export const newButton = (type: ButtonType): Button => ({
  ...{ type, text: "", value: "", example: "", kept: {} },
});

/** The types that a template with these buttons may have one more of. */
export const addable = (buttons: readonly Button[]) =>
  buttons.length >= MAX_BUTTONS
    ? []
    : buttonTypes.filter(
        (type) => buttons.filter((button) => button.type === type).length < MOST[type],
      );

export const hasParameter = ({ type, value }: Button) =>
  type === "URL" && /\{\{\s*\w+\s*\}\}/.test(value);

const textIn = (value: unknown) => {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === "string" ? first : "";
};

function buttonOf(given: unknown): Button | null {
  const button = Object(given) as Record<string, unknown>;
  const type = buttonTypes.find((one) => one === textIn(button.type).toUpperCase());
  if (!type) return null;
  const value = type === "QUICK_REPLY" ? "" : textIn(button[MEMBERS[type]]);
  const example = type === "URL" ? textIn(button.example) : "";
  return { type, text: textIn(button.text), value, example, kept: button };
}

/** The buttons of a component; null where some can't be written here. */
export function buttonsOf(component: TemplateContent | undefined): Button[] | null {
  const given: unknown = component?.buttons;
  if (!Array.isArray(given)) return [];
  const buttons = given.map(buttonOf);
  return buttons.every((button) => button !== null) ? buttons : null;
}

/** A button in WhatsApp's format. */
export function wireOf(button: Button) {
  const { type, text, value, example, kept } = button;
  const { example: _, ...others } = kept as { example?: unknown };
  if (type === "QUICK_REPLY") return { ...others, type, text: text.trim() };
  if (type === "COPY_CODE") return { ...others, type, example: value.trim() };
  return {
    ...others,
    type,
    text: text.trim(),
    [MEMBERS[type]]: value.trim(),
    ...(hasParameter(button) && { example: [example.trim()] }),
  };
}
