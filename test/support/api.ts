import { assert } from "vitest";
import type { Lead, LeadListItem } from "#features/leads/schema";
import type { LinkSend } from "#features/links/recipients/schema";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { faults, routeOf } from "./document";
import { testEnv } from "./env";
import { serve } from "./serve";

export const ORIGIN = "http://localhost";

export type Options = {
  token?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent without any encoding. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  /** Cloudflare's properties of the visitor's request. */
  cf?: IncomingRequestCfProperties;
  /** Answers in place of the Worker under test. */
  fetcher?: (request: Request) => Promise<Response>;
};

// biome-ignore lint/suspicious/noExplicitAny: answers were held against the document.
export type Answer = { status: number; headers: Headers; text: string; body: any };

/** The headers of a request for a stream. Nobody listens to the stream that it opens. */
const UPGRADE: Record<string, Record<string, string>> = {
  "GET /v1/stream": { Upgrade: "websocket" },
};

/**
 * Calls the service and checks the answer against its OpenAPI document: status, body, content type
 * and headers.
 */
export async function call(
  method: string,
  path: string,
  { token, json, raw, headers, cf, fetcher }: Options = {},
): Promise<Answer> {
  const request = new Request(new URL(path, ORIGIN), {
    method,
    redirect: "manual",
    ...(cf && { cf }),
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...UPGRADE[`${method} ${path.split("?")[0]}`],
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(raw !== undefined && { body: raw }),
  });
  const response = await (fetcher ?? serve)(request);
  response.webSocket?.accept();
  response.webSocket?.close();
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
  await checkAgainstDocument(method, new URL(request.url).pathname, answer);
  return answer;
}

const BOOKMARK = /^(primary|DB(_\d+)?-\d+\.[\da-f]{8}(-[\da-f]{8}){2}-[\da-f]{32})$/;

async function checkAgainstDocument(
  method: string,
  pathname: string,
  { status, headers, text, body }: Answer,
) {
  // Quicker than `expect`, for what every call checks.
  const check: (holds: unknown, what: string) => asserts holds = (holds, what) => {
    if (!holds)
      assert.fail(`${method} ${pathname} answered ${status}: ${text.slice(0, 300)}: ${what}`);
  };
  const has = (name: string, value: string) => check(headers.get(name) === value, name);
  check(/^[\w=-]+$/.test(headers.get("X-Request-Id") ?? ""), "X-Request-Id");
  has("X-Content-Type-Options", "nosniff");
  if (pathname.startsWith("/v1/")) {
    has("Cache-Control", "no-store");
    if (status === 401) has("WWW-Authenticate", "Bearer");
  }
  const route = await routeOf(method, pathname);
  if (!route) {
    if (pathname.startsWith("/v1/")) check([404, 405, 500].includes(status), "no such operation");
    return;
  }
  const isTenants = route.operation.security === undefined;
  if (isTenants && ![401, 403, 500, 503].includes(status))
    check(BOOKMARK.test(headers.get("Bookmark") ?? ""), "Bookmark");
  const { responses } = route.operation;
  const response = responses[status] ?? (status < 500 ? undefined : responses["5XX"]);
  check(response, "not documented");
  for (const [header, { required }] of Object.entries(response.headers ?? {}))
    check(!required || headers.has(header), `no ${header}`);
  for (const header of ["Idempotent-Replayed", "X-Ignored-Members"])
    check(!headers.has(header) || response.headers?.[header], `${header} is not documented`);
  const offered = Object.entries({ ...response.content, ...response["x-other-content"] });
  if (offered.length === 0 || method === "HEAD" || status === 101)
    return check(text === "", "a body");
  const answered = offered.find(([one]) =>
    headers.get("Content-Type")?.includes(one.replace("*/*", "/")),
  );
  check(answered, `not ${offered.map(([one]) => one).join(" or ")}`);
  const [type, content] = answered;
  if (type !== "application/json") return;
  const found = await faults(content.schema, body);
  check(found.length === 0, JSON.stringify(found));
}

type Verb = (path: string, json?: unknown, options?: Options) => Promise<Answer>;

/** Calls the API with one token. */
export type Client = Record<"get" | "post" | "put" | "patch" | "delete", Verb> & {
  token: string;
  workspaceId: number;
};

