const URLS = /https?:\/\/[^\s<>"]+/g;
const TRAILING = /[.,;:!?)\]}'’]+$/;

/** A text in parts, of which some are addresses of pages. */
export function linkify(text: string): { part: string; href: string | null }[] {
  const parts: { part: string; href: string | null }[] = [];
  let end = 0;
  for (const match of text.matchAll(URLS)) {
    const href = match[0].replace(TRAILING, "");
    if (!URL.canParse(href)) continue;
    if (match.index > end) parts.push({ part: text.slice(end, match.index), href: null });
    parts.push({ part: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ part: text.slice(end), href: null });
  return parts;
}
