import type { Message, Template } from "#client";
import { type Button, type Card, type File, fileIn } from "./cards";
import { itemsOf, membersOf, textOf } from "./members";

type Described = Pick<Template, "components">;

/** A template with the parameters of a message in it. */
export type SentTemplate = {
  header: string | null;
  file: File | null;
  body: string | null;
  footer: string | null;
  buttons: Button[];
  cards: Card[];
};

const partIn = (components: unknown, type: string) =>
  itemsOf(components).find((one) => String(one.type).toUpperCase() === type);

/** The text of a part of a template, such as `BODY`, with its placeholders. */
export const partOf = ({ components }: Described, type: string) =>
  textOf(partIn(components, type)?.text);

/** A template's buttons, as they are described. */
export const buttonsOf = ({ components }: Described) =>
  itemsOf(partIn(components, "BUTTONS")?.buttons);

/** The components of each card of a template. */
export const cardsOf = ({ components }: Described) =>
  itemsOf(partIn(components, "CAROUSEL")?.cards).map(
    (card) => card.components as Template["components"],
  );

const parametersOf = (part: unknown) => itemsOf(membersOf(part).parameters);

/** A text with parameters in it. */
function fill(text: string | null, parameters: ReturnType<typeof itemsOf>) {
  const values = new Map(
    parameters.map(({ parameter_name, text: value }, index) => [
      String(parameter_name ?? index + 1),
      String(value ?? ""),
    ]),
  );
  return (
    text?.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name) => values.get(name) ?? whole) ?? null
  );
}

const sentComponents = ({ payload }: Message) => membersOf(payload.template).components;

/** The text of a part of a template with the parameters of a message. */
export const filled = (template: Described, type: string, message: Message) =>
  fill(partOf(template, type), parametersOf(partIn(sentComponents(message), type)));

/** The file above a text, which a message has given. */
function headerFile(components: unknown, given: unknown): File | null {
  const format = String(partIn(components, "HEADER")?.format).toLowerCase();
  const [parameter] = parametersOf(partIn(given, "HEADER"));
  const { link, id } = membersOf(parameter?.[format]);
  return fileIn({ type: format, id, url: link });
}

function sentButtons(components: Template["components"], given: unknown): Button[] {
  const filling = itemsOf(given).filter(({ type }) => String(type).toUpperCase() === "BUTTON");
  return buttonsOf({ components }).map(({ type, text, url }, index) => {
    const parameters = parametersOf(filling.find((one) => String(one.index) === String(index)));
    const title = textOf(text) ?? "";
    const isReply = String(type).toUpperCase() === "QUICK_REPLY";
    return {
      ...{ kind: textOf(type), title },
      id: isReply ? (textOf(parameters[0]?.payload) ?? title) : null,
      url: fill(textOf(url), parameters),
    };
  });
}

function sentCards(template: Described, message: Message): Card[] {
  const given = itemsOf(partIn(sentComponents(message), "CAROUSEL")?.cards);
  return cardsOf(template).map((components, index) => {
    const own = given[index]?.components;
    return {
      title: null,
      text: fill(partOf({ components }, "BODY"), parametersOf(partIn(own, "BODY"))),
      file: headerFile(components, own),
      buttons: sentButtons(components, own),
    };
  });
}

export function sentTemplate(template: Described, message: Message): SentTemplate {
  const given = sentComponents(message);
  return {
    header: filled(template, "HEADER", message),
    file: headerFile(template.components, given),
    body: filled(template, "BODY", message),
    footer: partOf(template, "FOOTER"),
    buttons: sentButtons(template.components, given),
    cards: sentCards(template, message),
  };
}
