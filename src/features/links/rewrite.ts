/** Finds the base URLs of short links in texts: those with nothing of a path behind the slug. The slug is the first group. */
function linkPattern(shortUrlBase: string) {
  const base = shortUrlBase.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\w.@/-])${base}/([A-Za-z0-9_-]{1,255})(?![\\w/-]|\\.[\\w-])`, "gi");
}

/** The slugs in a text whose base URLs stand there, each once, without regard to case. */
export const slugsIn = (text: string, shortUrlBase: string) => [
  ...new Set([...text.matchAll(linkPattern(shortUrlBase))].map(([, slug]) => slug!.toLowerCase())),
];

/**
 * The text with what `urlOf` gives for a slug, in lower case, in place of the base URLs; undefined leaves one as it is. A template's URL
 * button holds the base itself: there stands only what comes behind it.
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
