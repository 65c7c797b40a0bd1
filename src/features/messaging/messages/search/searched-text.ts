import type { Content } from "#features/messaging/outbound/members/all";
import type { TemplateComponent } from "#features/messaging/outbound/members/template-component";
import type { KnownTemplate } from "#features/messaging/templates/fits";
import { renderTemplate } from "#features/messaging/templates/render";

/**
 * A message as it is searched; `template` is that of its channel (`templateOfMessage`), as JSON.
 */
export type Searched = {
  text: string | null;
  payload: Content | Record<string, unknown>;
  template: string | null;
};

type Members = Record<string, unknown>;

/** The objects in a list. A payload of a platform's may have any form. */
const objectsIn = (value: unknown): Members[] =>
  Array.isArray(value)
    ? value.filter((one): one is Members => typeof one === "object" && one !== null)
    : [];

/** The titles and texts beside the text of a message with links. */
const wordsIn = ({ link_buttons: links, cards, answers }: Members) => [
  ...[
    ...objectsIn(links),
    ...objectsIn(cards).flatMap((card) => [card, ...objectsIn(card.buttons)]),
  ].flatMap(({ title, text }) => [title, text]),
  ...answersIn(answers),
];

/**
 * The text by which a message is found. That of a template is what its recipient sees, or what
 * fills its parameters where the channel's templates are not known. The answers of a form are found
 * by the texts in them, too.
 */
export function searchedText({ text, payload, template: stored }: Searched): string | null {
  const { template } = payload as Content;
  const words = wordsIn(payload as Members).filter((word) => typeof word === "string");
  if (words.length > 0) return [...(text === null ? [] : [text]), ...words].join("\n");
  if (text !== null || !template) return text;
  const known: KnownTemplate[] = stored === null ? [] : [JSON.parse(stored)];
  const rendered = renderTemplate(known, template);
  const parts = rendered
    ? [
        ...[rendered.header, rendered.body, rendered.footer, rendered.offer?.text],
        ...rendered.cards.map(({ body }) => body),
      ]
    : template.components.flatMap(parameterTexts);
  return parts.filter((part) => typeof part === "string").join("\n");
}

const parameterTexts = ({ parameters = [], cards = [] }: TemplateComponent): unknown[] => [
  ...parameters.map(({ text }) => text),
  ...cards.flatMap(({ components }) => components.flatMap(parameterTexts)),
];

/** The texts in the answers of a form, or in any other JSON. */
function answersIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(answersIn) : [];
}
