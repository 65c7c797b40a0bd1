import type { Platform } from "#domain/platforms";
import { MIN_TOKEN_CHARACTERS } from "#features/links/recipients/token";
import { type Composed, faultsIn, rewrite, textsIn } from "#features/messaging/outbound/compose";
import type { Faults } from "#features/messaging/outbound/faults";
import { fillPlace, linkPlace } from "#features/messaging/outbound/places";
import { isPreferencesUrl, PLACEHOLDER } from "#features/messaging/outbound/variables";
import { previewUrl } from "#features/messaging/preferences/token";
import { validationMessages } from "#lib/validation-messages";

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
  const filled = rewrite(asked, (text, place) =>
    linkPlace(fillPlace(text, place, urlOfLead), place, shortUrlBase, urlOf),
  );
  const varying = new Set(
    textsIn(asked).flatMap(({ field, text }) => (text.search(PLACEHOLDER) < 0 ? [] : [field])),
  );
  const ofValues: string[] = [
    validationMessages.required,
    validationMessages.url,
    validationMessages.date,
    validationMessages.publicUrl,
  ];
  const certain = Object.entries(faultsIn(filled, platform, { shortUrlBase })).filter(
    ([field, fault]) => !ofValues.includes(fault) || !varying.has(field),
  );
  return Object.fromEntries(certain);
}
