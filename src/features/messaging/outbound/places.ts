import { fill, parseTemplate } from "#features/links/placeholders";
import { replaceLinks, slugsIn } from "#features/links/rewrite";
import { type Room, roomFor } from "#lib/room";
import { validationMessages } from "#lib/validation-messages";
import { type Composed, rewrite, textsIn } from "./compose";
import type { Faults, Place } from "./faults";
import { fillText, isPreferencesUrl, MAX_FILLED_CHARACTERS, oneLine } from "./variables";

type Lookup = (name: string) => string | undefined;

/** The URL with values encoded for their places in it; empty if one doesn't fit its place. */
function filledUrl(url: string, lookup: Lookup, room: Room) {
  const template = parseTemplate(url);
  return (template && fill(template, lookup, room)) ?? "";
}

export function fillPlace(
  text: string,
  { kind }: Place,
  lookup: Lookup,
  room = roomFor(MAX_FILLED_CHARACTERS),
) {
  if (kind === "url" || kind === "link") return filledUrl(text, lookup, room);
  if (kind === "public") return fillText(text, withoutPage(lookup), room);
  const filled = fillText(text, lookup, room);
  return kind === "text" || kind === "data" ? filled : oneLine(filled);
}

/** The page for unsubscribing is the lead's own. */
const withoutPage = (lookup: Lookup) => (name: string) =>
  isPreferencesUrl(name) ? undefined : lookup(name);

/**
 * The message with a lead's values in place of its placeholders. Where it becomes too long, it ends
 * in the text that is at fault, and those after it stay as they are.
 */
export function fillMessage(composed: Composed, lookup: Lookup) {
  const room = roomFor(MAX_FILLED_CHARACTERS);
  const tooLong: Faults = {};
  const filled = rewrite(composed, (text, place) => {
    if (room.left < 0) return text;
    const one = fillPlace(text, place, lookup, room);
    if (room.left < 0)
      tooLong[place.field] = validationMessages.atMostCharacters(MAX_FILLED_CHARACTERS);
    return one;
  });
  return { composed: filled, tooLong };
}

/** Short links are replaced only in what the recipient alone reads and taps. */
export const takesLinks = ({ kind }: Place) => !["public", "value", "data", "url"].includes(kind);

export const linkPlace = (
  text: string,
  place: Place,
  shortUrlBase: string,
  urlOf: (slug: string) => string | undefined,
) =>
  takesLinks(place) ? replaceLinks(text, shortUrlBase, urlOf, place.kind === "url_button") : text;

/** The message with the URLs that `urlOf` gives in place of short links, by their slugs. */
export const linkMessage = (
  composed: Composed,
  shortUrlBase: string,
  urlOf: (slug: string) => string | undefined,
) => rewrite(composed, (text, place) => linkPlace(text, place, shortUrlBase, urlOf));

/** The slugs of the short links in a message, each once. */
export const slugsInMessage = (composed: Composed, shortUrlBase: string) => [
  ...new Set(
    textsIn(composed).flatMap((place) =>
      takesLinks(place) ? slugsIn(place.text, shortUrlBase) : [],
    ),
  ),
];
