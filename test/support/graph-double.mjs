// The double of Meta's Graph API, of clients' gateways and endpoints, of language models, Turnstile
// and Calendly: an HTTP server on loopback that follows the orders of tests and records the
// requests. Each account has its own orders and records. Its key is a phone number id, an Instagram
// access token, or the name of a gateway, an endpoint or a model.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { calendlyApis, calendlyControls } from "./calendly-double.mjs";
import { answer, refuse, sends, templatesAnswer } from "./graph-answers.mjs";
import { instagramFaults, whatsappFaults } from "./graph-bodies.mjs";
import { llm } from "./llm-double.mjs";
import { startReceiver, stopReceivers } from "./receiver.mjs";
import { turnstile } from "./turnstile-double.mjs";

const accounts = new Map();

function accountOf(key) {
  if (!accounts.has(key))
    accounts.set(key, {
      ...{ queue: [], recipients: {}, requests: [], held: [], busy: {}, most: {}, answered: [] },
    });
  return accounts.get(key);
}

/** Counts how many requests an account has open at once: in total, and to one recipient. */
function count({ busy, most }, recipient, response) {
  const counted = recipient === undefined ? ["all"] : ["all", String(recipient)];
  for (const name of counted) {
    busy[name] = (busy[name] ?? 0) + 1;
    most[name] = Math.max(most[name] ?? 0, busy[name]);
  }
  response.once("close", () => {
    for (const name of counted) busy[name]--;
  });
}

/** True if a request is among the random share that fails. Lehmer's generator, from a seed. */
function isUnlucky({ unlucky }) {
  if (!unlucky) return false;
  unlucky.seed = (unlucky.seed * 48_271) % 2_147_483_647;
  return unlucky.seed / 2_147_483_647 < unlucky.share;
}

function reactionTo(account, recipient, path) {
  const endpoint = path.split("/").at(-1);
  const own =
    account.queue.shift() ?? account.recipients[recipient] ?? account.endpoints?.[endpoint];
  if (own) return own;
  return isUnlucky(account) ? { do: "status", status: 500 } : (account.always ?? { do: "accept" });
}

const bearerIn = ({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];

/** Meta takes one private reply to a comment. */
const isAnswered = ({ answered }, recipient) => answered.includes(recipient?.comment_id);

const queryOf = ({ url }) => new URL(url, "http://double").searchParams;

const hmac = (key, text) => createHmac("sha256", key).update(text);

function isSigned({ headers }, raw, secret) {
  const [id, at] = [headers["webhook-id"], headers["webhook-timestamp"]];
  const wanted = hmac(
    Buffer.from(secret.slice("whsec_".length), "base64"),
    `${id}.${at}.${raw}`,
  ).digest();
  const given = Buffer.from(
    /^v1,(\S+)$/.exec(headers["webhook-signature"] ?? "")?.[1] ?? "",
    "base64",
  );
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    Math.abs(Date.now() / 1000 - Number(at)) < 300
  );
}

const isReaction = ({ sender_action: action }) => action === "react" || action === "unreact";

