import { isOwn } from "#lib/own-url";
import {
  fill,
  MAX_URL_CHARACTERS,
  parseTemplate,
  recipientChoosesHost,
  sample,
} from "./placeholders";

/**
 * Scheme and host are where a reader expects them: no credentials, no third slash, no backslash
 * that a parser takes for a slash.
 */
const ABSOLUTE = /^https?:\/\/[^/\\?#@]+([/\\?#]|$)/i;

/** URL parsers drop or encode these, so that another URL is opened than the text shows. */
const UNPRINTABLE = /[\s\p{Cc}]/u;

/**
 * The absolute http or https URL; `null` for any other scheme, for credentials and for a host
 * with an empty label.
 */
function safeUrl(text: string) {
  if (!ABSOLUTE.test(text) || UNPRINTABLE.test(text)) return null;
  const url = URL.parse(text);
  return url && !/^\.|\.\./.test(url.hostname) ? url : null;
}

/** A destination with sample values; `null` when it may not be saved. */
export function sampleUrl(destination: string) {
  const template = parseTemplate(destination);
  const sampled = template && !recipientChoosesHost(template) ? sample(template) : null;
  return sampled === null ? null : safeUrl(sampled);
}

/**
 * The reason for not following a destination: a value does not fit its place; it is no absolute
 * http or https URL without credentials, too long, or a short link itself.
 */
export type Refusal = "value" | "url" | "length" | "own_domain";
export type Resolved = { location: string } | { location: null; refusal: Refusal };

/** The location for a visitor with these values. Encodes the braces that values contain. */
export function resolve(
  destination: string,
  shortUrlBase: string,
  lookup: (name: string) => string | undefined,
): Resolved {
  const template = parseTemplate(destination);
  const filled = template && fill(template, lookup);
  if (filled === null) return { location: null, refusal: template ? "value" : "url" };
  if (filled.length > MAX_URL_CHARACTERS) return { location: null, refusal: "length" };
  const url = safeUrl(filled);
  if (!url) return { location: null, refusal: "url" };
  if (url.href.length > MAX_URL_CHARACTERS) return { location: null, refusal: "length" };
  if (isOwn(url, shortUrlBase)) return { location: null, refusal: "own_domain" };
  return { location: url.href.replaceAll("{{", "%7B%7B") };
}

/** The URL with the parameters of the visitor's query that the URL itself lacks. */
export function withVisitorQuery(url: string, search: string) {
  if (search.length < 2) return url;
  const [, address = "", query, fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? [];
  const present = new Set(new URLSearchParams(query).keys());
  const added = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !present.has(nameIn(pair)));
  if (added.length === 0) return url;
  const joined = [query && query !== "?" ? query.slice(1) : undefined, ...added]
    .filter((part) => part !== undefined)
    .join("&");
  return `${address}?${joined.replaceAll("{{", "%7B%7B")}${fragment}`;
}

/** The `&` keeps URLSearchParams from dropping a leading `?` of the name. */
const nameIn = (pair: string) => new URLSearchParams(`&${pair}`).keys().next().value ?? "";
