import type { Platform } from "../../../domain/messaging";
import { validationMessages } from "../../../lib/validation-messages";
import { MIN_TOKEN_CHARACTERS } from "../../links/recipients/token";
import { replaceLinks } from "../../links/rewrite";
import { type Composed, faultsIn, rewrite, textsIn } from "../../messaging/outbound/compose";
import type { Faults } from "../../messaging/outbound/faults";
import {
  fillText,
  isPreferencesUrl,
  oneLine,
  PLACEHOLDER,
} from "../../messaging/outbound/variables";
import { previewUrl } from "../../messaging/preferences/token";

/**
 * The faults, for its platform, of a message to a lead without known values: placeholders have
 * their defaults, and links, the slugs that `isLink` knows, are as short as possible. Faults that
 * only the values of some leads cause are not found.
 */
export function faultsOf(
  asked: Composed,
  platform: Platform,
  shortUrlBase: string,
  isLink: (slug: string) => boolean,
): Faults {
  const urlOf = (slug: string) =>
    isLink(slug) ? `${shortUrlBase}/${slug}/${"x".repeat(MIN_TOKEN_CHARACTERS)}` : undefined;
  const urlOfLead = (name: string) =>
    isPreferencesUrl(name) ? previewUrl(shortUrlBase) : undefined;
  const filled = rewrite(asked, (text, { isParameter, isUrlButton }) => {
    const plain = fillText(text, urlOfLead);
    return replaceLinks(isParameter ? oneLine(plain) : plain, shortUrlBase, urlOf, isUrlButton);
  });
  const varying = new Set(
    textsIn(asked).flatMap(({ field, text }) => (text.search(PLACEHOLDER) < 0 ? [] : [field])),
  );
  const certain = Object.entries(faultsIn(filled, platform)).filter(
    ([field, fault]) => fault !== validationMessages.required || !varying.has(field),
  );
  return Object.fromEntries(certain);
}
