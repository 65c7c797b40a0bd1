import { fill, parseTemplate } from "../../links/placeholders";
import { replaceLinks, slugsIn } from "../../links/rewrite";
import { type Composed, rewrite, textsIn } from "./compose";
import type { Place } from "./faults";
import { fillText, oneLine } from "./variables";

type Lookup = (name: string) => string | undefined;

/** The URL with values encoded for their places in it; empty if one doesn't fit its place. */
function filledUrl(url: string, lookup: Lookup) {
  const template = parseTemplate(url);
  return (template && fill(template, lookup)) ?? "";
}

export function fillPlace(text: string, { kind }: Place, lookup: Lookup) {
  if (kind === "url") return filledUrl(text, lookup);
  const filled = fillText(text, lookup);
  return kind === "text" || kind === "data" ? filled : oneLine(filled);
}

/** The message with a lead's values in place of its placeholders. */
export const fillMessage = (composed: Composed, lookup: Lookup) =>
  rewrite(composed, (text, place) => fillPlace(text, place, lookup));

/** Short links are replaced only in what the recipient reads and taps. */
export const takesLinks = ({ kind }: Place) => !["value", "data", "url"].includes(kind);

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
