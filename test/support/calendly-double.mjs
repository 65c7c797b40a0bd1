// The double of Calendly's API, a part of the double of Meta's (graph-double.mjs), under /calendly.
// An account's key is its access token. After developer.calendly.com, "Webhooks" and its reference.
import { createHmac, randomUUID } from "node:crypto";
import { json } from "./graph-answers.mjs";

const EVENTS = [
  ...["invitee.created", "invitee.canceled"],
  ...["invitee_no_show.created", "invitee_no_show.deleted"],
];
const DAY_MS = 86_400_000;

const queryOf = ({ url }) => new URL(url, "http://double").searchParams;

/** The base of all URIs: as the service asks for it, they are its own. */
const baseOf = ({ headers }) => `http://${headers.host}/calendly`;

/**
 * The account of a token, as Calendly knows it. Orders set parts of it: `isRevoked`, `plan`,
 * `role`, and `pageSize`, by which lists are cut.
 */
function accountIn(account) {
  account.calendly ??= {};
  account.calendly.name ??= randomUUID().slice(0, 8);
  account.calendly.subscriptions ??= [];
  return account.calendly;
}

const uriOf = (request, { name }, kind) => `${baseOf(request)}/${kind}/${name}`;

const refuse = (response, status, title, message, details) =>
  json(response, status, { title, message, ...(details && { details }) });

/** A subscription as the API shows it: the signing key is never shown. */
const shown = ({ signing_key: _, ...subscription }) => subscription;

function readMe({ request, response, known }) {
  json(response, 200, {
    resource: {
      ...{ uri: uriOf(request, known, "users"), name: "Sam", email: "sam@example.com" },
      current_organization: uriOf(request, known, "organizations"),
    },
  });
}

function missing(given, names) {
  const faults = names.filter((name) => !given(name));
  return faults.map((parameter) => ({ parameter, message: "is missing" }));
}

function invalid(response, details) {
  refuse(response, 400, "Invalid Argument", "The supplied parameters are invalid.", details);
}

function list({ request, response, known }) {
  const query = queryOf(request);
  const isOfUser = query.get("scope") === "user";
  const names = ["organization", "scope", ...(isOfUser ? ["user"] : [])];
  const faults = missing((name) => query.get(name), names);
  if (faults.length > 0) return invalid(response, faults);
  const all = known.subscriptions.filter(({ scope }) => scope === query.get("scope"));
  const [start, size] = [Number(query.get("page_token") ?? 0), known.pageSize ?? 20];
  const end = start + Math.min(size, Number(query.get("count") ?? size));
  json(response, 200, {
    collection: all.slice(start, end).map(shown),
    pagination: {
      count: all.slice(start, end).length,
      next_page: end < all.length ? `${baseOf(request)}/webhook_subscriptions?next` : null,
      previous_page: null,
      next_page_token: end < all.length ? String(end) : null,
    },
  });
}

function create({ request, response, body, known }) {
  const isOfUser = body.scope === "user";
  const names = ["url", "events", "organization", "scope", ...(isOfUser ? ["user"] : [])];
  const faults = missing((name) => body[name], names);
  if (faults.length > 0) return invalid(response, faults);
  if (!body.events.every((event) => EVENTS.includes(event)))
    return invalid(response, [{ parameter: "events", message: "is invalid" }]);
  if (known.plan === "free")
    return refuse(response, 403, "Permission Denied", "Please upgrade to a paid Calendly account.");
  if (!isOfUser && known.role === "member")
    return refuse(response, 403, "Permission Denied", "You do not have permission");
  const isTaken = known.subscriptions.some(
    ({ callback_url: url, scope }) => url === body.url && scope === body.scope,
  );
  if (isTaken) return refuse(response, 409, "Already Exists", "Hook with this url already exists");
  const now = new Date().toISOString();
  const subscription = {
    uri: `${baseOf(request)}/webhook_subscriptions/${randomUUID()}`,
    ...{ callback_url: body.url, created_at: now, updated_at: now, retry_started_at: null },
    ...{ state: "active", events: body.events, scope: body.scope },
    ...{ organization: body.organization, user: isOfUser ? body.user : null },
    creator: uriOf(request, known, "users"),
    signing_key: body.signing_key,
  };
  known.subscriptions.push(subscription);
  json(response, 201, { resource: shown(subscription) });
}

