import { type Context, Hono } from "hono";
import type { App } from "../../env";
import { operation } from "../../http/contract";
import { describeError, log } from "../../lib/log";
import { resolve, withVisitorQuery } from "../links/destination";
import { isSlug } from "../links/slug";
import { findTarget, type Target } from "../links/targets";
import { findRecipient } from "../sends/recipient";
import { verifyToken } from "../sends/token";
import { gather } from "./batch";
import { botIn, deviceOf } from "./classify";

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
  const target = isSlug(slug) ? await findTarget(c.env, slug, keep).catch((error) => notRead(c, error)) : null;
  if (target === undefined) return c.html(UNAVAILABLE, 503, { ...HEADERS, "Retry-After": String(RETRY_AFTER_SECONDS) });
  if (!target) return c.html(UNKNOWN, 404, HEADERS);
  if (!target.isActive) return c.html(GONE, 410, HEADERS);
  const token = c.req.param("token");
  const sendId = token ? await verifyToken([c.env.APP_KEY, c.env.APP_KEY_BEFORE], target.id, token) : null;
  const location = sendId !== null && target.isPersonal ? await locationFor(c, target, sendId) : target.location;
  if (location === null) {
    log("warn", "short link refused: its destination does not resolve to an allowed URL", {
      request_id: c.var.requestId,
      short_link_id: target.id,
      link_send_id: sendId,
    });
    return c.html(GONE, 410, HEADERS);
  }
  gather(target.id, visitOf(c, sendId), Date.now(), keep, (batch) => c.env.LINK_COUNTER.getByName(String(target.id)).record(batch));
  const search = c.req.url.indexOf("?");
  return c.body(null, 302, { ...HEADERS, Location: search < 0 ? location : withVisitorQuery(location, c.req.url.slice(search)) });
}

/** Leaves what was asked for undefined: a link that may well exist is not answered with 404. */
function notRead(c: Context<App>, error: unknown) {
  log("error", "short link not looked up", { request_id: c.var.requestId, ...describeError(error) });
  return undefined;
}

/** Where the recipient is led; while D1 can't be read, or where the send is gone, whither the base URL leads. */
async function locationFor(c: Context<App>, target: Target, sendId: number) {
  const lookUp = await findRecipient(c.env, target.id, sendId).catch((error) => notRead(c, error));
  return lookUp ? resolve(target.destination, c.env.SHORT_URL_BASE, lookUp) : target.location;
}

function visitOf(c: Context<App>, sendId: number | null) {
  const header = (name: string) => c.req.header(name);
  const bot = botIn({ method: c.req.method, header });
  if (bot) return bot;
  if (sendId === null) return "base";
  const country = c.req.raw.cf?.country;
  return {
    sendId,
    at: Date.now(),
    country: typeof country === "string" ? country : null,
    referrerHost: URL.parse(header("Referer") ?? "")?.hostname.slice(0, 255) || null,
    device: deviceOf(header("User-Agent") ?? ""),
  };
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
