const hostOf = (url: URL) => url.hostname.replace(/\.$/, "");

/**
 * True if the URL is under the origin of the short links, so that a redirect would loop.
 * A base with the default port matches every port.
 */
export function isOwn(url: URL, shortUrlBase: string) {
  const own = new URL(shortUrlBase);
  return hostOf(url) === hostOf(own) && (own.port === "" || own.port === url.port);
}
