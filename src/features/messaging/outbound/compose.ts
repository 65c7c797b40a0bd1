import type { OutgoingType } from "#domain/messaging";
import { type Platform, platformTraits, sendableOn } from "#domain/platforms";
import { isHttpUrl } from "#lib/http-url";
import { codePoints, utf8Bytes } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults, Place } from "./faults";
import { isDescription, listFaults, listOf, rewriteList } from "./list";
import type { Content, TemplateComponent } from "./providers/provider";
import { rewriteComponents } from "./rewrite-components";
import type { MessageInput } from "./schema";
import { isClosed, MAX_FILLED_CHARACTERS } from "./variables";

/** A message with its placeholders filled in, as the recipient sees it. */
export type Composed = { type: OutgoingType; text: string | null; content: Content };

/** The message as requested, before its placeholders are filled in. */
export function contentOf({ type, text, buttons, list, media, template }: MessageInput): Composed {
  return {
    type: type ?? "text",
    text: text ?? null,
    content: {
      ...(buttons && {
        buttons: buttons.map(({ id, title }, index) => ({ id: id ?? String(index), title })),
      }),
      ...(list && { list: listOf(list) }),
      ...(media && { media: fileOf(media) }),
      ...(template && { template: templateOf(template) }),
    },
  };
}

const fileOf = ({ id, url, filename }: NonNullable<MessageInput["media"]>) => ({
  ...(id == null ? { url: url ?? "" } : { id }),
  ...(filename && { filename }),
});

const templateOf = ({
  name,
  language,
  components,
  on_marketing_cap: onCap,
}: NonNullable<MessageInput["template"]>): NonNullable<Content["template"]> => ({
  name,
  language,
  components: (components ?? []).map(componentOf),
  ...(typeof onCap === "object" && onCap && { on_marketing_cap: onCap }),
});

type ComponentInput = NonNullable<NonNullable<MessageInput["template"]>["components"]>[number];

function componentOf({ cards, ...component }: ComponentInput): TemplateComponent {
  if (!cards) return plainComponentOf(component);
  const { parameters, ...carousel } = plainComponentOf(component);
  return {
    ...carousel,
    ...(parameters?.length && { parameters }),
    cards: cards.map(({ card_index, components }, index) => ({
      card_index: card_index ?? index,
      components: (components ?? []).map(plainComponentOf),
    })),
  };
}

const plainComponentOf = ({
  type,
  sub_type,
  index,
  parameters,
}: Omit<ComponentInput, "cards">): TemplateComponent => ({
  type,
  ...(sub_type && { sub_type }),
  ...(index && { index }),
  parameters: (parameters ?? []) as TemplateComponent["parameters"],
});

/** Changes every text of a message that the recipient sees, or that is handed over for them. */
export function rewrite(
  { type, text, content }: Composed,
  change: (text: string, place: Place) => string,
): Composed {
  const { buttons, list, media, template } = content;
  const plain = (field: string): Place => ({ field, kind: "text" });
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
      ...(list && { list: rewriteList(list, change) }),
      ...(media && { media: rewriteFile(media, change) }),
      ...(template && {
        template: {
          ...template,
          components: rewriteComponents(template.components, "template.components", change),
        },
      }),
    },
  };
}

const rewriteFile = (
  media: NonNullable<Content["media"]>,
  change: (text: string, place: Place) => string,
): NonNullable<Content["media"]> => ({
  ...media,
  ...("url" in media && { url: change(media.url, { field: "media.url", kind: "url" }) }),
  ...(media.filename && {
    filename: change(media.filename, { field: "media.filename", kind: "value" }),
  }),
});

/** Every text of a message that the recipient sees, or that is handed over for them. */
export function textsIn(composed: Composed) {
  const texts: (Place & { text: string })[] = [];
  rewrite(composed, (text, place) => {
    texts.push({ ...place, text });
    return text;
  });
  return texts;
}

const MAX_TITLE_CHARACTERS = 20;
const MAX_PARAMETER_CHARACTERS = 1024;

/** Placeholders that are not closed would reach the recipient as they are. */
export function openPlaceholders(composed: Composed): Faults {
  const open = textsIn(composed).filter(({ text }) => !isClosed(text));
  return Object.fromEntries(open.map(({ field }) => [field, validationMessages.format]));
}

/** The faults for which the platform would refuse a message without open placeholders. */
export function faultsIn(composed: Composed, platform: Platform): Faults {
  const faults = { ...platformFaults(composed, platform), ...textFaults(composed) };
  const huge = Object.keys(faults).length === 0 && hugeMember(composed.content);
  return {
    ...faults,
    ...(huge && { [huge]: validationMessages.atMostCharacters(MAX_FILLED_CHARACTERS) }),
    ...lengthFaults(composed, platform),
    ...buttonFaults(composed),
    ...(composed.content.list && listFaults(composed.content.list, platform)),
  };
}

/** The member that is too long as JSON. Other members have limits for each of their texts. */
const hugeMember = (content: Content) =>
  (["template", "media"] as const).find(
    (name) => JSON.stringify(content[name] ?? null).length > MAX_FILLED_CHARACTERS,
  );

function platformFaults({ type, text, content }: Composed, platform: Platform): Faults {
  const sendable = sendableOn(platform);
  return {
    ...(!sendable.includes(type) && { type: validationMessages.selectedOf(sendable) }),
    ...(!platformTraits[platform].hasCaptions &&
      content.media !== undefined &&
      text !== null && { text: validationMessages.notOfType(type) }),
  };
}

/** The faults of texts: empty ones, except for captions, long parameters, and what is no URL. */
function textFaults(composed: Composed): Faults {
  const faults: Faults = {};
  for (const { text, field, kind } of textsIn(composed)) {
    const isCaption = field === "text" && composed.content.media !== undefined;
    if (text.trim() === "" && kind !== "data" && !isCaption && !isDescription(field))
      faults[field] = validationMessages.required;
    else if (kind === "url" && !isHttpUrl(text)) faults[field] = validationMessages.url;
    const isParameter = kind === "parameter" || kind === "url_button";
    if (isParameter && codePoints(text) > MAX_PARAMETER_CHARACTERS)
      faults[field] = validationMessages.atMostCharacters(MAX_PARAMETER_CHARACTERS);
  }
  return faults;
}

function lengthFaults({ type, text }: Composed, platform: Platform): Faults {
  if (text === null) return {};
  const { unit, alone, beside } = platformTraits[platform].maxText;
  const most = type === "text" ? alone : beside;
  if (unit === "bytes")
    return utf8Bytes(text) > most ? { text: validationMessages.atMostBytes(most) } : {};
  return codePoints(text) > most ? { text: validationMessages.atMostCharacters(most) } : {};
}

function buttonFaults({ content: { buttons = [] } }: Composed): Faults {
  const faults: Faults = {};
  const ids = new Set<string>();
  for (const [index, { id, title }] of buttons.entries()) {
    if (codePoints(title) > MAX_TITLE_CHARACTERS)
      faults[`buttons.${index}.title`] = validationMessages.atMostCharacters(MAX_TITLE_CHARACTERS);
    if (ids.has(id)) faults[`buttons.${index}.id`] = validationMessages.duplicate;
    ids.add(id);
  }
  return faults;
}
