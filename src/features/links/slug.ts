/** 32 characters that are not confused when read aloud: no `l`, `o`, `0` or `1`. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** First path segments that are, or may become, the service's own. */
const RESERVED = new Set([
  ...["v1", "v2", "v3", "api", "docs", "openapi", "console", "admin", "app", "www"],
  ...["webhooks", "webhook", "health", "healthz", "status", "metrics"],
  ...["assets", "static", "public", "well-known", "robots", "favicon", "sitemap"],
  ...["login", "logout", "signup", "mcp", "oauth", "authorize", "token"],
  ...["auth", "signin", "register", "join", "connect", "operator"],
  ...["unsubscribe", "u", "qr", "import", "llms", "privacy", "terms", "security"],
  // Cloudflare answers what begins so by itself.
  "cdn-cgi",
]);

/** Slugs keep their case, but are unique and looked up without regard to it. */
export const slugKey = (slug: string) => slug.toLowerCase();

export const isSlug = (slug: string) => /^[A-Za-z0-9_-]{1,255}$/.test(slug);

export const isReserved = (slug: string) => RESERVED.has(slugKey(slug));

/** A slug of eight characters from eight random bytes. */
export const slugFrom = (random: Uint8Array) =>
  [...random.subarray(0, 8)].map((byte) => ALPHABET[byte & 31]).join("");