/** The APIs: how a request and its account are recognised, what is valid, and the answer to it. */
const APIS = [
  {
    // Of both logins: a page's token, and that of an account which the path names.
    path: /^\/(?:v\d+\.\d+\/me|instagram\/v\d+\.\d+\/\d+)\/messages$/,
    keyOf: bearerIn,
    recipientOf: (body) => body.recipient?.id ?? body.recipient?.comment_id,
    isValid: ({ body, body: { recipient }, account }) =>
      !isAnswered(account, recipient) && instagramFaults(body).length === 0,
    // A reaction is an action, and the answer names no message.
    success: ({ body, body: { recipient }, account, reaction }) => {
      if (recipient?.comment_id && sends(reaction)) account.answered.push(recipient.comment_id);
      const id = recipient?.id ?? account.commenters?.[recipient?.comment_id] ?? "1";
      return {
        recipient_id: id,
        ...(!isReaction(body) && { message_id: `mid.${randomUUID()}` }),
      };
    },
    refuse: ({ response, body, account }) =>
      isAnswered(account, body.recipient)
        ? refuse(response, 400, 10900, "Activity already replied to")
        : refuse(response, 400, 100, `Invalid parameter: ${instagramFaults(body)}`),
  },
  {
    // Public replies to a comment.
    path: /^(?:\/instagram)?\/v\d+\.\d+\/[^/]+\/replies$/,
    keyOf: bearerIn,
    recipientOf: () => undefined,
    isValid: ({ body: { message, ...others } }) =>
      typeof message === "string" && message !== "" && Object.keys(others).length === 0,
    success: () => ({ id: `reply.${randomUUID()}` }),
  },
  {
    // `marketing_messages` takes templates alone.
    path: /^\/v\d+\.\d+\/([^/]+)\/(?:marketing_)?messages$/,
    keyOf: (_, id) => id,
    recipientOf: (body) => body.to ?? body.recipient,
    isValid: ({ request, body }) =>
      (body.type === "template" || !request.url.endsWith("/marketing_messages")) &&
      "to" in body !== "recipient" in body &&
      whatsappFaults(body).length === 0,
    success: ({ body, reaction }) => ({
      messaging_product: "whatsapp",
      contacts: [
        { input: body.to ?? body.recipient, ...(body.to && { wa_id: reaction.wa_id ?? body.to }) },
      ],
      messages: [{ id: `wamid.${randomUUID()}`, message_status: "accepted" }],
    }),
    refuse: ({ response, body }) =>
      refuse(response, 400, 100, `Invalid parameter: ${whatsappFaults(body)}`),
  },
  {
    // The account of a token, where accounts have a login of their own: `me` of its orders.
    path: /^\/instagram\/v\d+\.\d+\/me$/,
    methods: ["GET"],
    keyOf: bearerIn,
    recipientOf: () => undefined,
    isValid: ({ request }) => queryOf(request).get("fields") === "id,user_id,username",
    success: ({ account, request }) =>
      account.me ?? { id: "71", user_id: /\d+$/.exec(bearerIn(request))?.[0], username: "horizon" },
  },
  {
    // The apps that get the webhooks of an account, of either login. Its key is its token.
    path: /^(?:\/instagram)?\/v\d+\.\d+\/(?:me|\d+)\/subscribed_apps$/,
    methods: ["GET"],
    keyOf: bearerIn,
    recipientOf: () => undefined,
    isValid: () => true,
    reactionOf: () => ({ do: "accept" }),
    success: ({ account: { subscribed } }) => ({
      data: subscribed ?? [
        {
          ...{ id: "7", name: "Horizon" },
          subscribed_fields: [
            ...["messages", "messaging_postbacks", "messaging_seen", "message_reactions"],
            ...["messaging_referral", "message_edit"],
          ],
        },
      ],
    }),
  },
  {
    // A new token in place of one, which is the key.
    path: /^\/instagram\/refresh_access_token$/,
    methods: ["GET"],
    keyOf: (request) => queryOf(request).get("access_token"),
    recipientOf: () => undefined,
    isValid: ({ request }) => queryOf(request).get("grant_type") === "ig_refresh_token",
    success: ({ account }) => ({
      ...{ access_token: account.renewed, token_type: "bearer", expires_in: 5_183_944 },
      permissions: "instagram_business_basic,instagram_business_manage_messages",
    }),
  },
  {
    path: /^\/gateway\/([^/]+)$/,
    keyOf: (_, name) => name,
    recipientOf: (body) => Object.values(body.data?.to ?? {})[0],
    isValid: ({ request, raw, account }) => isSigned(request, raw, account.secret ?? ""),
    success: ({ reaction }) => reaction.answer ?? { external_id: `gateway.${randomUUID()}` },
  },
  {
    path: /^\/webhook\/([^/]+)$/,
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    keyOf: (_, name) => name,
    recipientOf: (body) => body.lead?.id ?? body.data?.lead_id,
    isValid: () => true,
    success: ({ reaction }) => reaction.answer ?? {},
  },
  {
    // The templates of a WhatsApp Business Account, whose key is its id.
    path: /^\/v\d+\.\d+\/([^/]+)\/message_templates$/,
    methods: ["GET", "POST", "DELETE"],
    keyOf: (_, id) => id,
    recipientOf: () => undefined,
    isValid: ({ request, body }) => request.method !== "POST" || Boolean(body.name),
    success: templatesAnswer,
  },
  {
    // The business portfolio of a WhatsApp Business Account with the account's numbers, apart from
    // its other orders.
    path: /^\/v\d+\.\d+\/([^/]+)$/,
    methods: ["GET"],
    fields: "owner_business_info,phone_numbers.limit(1000){id}",
    keyOf: (_, id) => id,
    recipientOf: () => undefined,
    isValid: ({ account }) => account.portfolio !== null,
    reactionOf: () => ({ do: "accept" }),
    success: ({ account: { portfolio: id, numbers = [], nextNumbers: next } }) => ({
      ...(id && { owner_business_info: { id } }),
      phone_numbers: { data: numbers.map((number) => ({ id: number })), paging: { next } },
    }),
  },
  {
    // An account's onboarding to the endpoint of marketing messages, and its ban on the other.
    path: /^\/v\d+\.\d+\/([^/]+)$/,
    methods: ["GET"],
    fields: "marketing_messages_onboarding_status,disable_marketing_messages_on_cloud_api",
    keyOf: (_, id) => id,
    recipientOf: () => undefined,
    isValid: ({ account }) => account.marketing !== null,
    reactionOf: () => ({ do: "accept" }),
    success: ({ account: { marketing } }) => marketing ?? {},
  },
  {
    // The person who has written to an Instagram account of either login, by the person's id.
    path: /^(?:\/instagram)?\/v\d+\.\d+\/([^/]+)$/,
    methods: ["GET"],
    fields:
      "name,username,follower_count," +
      "is_verified_user,is_user_follow_business,is_business_follow_user",
    keyOf: (_, id) => id,
    recipientOf: () => undefined,
    isValid: () => true,
    success: ({ account: { profile } }) => profile ?? {},
  },
  {
    // A file, a number or a template at Meta, whose key is its id.
    path: /^\/v\d+\.\d+\/([^/]+)$/,
    methods: ["GET", "POST"],
    keyOf: (_, id) => id,
    recipientOf: () => undefined,
    isValid: () => true,
    success: ({ reaction, request }) =>
      reaction.answer ?? (request.method === "POST" ? { success: true } : {}),
  },
  {
    // The service itself, at the URL of a channel's webhooks.
    path: /^\/webhooks\/\w+\/(\d+)$/,
    methods: ["GET"],
    keyOf: (_, id) => `webhooks of ${id}`,
    recipientOf: () => undefined,
    isValid: () => true,
    success: () => ({}),
  },
  {
    path: /^\/file\/([^/]+)$/,
    methods: ["GET"],
    keyOf: (_, name) => name,
    recipientOf: () => undefined,
    isValid: () => true,
    success: () => ({}),
  },
  ...calendlyApis,
  llm,
  turnstile,
];

