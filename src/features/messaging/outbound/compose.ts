import type { OutgoingType, Platform } from "../../../domain/messaging";
import { codePoints } from "../../../lib/text";
import { messages as wording } from "../../../lib/validation-messages";
import type { Content, TemplateComponent } from "./providers/provider";
import type { MessageInput } from "./schema";
import { PLACEHOLDER } from "./variables";

/** A message with everything filled in, as its recipient sees it. */
export type Composed = { type: OutgoingType; text: string | null; content: Content };

/** The message as it was asked for, before anything is filled in. */
export function contentOf({ type, text, buttons, media, template }: MessageInput): Composed {
  return {
    type: type ?? "text",
    text: text ?? null,
    content: {
      ...(buttons && {
        buttons: buttons.map(({ id, title }, index) => ({ id: id ?? String(index), title })),
      }),
      ...(media && {
        media: { url: media.url, ...(media.filename && { filename: media.filename }) },
      }),
      ...(template && {
        template: {
          name: template.name,
          language: template.language,
          components: (template.components ?? []).map(componentOf),
        },
      }),
    },
  };
}

type ComponentInput = NonNullable<NonNullable<MessageInput["template"]>["components"]>[number];

const componentOf = ({ type, sub_type, index, parameters }: ComponentInput): TemplateComponent => ({
  type,
  ...(sub_type && { sub_type }),
  ...(index && { index }),
  parameters: (parameters ?? []) as TemplateComponent["parameters"],
});

/** Where a text stands in the message: its field, and whether it is a template's parameter, or that of a URL button. */
export type Place = { field: string; isParameter: boolean; isUrlButton: boolean };

/** Writes every text of a message anew that its recipient sees. */
export function rewrite(
  { type, text, content }: Composed,
  change: (text: string, place: Place) => string,
): Composed {
  const { buttons, template } = content;
  const plain = (field: string) => ({ field, isParameter: false, isUrlButton: false });
  return {
    type,
    text: text === null ? null : change(text, plain("text")),
    content: {
      ...content,
      ...(buttons && {
        buttons: buttons.map(({ id, title }, index) => ({
          id,
          title: change(title, plain(`buttons.${index}.title`)),
        })),
      }),
      ...(template && {
        template: {
          ...template,
          components: template.components.map((component, index) =>
            rewriteComponent(component, `template.components.${index}.parameters`, change),
          ),
        },
      }),
    },
  };
}

function rewriteComponent(
  component: TemplateComponent,
  field: string,
  change: (text: string, place: Place) => string,
): TemplateComponent {
  const isUrlButton = component.type === "button" && component.sub_type === "url";
  const parameters = component.parameters.map((parameter, index) =>
    typeof parameter.text === "string"
      ? {
          ...parameter,
          text: change(parameter.text, {
            field: `${field}.${index}.text`,
            isParameter: true,
            isUrlButton,
          }),
        }
      : parameter,
  );
  return { ...component, parameters };
}

/** Every text of a message that its recipient sees. */
export function textsIn(composed: Composed) {
  const texts: (Place & { text: string })[] = [];
  rewrite(composed, (text, place) => {
    texts.push({ ...place, text });
    return text;
  });
  return texts;
}

const MAX_TEXT_CHARACTERS: Record<Platform, number> = { whatsapp: 4096, instagram: 1000 };
/** Of a caption, and of a text with buttons. */
const MAX_TEXT_BESIDE_CHARACTERS = 1024;
const MAX_TITLE_CHARACTERS = 20;
const MAX_PARAMETER_CHARACTERS = 1024;
/** As JSON. */
const MAX_TEMPLATE_CHARACTERS = 65_536;

/** Messages by field, without the field's name in them. */
export type Faults = Record<string, string>;

/** Placeholders that are not closed: nobody is to see them. */
export function openPlaceholders(composed: Composed): Faults {
  const open = textsIn(composed).filter(({ text }) =>
    text.replaceAll(PLACEHOLDER, "").includes("{{"),
  );
  return Object.fromEntries(open.map(({ field }) => [field, wording.format]));
}

/** What of a message that is filled in its platform does not take. */
export function faultsIn(composed: Composed, platform: Platform): Faults {
  const { type, text, content } = composed;
  const faults: Faults = {};
  if (platform === "instagram" && (type === "template" || type === "document"))
    faults.type = wording.selected;
  if (platform === "instagram" && content.media !== undefined && text !== null)
    faults.text = wording.notOfType(type);
  for (const { text: written, field, isParameter } of textsIn(composed)) {
    const isCaption = field === "text" && content.media !== undefined;
    if (written.trim() === "" && !isCaption) faults[field] = wording.required;
    if (isParameter && codePoints(written) > MAX_PARAMETER_CHARACTERS)
      faults[field] = wording.atMostCharacters(MAX_PARAMETER_CHARACTERS);
  }
  const isHuge =
    content.template &&
    Object.keys(faults).length === 0 &&
    JSON.stringify(content.template).length > MAX_TEMPLATE_CHARACTERS;
  if (isHuge) faults.template = wording.atMostCharacters(MAX_TEMPLATE_CHARACTERS);
  const longest = MAX_TEXT_CHARACTERS[platform];
  const most = type === "text" ? longest : Math.min(MAX_TEXT_BESIDE_CHARACTERS, longest);
  if (codePoints(text ?? "") > most) faults.text = wording.atMostCharacters(most);
  const ids = new Set<string>();
  content.buttons?.forEach(({ id, title }, index) => {
    if (codePoints(title) > MAX_TITLE_CHARACTERS)
      faults[`buttons.${index}.title`] = wording.atMostCharacters(MAX_TITLE_CHARACTERS);
    if (ids.has(id)) faults[`buttons.${index}.id`] = wording.duplicate;
    ids.add(id);
  });
  return faults;
}
