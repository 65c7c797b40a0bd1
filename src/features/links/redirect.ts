import { type Context, Hono } from "hono";
import type { App } from "../../env";
import { operation } from "../../http/contract";
import { describeError, log } from "../../lib/log";
import { isPerson } from "./classify";
import { withVisitorQuery } from "./destination";
import { isSlug } from "./slug";
import { findTarget } from "./targets";

const HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
  `<body style="font:1.1rem/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1rem"><h1>${title}</h1><p>${text}</p>`;

const UNKNOWN = page("Link not found", "This link does not exist. Check that it was copied whole.");
const UNAVAILABLE = page("Please try again", "This link can't be opened right now. Try again in a few seconds.");
const GONE = page("Link no longer available", "This link has been switched off by its owner.");

const RETRY_AFTER_SECONDS = 5;

/** Sends the visitor on. The click is counted behind the answer: no counting error reaches it. */
async function redirect(c: Context<App>) {
  const slug = c.req.param("slug") ?? "";
  const keep = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise);
  const target = isSlug(slug) ? await findTarget(c.env, slug, keep).catch((error) => logFailure(c, error)) : null;
  if (target === undefined) return c.html(UNAVAILABLE, 503, { ...HEADERS, "Retry-After": String(RETRY_AFTER_SECONDS) });
  if (!target) return c.html(UNKNOWN, 404, HEADERS);
  if (!target.isActive) return c.html(GONE, 410, HEADERS);
  if (target.location === null) {
    log("warn", "short link refused: its destination does not resolve to an allowed URL", {
      request_id: c.var.requestId,
      short_link_id: target.id,
    });
    return c.html(GONE, 410, HEADERS);
  }
  const kind = isPerson({ method: c.req.method, header: (name) => c.req.header(name) }) ? "base" : "bot";
  keep(count(c, target.id, kind));
  const search = c.req.url.indexOf("?");
  const location = search < 0 ? target.location : withVisitorQuery(target.location, c.req.url.slice(search));
  return c.body(null, 302, { ...HEADERS, Location: location });
}

/** Leaves the target undefined: a link that may well exist is not answered with 404. */
function logFailure(c: Context<App>, error: unknown) {
  log("error", "short link not looked up", { request_id: c.var.requestId, ...describeError(error) });
  return undefined;
}

async function count(c: Context<App>, linkId: number, kind: "base" | "bot") {
  try {
    await c.env.LINK_COUNTER.getByName(String(linkId)).record(linkId, kind);
  } catch (error) {
    log("error", "click not counted", { request_id: c.var.requestId, short_link_id: linkId, kind, ...describeError(error) });
  }
}

const html = { content: { "text/html": { schema: { type: "string" } } } };
const LOCATION = { Location: { description: "The destination.", schema: { type: "string", format: "uri" } } };
const retryAfter = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };

const describe = (id: string, summary: string) =>
  operation({
    id,
    area: "Public links",
    summary,
    description:
      "For recipients, without a token. Parameters of the query are passed on where the destination lacks them. GET and HEAD only.",
    security: [],
    parameters: [{ in: "path", name: "slug", required: true, schema: { type: "string", maxLength: 255 } }],
    responses: {
      302: { description: "To the destination.", headers: LOCATION },
      404: { description: "There is no such link.", ...html },
      410: { description: "The link is inactive, or its destination may not be visited.", ...html },
      503: { description: "Whether there is such a link can't be told right now.", headers: retryAfter, ...html },
    },
  });

/** The public short URLs. A recipient's token that does not verify leads where the base URL does. */
export const redirects = new Hono<App>()
  .get("/:slug", describe("followShortLink", "Follow a short link"), redirect)
  .get("/:slug/:token", describe("followRecipientLink", "Follow a recipient's short link"), redirect);