async function readAll(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const parsed = (raw) => {
  try {
    return JSON.parse(raw);
  } catch {
    return {};
  }
};

async function respond(api, request, response, account) {
  const { method, url: path, headers } = request;
  if (account.queue[0]?.do === "reset_unread") {
    account.queue.shift();
    account.requests.push({ method, path, headers, body: null, sent: false });
    return request.socket.resetAndDestroy();
  }
  const raw = await readAll(request);
  const body = parsed(raw);
  const isKnown = !/^\/(instagram\/)?v\d/.test(path) || bearerIn(request) !== undefined;
  const isValid = isKnown && api.isValid({ request, raw, body, account });
  count(account, api.recipientOf(body), response);
  const reaction = api.reactionOf?.() ?? reactionTo(account, api.recipientOf(body), path);
  account.requests.push({ method, path, headers, body, raw, sent: isValid && sends(reaction) });
  if (!isKnown) return refuse(response, 401, 190, "Invalid OAuth access token.");
  if (api.reply && reaction.do === "accept" && !reaction.answer)
    return api.reply({ request, response, body, account });
  if (!isValid && api.refuse) return api.refuse({ request, response, body, account });
  if (!isValid)
    return refuse(response, path.startsWith("/gateway/") ? 401 : 400, 100, "Invalid parameter");
  answer({
    request,
    response,
    reaction,
    account,
    success: api.success({ request, body, reaction, account }),
  });
}

/** Orders to the double itself. */
const CONTROLS = {
  "POST /_control": ({ key, ...orders }) => Object.assign(accountOf(key), orders) && {},
  "POST /_release": ({ key }) => {
    for (const answer of accountOf(key).held.splice(0)) answer();
    return {};
  },
  "POST /_receiver": startReceiver,
  "GET /_requests": (_, key) => accountOf(key).requests,
  "GET /_most": (_, key) => {
    const { all = 0, ...others } = accountOf(key).most;
    return { all, ofOneRecipient: Math.max(0, ...Object.values(others)) };
  },
  ...calendlyControls(accountOf),
  "POST /_sign": ({ secret, body }) => `sha256=${hmac(secret, body).digest("hex")}`,
};

async function serve(request, response) {
  const { pathname, searchParams } = new URL(request.url, "http://double");
  const control = CONTROLS[`${request.method} ${pathname}`];
  if (control)
    return response.end(
      JSON.stringify(await control(parsed(await readAll(request)), searchParams.get("key"))),
    );
  const api = APIS.find(
    ({ path, methods = ["POST"], fields }) =>
      path.test(pathname) &&
      methods.includes(request.method) &&
      (fields === undefined || fields === searchParams.get("fields")),
  );
  if (!api) return refuse(response, 404, 2500, "Unknown path components");
  const key = api.keyOf(request, api.path.exec(pathname)[1]) ?? "";
  await respond(api, request, response, accountOf(key));
}

/** Vitest's global setup: runs the double during the tests, and provides its origin. */
export default async function runDouble({ provide }) {
  // If the server closed idle connections, a request on one of them would fail now and then.
  const server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      serve(request, response).catch((error) => response.writeHead(500).end(String(error)));
    },
  );
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  provide("graphOrigin", `http://127.0.0.1:${server.address().port}`);
  return () => {
    stopReceivers();
    server.closeAllConnections();
    server.close();
  };
}
