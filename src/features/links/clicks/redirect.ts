import { type Context, Hono } from "hono";
import type { App, Bindings } from "../../../env";
import { operation } from "../../../http/contract";
import { newRequestId } from "../../../http/request-id";
import { describeError, log } from "../../../lib/log";
import { type Resolved, withVisitorQuery } from "../destination";
import { findRecipientLocation } from "../recipients/placeholder-values";
import { verifyToken } from "../recipients/token";
import { cachedTarget, findTarget, type RedirectTarget } from "../redirect-cache";
import { isReserved, isSlug } from "../slug";
import { type Visit, visitBuffer } from "./buffer";
import { classifyVisitor } from "./classify-visitor";
import { GONE, htmlPage, UNAVAILABLE, UNKNOWN, VISIT_HEADERS } from "./html-pages";

/** `search` is the query with the `?`, or empty. */
type VisitRequest = {
  request: Request;
  env: Bindings;
  ctx: Pick<ExecutionContext, "waitUntil">;
  requestId: string;
  search: string;
};

const RETRY_AFTER_SECONDS = 5;

/** How much of a `Referer` is read: enough to hold its host. */
const MAX_REFERRER = 2_048;

/** Answers by location: building headers from an object takes longer than copying an answer. */
const prepared = new WeakMap<Resolved, Response>();

function redirectWith(to: Resolved & { location: string }, requestId: string) {
  let answer = prepared.get(to);
  if (!answer) {
    answer = new Response(null, {
      status: 302,
      headers: { ...VISIT_HEADERS, Location: to.location },
    });
    prepared.set(to, answer);
  }
  answer.headers.set("X-Request-Id", requestId);
  return new Response(null, answer);
}

/**
 * Answers a visit on a slug that is in the isolate's cache, ahead of the app; most visits need
 * nothing else. Undefined for any other request, which the app answers.
 */
export function visitCached(
  request: Request,
  env: Bindings,
  ctx: VisitRequest["ctx"],
): Response | Promise<Response> | undefined {
  const { url } = request;
  const start = url.indexOf("/", "https://".length) + 1;
  const query = url.indexOf("?", start);
  const path = query < 0 ? url.slice(start) : url.slice(start, query);
  const slash = path.indexOf("/");
  const target = cachedTarget(slash < 0 ? path : path.slice(0, slash));
  if (target === undefined || request.method !== "GET") return undefined;
  const token = slash < 0 ? undefined : path.slice(slash + 1);
  if (token !== undefined && !/^[\w-]+$/.test(token)) return undefined;
  const search = query < 0 ? "" : url.slice(query);
  return answerVisit({ request, env, ctx, requestId: newRequestId(), search }, target, token);
}

/** Answers a visit on any short URL, cached or not. */
async function visit(c: Context<App>) {
  const [slug, token] = [c.req.param("slug") ?? "", c.req.param("token")];
  const { requestId } = c.var;
  const keep = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise);
  const target =
    isSlug(slug) && !isReserved(slug)
      ? await findTarget(c.env, slug, keep).catch((error) => logLookupFailure(requestId, error))
      : null;
  if (target === undefined)
    return htmlPage(503, UNAVAILABLE, requestId, { "Retry-After": String(RETRY_AFTER_SECONDS) });
  const { search } = new URL(c.req.url);
  return answerVisit(
    { request: c.req.raw, env: c.env, ctx: c.executionCtx, requestId, search },
    target,
    token,
  );
}

/** Answers synchronously when nothing has to be verified or read. */
function answerVisit(
  visitRequest: VisitRequest,
  target: RedirectTarget | null,
  token: string | undefined,
): Response | Promise<Response> {
  if (!target) return htmlPage(404, UNKNOWN, visitRequest.requestId);
  if (!target.isActive) return htmlPage(410, GONE, visitRequest.requestId);
  return token
    ? followAsRecipient(visitRequest, target, token)
    : redirectTo(visitRequest, target, null, target.base);
}

