import { withoutEnd } from "#lib/text";
import { isReserved, isSlug } from "../slug";

/** The slug or token that a segment begins with, whatever else but letters is glued to it. */
const SEGMENT = /^[^\p{L}\p{M}\p{N}_-]*([\w-]+)(?![\p{L}\p{M}\p{N}_-])/u;

/** The path as a person reads it; up to what is malformed. */
function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%.*$/s, "");
  }
}

/**
 * The segments of a path, without what is glued to them, and without those that hold nothing else.
 */
const segmentsOf = (path: string) =>
  decoded(path)
    .split("/")
    .map((segment) => SEGMENT.exec(segment)?.[1] ?? "")
    .filter((segment) => segment !== "");

/**
 * The slug and the token in the path of a visit. Texts and the programs that find URLs in them glue
 * slashes, punctuation and invisible characters to a URL: no slug and no token can hold these.
 * Null for a path that is not of a short URL.
 */
export function visitedLink(path: string): { slug: string; token: string | undefined } | null {
  const [slug, token, ...others] = segmentsOf(path);
  // A token ends in a digit or a letter.
  return slug === undefined || others.length > 0
    ? null
    : { slug, token: token && withoutEnd(token, /[_-]/) };
}

/** True for a path of the service's own: none, or one that begins with a reserved slug. */
export function isOfService(path: string) {
  const [first = ""] = segmentsOf(path);
  return path === "" || isReserved(first);
}

/** True if a path can be of a short URL: its first segment is none of the service's own. */
export function isShortUrl(path: string) {
  const slug = visitedLink(path)?.slug;
  return slug !== undefined && isSlug(slug) && !isReserved(slug);
}
