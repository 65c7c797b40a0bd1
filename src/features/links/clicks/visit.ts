import type { Bindings } from "#env";
import { findIdentity } from "#features/access/settings/public-identity";
import { describeError, log } from "#lib/log";
import { requestIdOf } from "#lib/request-id";
import { withoutEnd } from "#lib/text";
import { type Resolved, withVisitorQuery } from "../destination";
import { languageOf, noticePage, VISIT_HEADERS } from "../pages/answers";
import { findRecipientLocation } from "../recipients/placeholder-values";
import { verifyToken } from "../recipients/token";
import { cachedTarget, findTarget, type RedirectTarget } from "../redirect-cache";
import { isReserved, isSlug } from "../slug";
import { type Visit, visitBuffer } from "./buffer";
import { classifyVisitor } from "./classify-visitor";
import { isOfService, visitedLink } from "./visited-link";

// Answers visits on short links, and loads nothing for that: no library of the API's is here.

/** `search` is the query with the `?`, or empty. */
type VisitRequest = {
  request: Request;
  env: Bindings;
  ctx: Pick<ExecutionContext, "waitUntil">;
  requestId: string;
  search: string;
};

/** The characters of a `Referer` that are read: enough to hold its host. */
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

/** The path without its first slash, and the query, of an absolute URL. */
function partsOf(url: string) {
  const start = url.indexOf("/", "https://".length) + 1;
  const query = url.indexOf("?", start);
  return query < 0
    ? { path: url.slice(start), search: "" }
    : { path: url.slice(start, query), search: url.slice(query) };
}

/**
 * Answers a visit on a short URL, at once where the isolate knows enough. Undefined for a request
 * that is none: its first segment is the service's own, or it is to change something.
 */
export function visit(
  request: Request,
  env: Bindings,
  ctx: VisitRequest["ctx"],
): Response | Promise<Response> | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const { path, search } = partsOf(request.url);
  const known = knownVisit(path);
  if (!known && isOfService(path)) return undefined;
  const visitRequest = { request, env, ctx, requestId: requestIdOf(request), search };
  const answer = known
    ? answerVisit(visitRequest, known.target, known.token)
    : answerUnknown(visitRequest, path);
  return request.method === "GET" ? answer : withoutBody(answer);
}

const withoutBody = async (answer: Response | Promise<Response>) =>
  new Response(null, await answer);

/** The target of a path that is written as the service writes it, if the isolate knows the slug. */
function knownVisit(path: string) {
  const slash = path.indexOf("/");
  const target = cachedTarget(slash < 0 ? path : path.slice(0, slash));
  if (target === undefined) return undefined;
  const token = slash < 0 ? undefined : path.slice(slash + 1);
  return token === undefined || /^[\w-]*[A-Za-z\d]$/.test(token) ? { target, token } : undefined;
}

async function answerUnknown(visitRequest: VisitRequest, path: string) {
  const { slug, token } = visitedLink(path) ?? { slug: "", token: undefined };
  const { requestId } = visitRequest;
  const target = await findVisited(visitRequest, slug).catch((error) =>
    logLookupFailure(requestId, error),
  );
  return target === undefined
    ? noticePage(503, visitorOf(visitRequest))
    : answerVisit(visitRequest, target, token);
}

/** A slug may end in `_`, but so does a URL in the italics of a chat. */
async function findVisited({ env, ctx }: VisitRequest, slug: string) {
  const keep = (promise: Promise<unknown>) => ctx.waitUntil(promise);
  for (const one of new Set([slug, withoutEnd(slug, /[_-]/)])) {
    const target = isSlug(one) && !isReserved(one) ? await findTarget(env, one, keep) : null;
    if (target) return target;
  }
  return null;
}

/** Answers synchronously when nothing has to be verified or read. */
function answerVisit(
  visitRequest: VisitRequest,
  target: RedirectTarget | null,
  token: string | undefined,
): Response | Promise<Response> {
  if (!target) return noticePage(404, visitorOf(visitRequest));
  if (!target.isActive) return gonePage(visitRequest, target);
  return token
    ? followAsRecipient(visitRequest, target, token)
    : redirectTo(visitRequest, target, null, target.base);
}

const visitorOf = ({ request, requestId }: VisitRequest) => ({
  language: languageOf(request.headers),
  requestId,
});

/** A bot sees what a person sees, and nobody is redirected: the link itself is over. */
async function gonePage(visitRequest: VisitRequest, { workspaceId }: RedirectTarget) {
  const { env, ctx } = visitRequest;
  const keep = (promise: Promise<unknown>) => ctx.waitUntil(promise);
  const from = await findIdentity(env, workspaceId, keep);
  return noticePage(410, visitorOf(visitRequest), from);
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
  visitRequest: VisitRequest,
  target: RedirectTarget,
  sendId: number | null,
  to: Resolved,
): Response | Promise<Response> {
  const { request, env, ctx, requestId, search } = visitRequest;
  if (to.location === null) {
    log("warn", "short link refused: its destination does not resolve to an allowed URL", {
      request_id: requestId,
      short_link_id: target.id,
      link_send_id: sendId,
      refusal: to.refusal,
    });
    return gonePage(visitRequest, target);
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
