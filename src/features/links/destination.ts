import { fill, parseTemplate, recipientChoosesHost, sample } from "./placeholders";

/** The absolute http or https URL, normalised; `null` for any other scheme, for credentials, and for the service's own short links. */
export function safeUrl(text: string, shortUrlBase: string) {
  if (!/^https?:\/\/[^/]/i.test(text)) return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const own = new URL(shortUrlBase);
  return hostOf(url) === hostOf(own) && url.port === own.port ? null : url.href;
}

const hostOf = (url: URL) => url.hostname.replace(/\.$/, "");

/** Whether a destination, placeholders included, may be saved. */
export function isDestination(destination: string, shortUrlBase: string) {
  const template = parseTemplate(destination);
  return template !== null && !recipientChoosesHost(template) && safeUrl(sample(template), shortUrlBase) !== null;
}

/** Where a visitor is sent; `null` when the values make it a URL that may not be. */
export function resolve(destination: string, shortUrlBase: string, lookUp: (name: string) => string | undefined) {
  const template = parseTemplate(destination);
  const filled = template && fill(template, lookUp);
  return filled === null ? null : safeUrl(filled, shortUrlBase);
}

/** The URL with those parameters of the visitor's query that it lacks. */
export function withVisitorQuery(url: string, search: string) {
  if (search.length < 2) return url;
  const [, address = "", query, fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? [];
  const present = new Set(new URLSearchParams(query).keys());
  const added = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !present.has(new URLSearchParams(pair).keys().next().value ?? ""));
  if (added.length === 0) return url;
  const joined = [query && query !== "?" ? query.slice(1) : undefined, ...added].filter((part) => part !== undefined).join("&");
  return `${address}?${joined}${fragment}`;
}
