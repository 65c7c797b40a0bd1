/**
 * Matches base URLs of short links, with or without the scheme, and slashes at their end. They have
 * no path behind the slug, which is group 1. Without the scheme, a URL in another's query is none.
 */
function linkPattern(shortUrlBase: string) {
  const base = shortUrlBase.replace(/^https?:\/\//, "").replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(
    `(?<![A-Za-z\\d.@/-]|[A-Za-z\\d]_)(?:https?://|(?<![=&?#%:+~]))${base}/([\\w-]{1,255})` +
      "(?:/+(?![\\w/%-]))?(?![\\w/-])",
    "gi",
  );
}

/** A `_` that begins italics in the line before a URL. */
const ITALICS = /(?<![A-Za-z\d])_(?!\s)/;
const lineBefore = (text: string, place: number) =>
  text.slice(text.lastIndexOf("\n", place - 1) + 1, place);

/** The base URLs in a text. In italics, as in `_URL_`, the last `_` is not the slug's. */
function linksIn(text: string, shortUrlBase: string) {
  return [...text.matchAll(linkPattern(shortUrlBase))].map(({ 0: found, 1: slug = "", index }) => {
    const isItalic = slug.endsWith("_") && ITALICS.test(lineBefore(text, index));
    const [end, own] = isItalic ? ["_", slug.slice(0, -1)] : ["", slug];
    return { slug: own.toLowerCase(), start: index, end: index + found.length, behind: end };
  });
}

/** The slugs of the base URLs in a text, in lower case, each once. */
export const slugsIn = (text: string, shortUrlBase: string) => [
  ...new Set(linksIn(text, shortUrlBase).map(({ slug }) => slug)),
];

/**
 * Replaces base URLs in a text by what `urlOf` gives for their slugs, in lower case; undefined
 * leaves a URL as it is. The URL button of a template has the base itself, so that only the part
 * behind the base is inserted there.
 */
export function replaceLinks(
  text: string,
  shortUrlBase: string,
  urlOf: (slug: string) => string | undefined,
  isUrlButton: boolean,
) {
  let [replaced, from] = ["", 0];
  for (const { slug, start, end, behind } of linksIn(text, shortUrlBase)) {
    const url = urlOf(slug);
    if (url === undefined) continue;
    const own = isUrlButton ? url.slice(shortUrlBase.length + 1) : url;
    replaced += text.slice(from, start) + own + behind;
    from = end;
  }
  return replaced + text.slice(from);
}
