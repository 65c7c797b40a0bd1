import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { Problem } from "#lib/problem";
import { isInClear } from "./strict-transport";

/** The paths that people open, of files that name nobody, and of what uptime monitors ask. */
const PAGES = /^\/(?:$|(?:docs|console|u)(?:\/|$)|(?:openapi|favicon|robots|llms)\.\w+$|healthz$)/;

/** The answer of a page to a request in clear, for the document. */
export const TO_HTTPS = {
  description: "Leads a request by http to https.",
  headers: {
    Location: {
      description: "The same URL with https.",
      required: true,
      schema: { type: "string", format: "uri" },
    },
  },
};

/** True for a request that is led to https if it came in clear. */
export const isPage = (method: string, path: string) =>
  /^(get|head)$/i.test(method) && PAGES.test(path);

/**
 * Leads pages to https. Short URLs are answered in clear, which saves the visitor a redirect. All
 * else is refused rather than redirected: a program that goes on by itself would send its token in
 * clear each time.
 */
export const httpsOnly = (isShortUrl: (path: string) => boolean) =>
  createMiddleware<App>(async (c, next) => {
    if (!isInClear(c.req.raw, c.env) || isShortUrl(c.req.path)) return next();
    if (isPage(c.req.method, c.req.path))
      return c.redirect(c.req.url.replace(/^http:\/\//, "https://"), 301);
    throw new Problem("https_required", { headers: { "Cache-Control": "no-store" } });
  });
