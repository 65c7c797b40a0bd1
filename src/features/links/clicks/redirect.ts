import { type Context, Hono } from "hono";
import type { App } from "#env";
import { languageOf, noticePage } from "../pages/answers";
import { followRecipientLink, followShortLink } from "./redirect-operations";

// The document's short URLs. The entry answers visits (visit.ts): only paths that begin with a
// reserved slug come here, which are of no link.

const notFound = ({ req, var: { requestId } }: Context<App>) =>
  noticePage(404, { language: languageOf(req.raw.headers), requestId });

export const redirects = new Hono<App>()
  .get("/:slug", followShortLink, notFound)
  .get("/:slug/:token", followRecipientLink, notFound)
  // As texts and linkifiers may end a URL.
  .get("/:slug/", notFound)
  .get("/:slug/:token/", notFound);