export const clientOf = (token: string, workspaceId: number): Client => {
  const verb =
    (method: string): Verb =>
    (path, json, options) =>
      call(method, `/v1${path}`, { token, json, ...options });
  return {
    token,
    workspaceId,
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
  };
};

/** Creates a workspace. Returns the client of its first token. */
export async function newWorkspace(
  input: { name?: string; default_country?: string } = {},
): Promise<Client> {
  const { body } = await call("POST", "/v1/workspaces", {
    token: testEnv.OPERATOR_TOKEN,
    json: { name: "Test", ...input },
  });
  return clientOf(body.data.token, body.data.id);
}

/** Creates another token of the workspace with these abilities. Returns its client. */
export async function withAbilities(owner: Client, ...abilities: string[]): Promise<Client> {
  const { body } = await owner.post("/tokens", { name: "Limited", abilities });
  return clientOf(body.data.token, owner.workspaceId);
}

let serial = 0;

/** A number that no other call has returned, for names that must be unique. */
export const unique = () => ++serial;

/** Creates a resource and returns its `data`. */
export async function make(client: Client, path: string, json: unknown) {
  const { status, body, text } = await client.post(path, json);
  assert(status === 201, `POST ${path} answered ${status}: ${text}`);
  return body.data;
}

/** A phone of no country. */
const newPhone = () => `+88351${String(unique()).padStart(8, "0")}`;

/** Creates a lead who can be written to on WhatsApp. */
export const newLead = (client: Client, input: object = {}): Promise<Lead> =>
  make(client, "/leads", { first_name: `Lead ${unique()}`, phone: newPhone(), ...input });
export const newTag = (client: Client, input: object = {}) =>
  make(client, "/tags", { label: `Tag ${unique()}`, ...input });
export const newScenario = (client: Client, input: object = {}) =>
  make(client, "/scenarios", { name: "Scenario", platform: "whatsapp", ...input });
export const newShortLink = (client: Client, input: object = {}) =>
  make(client, "/short-links", { destination_url: "https://example.com/", ...input });
/** A link send as whoever may read leads sees it. */
export type ShownLinkSend = LinkSend & { url: string };

export const newLinkSend = (
  client: Client,
  linkId: number,
  leadId: number,
): Promise<ShownLinkSend> => make(client, `/short-links/${linkId}/sends`, { lead_id: leadId });

/** Creates a channel: a WhatsApp sandbox unless the input says otherwise. */
export const newChannel = (client: Client, input: object = {}): Promise<Channel> =>
  make(client, "/channels", { platform: "whatsapp", name: "Channel", ...input });

/**
 * The offset of this isolate's account ids. The double of the Graph API is shared with another
 * isolate, which also counts from 1.
 */
let accounts = 0;

function newAccountId() {
  accounts ||= (1 + Math.floor(Math.random() * 8_000_000)) * 1_000_000_000;
  return String(accounts + unique());
}

/** The further input of a channel that Meta provides, with an account id of its own. */
export const metaAccount = () => ({
  external_id: newAccountId(),
  credentials: {
    access_token: "EAAG-access",
    app_secret: "app-secret-123",
    verify_token: "verify-me",
  },
});

/**
 * Reports an inbound message to a channel that Meta does not provide. A lead's first message opens
 * the conversation.
 */
export const newInbound = (
  client: Client,
  channelId: number,
  leadId: number,
  input: object = {},
): Promise<Message> =>
  make(client, `/channels/${channelId}/inbound`, { lead_id: leadId, text: "Hello", ...input });

/** Creates a lead with a first inbound message on a channel. */
export async function newWriter(client: Client, channelId: number): Promise<Lead> {
  const lead = await newLead(client);
  await newInbound(client, channelId, lead.id);
  return lead;
}

/** Sends a message in a conversation. */
export const newMessage = (
  client: Client,
  conversationId: number,
  input: object = {},
): Promise<Message> =>
  make(client, `/conversations/${conversationId}/messages`, { text: "Good morning", ...input });

/** The ids of a list's first page. */
export async function idsOf(client: Client, path: string): Promise<number[]> {
  const { status, body, text } = await client.get(path);
  assert(status === 200, `GET ${path} answered ${status}: ${text}`);
  return body.data.map((item: Pick<LeadListItem, "id">) => item.id);
}
