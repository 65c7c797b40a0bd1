import { createMiddleware } from "hono/factory";
import type { App, Bindings } from "#env";
import { originsIn } from "#lib/hosts";

const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const ALLOWED_HEADERS =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Bookmark";
/** The headers of answers that pages of other origins may read, beside those that all may. */
export const EXPOSED_HEADERS = [
  "Allow",
  "Bookmark",
  "Content-Disposition",
  "ETag",
  "Idempotent-Replayed",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Ignored-Members",
  "X-Request-Id",
];
/** Chrome remembers an answer to a preflight for no longer. */
const MAX_AGE_SECONDS = 7_200;

const isAllowed = ({ ALLOWED_ORIGINS }: Bindings, origin: string) =>
  originsIn(ALLOWED_ORIGINS ?? "").includes(origin);

/**
 * Lets pages of the origins in `ALLOWED_ORIGINS` call the API with a token in a header. Browsers
 * send nothing else that would authenticate them: cookies are never allowed.
 */
export const cors = createMiddleware<App>(async (c, next) => {
  if (!c.env.ALLOWED_ORIGINS) return next();
  c.header("Vary", "Origin", { append: true });
  const origin = c.req.header("Origin");
  if (origin === undefined || !isAllowed(c.env, origin)) return next();
  c.header("Access-Control-Allow-Origin", origin);
  c.header("Access-Control-Expose-Headers", EXPOSED_HEADERS.join(", "));
  const isPreflight = c.req.header("Access-Control-Request-Method") !== undefined;
  if (c.req.method !== "OPTIONS" || !isPreflight) return next();
  return c.body(null, 204, {
    "Access-Control-Allow-Methods": ALLOWED_METHODS,
    "Access-Control-Allow-Headers": ALLOWED_HEADERS,
    "Access-Control-Max-Age": String(MAX_AGE_SECONDS),
  });
});
