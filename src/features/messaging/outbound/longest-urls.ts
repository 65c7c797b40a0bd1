import { longestUrl } from "../preferences/token";
import type { Composed } from "./compose";
import { linkMessage } from "./places";
import { placePreferencesUrl } from "./preferences-url";

/** The length of a recipient's token after 36^8 sends (links/recipients/token.ts). */
const LONGEST_TOKEN = "x".repeat(24);

/**
 * The message at the length that it may have with the recipient's own URLs, in place of the short
 * links that `isLink` knows by their slugs.
 */
export const withLongestUrls = (
  composed: Composed,
  shortUrlBase: string,
  isLink: (slug: string) => boolean = () => true,
) =>
  linkMessage(
    placePreferencesUrl(composed, shortUrlBase, longestUrl(shortUrlBase)),
    shortUrlBase,
    (slug) => (isLink(slug) ? `${shortUrlBase}/${slug}/${LONGEST_TOKEN}` : undefined),
  );
