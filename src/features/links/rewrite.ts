/** Matches base URLs of short links, which have no path behind the slug. Group 1 is the slug. */
function linkPattern(shortUrlBase: string) {
  const base = shortUrlBase.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\w.@/-])${base}/([A-Za-z0-9_-]{1,255})(?![\\w/-]|\\.[\\w-])`, "gi");
}

/** The slugs of the base URLs in a text, in lower case, each once. */
export const slugsIn = (text: string, shortUrlBase: string) => [
  ...new Set(
    [...text.matchAll(linkPattern(shortUrlBase))].map(([, slug = ""]) => slug.toLowerCase()),
  ),
];

/**
 * Replaces base URLs in a text by what `urlOf` gives for their slugs, in lower case; undefined
 * leaves a URL as it is. The URL button of a template has the base itself, so that only the part
 * behind the base is inserted there.
 */
export const replaceLinks = (
  text: string,
  shortUrlBase: string,
  urlOf: (slug: string) => string | undefined,
  isUrlButton: boolean,
) =>
  text.replace(linkPattern(shortUrlBase), (found, slug: string) => {
    const url = urlOf(slug.toLowerCase());
    if (url === undefined) return found;
    return isUrlButton ? url.slice(shortUrlBase.length + 1) : url;
  });
