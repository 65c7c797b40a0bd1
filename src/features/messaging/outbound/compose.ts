import { type AcceptingChannel, sendableBy } from "#domain/gateways";
import type { OutgoingType } from "#domain/messaging";
import { type Platform, platformTraits } from "#domain/platforms";
import { MAX_TEMPLATE_TEXT_CHARACTERS } from "#domain/private-replies";
import { isHttpUrl } from "#lib/http-url";
import { codePoints, utf8Bytes } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults, Place } from "./faults";
import {
  type Content,
  contentFaults,
  hugeMember,
  mayBeEmpty,
  readContent,
  rewriteContent,
} from "./members/all";
import { linkFault } from "./members/links";
import type { Change } from "./members/member";
import type { MessageInput } from "./schema";
import { isClosed, MAX_FILLED_CHARACTERS } from "./variables";

/** A message with its placeholders filled in, as the recipient sees it. */
export type Composed = { type: OutgoingType; text: string | null; content: Content };

/** The message as requested, before its placeholders are filled in. */
export function contentOf({ type: asked, text, ...content }: MessageInput): Composed {
  const type = asked ?? "text";
  return { type, text: text ?? null, content: readContent(content, type) };
}

/** True if the text is beside a file, so that there may be none. */
export const hasCaption = ({ content: { media } }: Composed) =>
  media !== undefined && media.type === undefined;

const textKind = (type: OutgoingType) => (type === "comment_reply" ? "public" : "text");

/** Changes every text of a message that the recipient sees, or that is handed over for them. */
export const rewrite = ({ type, text, content }: Composed, change: Change): Composed => ({
  type,
  text: text === null ? null : change(text, { field: "text", kind: textKind(type) }),
  content: rewriteContent(content, change),
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

const MAX_PARAMETER_CHARACTERS = 1024;

/** Placeholders that are not closed would reach the recipient as they are. */
export function openPlaceholders(composed: Composed): Faults {
  const open = textsIn(composed).filter(({ text }) => !isClosed(text));
  return Object.fromEntries(open.map(({ field }) => [field, validationMessages.format]));
}

/** The channel that sends, and the URL with which the service's own links begin. */
type Sending = { channel?: AcceptingChannel | undefined; shortUrlBase?: string };

/**
 * The faults for which the platform, or the gateway of the channel that sends, would refuse a
 * message without open placeholders.
 */
export function faultsIn(
  composed: Composed,
  platform: Platform,
  { channel, shortUrlBase = "" }: Sending = {},
): Faults {
  const { type, text, content } = composed;
  const around = { type, text, hasMedia: content.media !== undefined };
  const faults = {
    ...platformFaults(composed, platform, channel),
    ...textFaults(composed, shortUrlBase),
  };
  const huge = Object.keys(faults).length === 0 && hugeMember(content, MAX_FILLED_CHARACTERS);
  return {
    ...faults,
    ...(huge && { [huge]: validationMessages.atMostCharacters(MAX_FILLED_CHARACTERS) }),
    ...lengthFaults(composed, platform),
    ...contentFaults(content, platform, around),
  };
}

/**
 * The faults of a message as a private reply: its buttons are a template, and it quotes no message
 * besides.
 */
export function privateReplyFaults({ text, content: { buttons, reply_to } }: Composed): Faults {
  const isLong = buttons !== undefined && codePoints(text ?? "") > MAX_TEMPLATE_TEXT_CHARACTERS;
  return {
    ...(isLong && { text: validationMessages.atMostCharacters(MAX_TEMPLATE_TEXT_CHARACTERS) }),
    ...(reply_to !== undefined && { reply_to: validationMessages.notBeside("comment_id") }),
  };
}

function platformFaults(
  composed: Composed,
  platform: Platform,
  channel: AcceptingChannel | undefined,
): Faults {
  const { type, text } = composed;
  const sendable = sendableBy(platform, channel);
  return {
    ...(!sendable.includes(type) && { type: validationMessages.selectedOf(sendable) }),
    ...(!platformTraits[platform].hasCaptions &&
      hasCaption(composed) &&
      text !== null && { text: validationMessages.notOfType(type) }),
  };
}

/** The faults of texts: empty ones, except for captions, long parameters, and what is no URL. */
function textFaults(composed: Composed, shortUrlBase: string): Faults {
  const faults: Faults = {};
  for (const { text, field, kind } of textsIn(composed)) {
    const isCaption = field === "text" && hasCaption(composed);
    const link = kind === "link" ? linkFault(text, shortUrlBase) : undefined;
    if (text.trim() === "" && kind !== "data" && !isCaption && !mayBeEmpty(field))
      faults[field] = validationMessages.required;
    else if (kind === "url" && !isHttpUrl(text)) faults[field] = validationMessages.url;
    else if (link) faults[field] = link;
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