/** An invalid token leads where the base URL does. */
async function followAsRecipient(
  visitRequest: VisitRequest,
  target: RedirectTarget,
  token: string,
) {
  const { env, ctx, requestId } = visitRequest;
  const sendId = await verifyToken([env.APP_KEY, env.APP_KEY_BEFORE], target.id, token);
  if (sendId === null || !target.isPersonal)
    return redirectTo(visitRequest, target, sendId, target.base);
  const keep = (promise: Promise<unknown>) => ctx.waitUntil(promise);
  const to = await findRecipientLocation(env, target, sendId, keep).catch((error) =>
    logLookupFailure(requestId, error),
  );
  // The base URL's defaults serve while D1 can't be read, and when the link send is gone.
  return redirectTo(visitRequest, target, sendId, to ?? target.base);
}

/** The visit is counted behind the answer, so that no counting error reaches the visitor. */
function redirectTo(
  { request, env, ctx, requestId, search }: VisitRequest,
  target: RedirectTarget,
  sendId: number | null,
  to: Resolved,
) {
  if (to.location === null) {
    log("warn", "short link refused: its destination does not resolve to an allowed URL", {
      request_id: requestId,
      short_link_id: target.id,
      link_send_id: sendId,
      refusal: to.refusal,
    });
    return htmlPage(410, GONE, requestId);
  }
  const hold = visitBuffer.add(target, visitOf(request, sendId));
  if (hold)
    ctx.waitUntil(hold((batches) => env.LINK_COUNTER.getByName(String(target.id)).record(batches)));
  const answer = redirectWith(to, requestId);
  if (search !== "") answer.headers.set("Location", withVisitorQuery(to.location, search));
  return answer;
}

/** Returns undefined rather than null: a link that may exist is not answered with 404. */
function logLookupFailure(requestId: string, error: unknown) {
  log("error", "short link not looked up", { request_id: requestId, ...describeError(error) });
  return undefined;
}

function visitOf(request: Request, sendId: number | null): Visit {
  const { headers } = request;
  const { bot, device } = classifyVisitor(request.method, headers);
  if (bot) return bot;
  if (sendId === null) return "base";
  const [country, referrer] = [request.cf?.country, headers.get("Referer")];
  return {
    sendId,
    at: Date.now(),
    country: typeof country === "string" ? country : null,
    referrerHost:
      (referrer && URL.parse(referrer.slice(0, MAX_REFERRER))?.hostname.slice(0, 255)) || null,
    device,
  };
}

const html = { content: { "text/html": { schema: { type: "string" } } } };
const LOCATION = {
  Location: {
    description: "The destination.",
    required: true,
    schema: { type: "string", format: "uri" },
  },
};
const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", required: true, schema: { type: "integer" } },
};

const parameter = (name: string, schema: object, description?: string) => ({
  in: "path",
  name,
  required: true,
  schema,
  description,
});

const area = "Public links";
const description =
  "For visitors, without an `Authorization` header. On the base URL, placeholders of the " +
  "destination take their defaults. Query parameters are passed on if the destination lacks " +
  "them. GET and HEAD only.";
const security: object[] = [];
const responses = {
  302: { description: "Redirects to the destination.", headers: LOCATION },
  404: { description: "There is no such link.", ...html },
  410: { description: "The link is inactive, or its destination is not allowed.", ...html },
  503: { description: "The link can't be looked up right now.", headers: retryAfter, ...html },
};

const SLUG = parameter(
  "slug",
  { type: "string", maxLength: 255 },
  "The short link's `slug`, ignoring case.",
);
const TOKEN = parameter(
  "token",
  { type: "string" },
  "The last segment of a link send's `url`. A wrong one counts and redirects like the base URL.",
);

export const redirects = new Hono<App>()
  .get(
    "/:slug",
    operation({
      id: "followShortLink",
      area,
      summary: "Follow a short link",
      description,
      security,
      parameters: [SLUG],
      responses,
    }),
    visit,
  )
  .get(
    "/:slug/:token",
    operation({
      id: "followRecipientLink",
      area,
      summary: "Follow a recipient link",
      description,
      security,
      parameters: [SLUG, TOKEN],
      responses,
    }),
    visit,
  );