function one({ request, response, known }) {
  const path = new URL(request.url, "http://double").pathname;
  const subscription = known.subscriptions.find(({ uri }) => uri.endsWith(path));
  if (!subscription)
    return refuse(response, 404, "Resource Not Found", "The server could not find the resource.");
  if (request.method === "GET") return json(response, 200, { resource: shown(subscription) });
  known.subscriptions.splice(known.subscriptions.indexOf(subscription), 1);
  response.writeHead(204).end();
}

const api = (path, methods, reply) => ({
  ...{ path, methods },
  keyOf: ({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1],
  recipientOf: () => undefined,
  isValid: () => true,
  success: ({ reaction }) => reaction.answer ?? {},
  reply(exchange) {
    const known = accountIn(exchange.account);
    if (known.isRevoked)
      return refuse(exchange.response, 401, "Unauthenticated", "The access token is invalid");
    reply({ ...exchange, known });
  },
});

export const calendlyApis = [
  api(/^\/calendly\/users\/(me)$/, ["GET"], readMe),
  api(/^\/calendly\/webhook_subscriptions$/, ["GET", "POST"], (exchange) =>
    exchange.request.method === "POST" ? create(exchange) : list(exchange),
  ),
  api(/^\/calendly\/webhook_subscriptions\/([\w-]+)$/, ["GET", "DELETE"], one),
];

/**
 * Draws the consequences of an answer to a delivery: 410 deletes the subscription at once, and
 * after a day of failures it is disabled, without a word.
 */
function settle(known, subscription, status, at) {
  if (status === 410) known.subscriptions.splice(known.subscriptions.indexOf(subscription), 1);
  const isTaken = status >= 200 && status < 300;
  const since = subscription.retry_started_at ?? new Date(at).toISOString();
  subscription.retry_started_at = isTaken ? null : since;
  if (!isTaken && at - Date.parse(since) >= DAY_MS) subscription.state = "disabled";
}

/** The signed requests of an event, one for each active subscription to it. */
function deliveriesOf(known, { event, payload = {}, at = Date.now() }) {
  const body = JSON.stringify({
    ...{ event, created_at: new Date(at).toISOString() },
    ...{ created_by: known.subscriptions[0]?.creator, payload },
  });
  return known.subscriptions
    .filter(({ state, events }) => state === "active" && events.includes(event))
    .map(({ uri, callback_url: url, signing_key: key }) => {
      const t = Math.floor(at / 1000);
      const v1 = createHmac("sha256", key ?? "")
        .update(`${t}.${body}`)
        .digest("hex");
      const headers = {
        "Content-Type": "application/json",
        "Calendly-Webhook-Signature": `t=${t},v1=${v1}`,
      };
      return { uri, url, headers, body };
    });
}

async function send(known, delivery, at) {
  const { uri, url, ...request } = delivery;
  const status = await fetch(url, { method: "POST", redirect: "manual", ...request }).then(
    (response) => response.status,
    () => 0,
  );
  const subscription = known.subscriptions.find((one) => one.uri === uri);
  if (subscription) settle(known, subscription, status, at);
  return { ...delivery, status };
}

/**
 * Orders of tests. `deliver` returns an event's signed requests, and with `send` also makes them;
 * `answer` tells what the service has answered to one.
 */
export const calendlyControls = (accountOf) => ({
  "POST /_calendly/deliver": async ({ key, send: isSent, ...event }) => {
    const known = accountIn(accountOf(key));
    const deliveries = deliveriesOf(known, event);
    if (!isSent) return deliveries;
    return Promise.all(deliveries.map((one) => send(known, one, event.at ?? Date.now())));
  },
  "POST /_calendly/answer": ({ key, uri, status, at = Date.now() }) => {
    const known = accountIn(accountOf(key));
    const subscription = known.subscriptions.find((one) => one.uri === uri);
    if (subscription) settle(known, subscription, status, at);
    return known.subscriptions.map(shown);
  },
});
