import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Bindings } from "#env";
import { hasBackslashKey } from "#lib/json";
import { Problem } from "#lib/problem";
import { readBody } from "#lib/read-body";
import { apiFor } from "./api";
import { newServer } from "./server";
import { operationsOf, toolSchemasOf } from "./surface";

const MAX_BODY_BYTES = 1_048_576;
const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

type Me = { workspace: { id: number }; token: { abilities: string[] } };

/**
 * Serves the Model Context Protocol. `answer` is the app: whatever a tool does, it asks of that,
 * with the bearer of the request.
 */
export async function serveMcp(
  request: Request,
  env: Bindings,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { origin } = new URL(request.url);
  const from = request.headers.get("Origin");
  if (from !== null && from !== origin)
    return refusal(403, "Only pages of this service may call it.");
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (bearer === undefined) return unauthorized();
  // Refused tokens are limited by the address that they come from.
  const address = request.headers.get("CF-Connecting-IP");
  const headers = {
    Authorization: `Bearer ${bearer}`,
    ...(address && { "CF-Connecting-IP": address }),
  };
  const whoever = await answer(new Request(`${origin}/v1/me`, { headers }));
  if (whoever.status === 401) return unauthorized("invalid_token");
  if (whoever.status !== 200) return whoever;
  const { data: me } = await whoever.json<{ data: Me }>();
  const body = await jsonOf(request, me.workspace.id);
  if (body instanceof Response) return body;
  const operations = await operationsOf(env);
  const server = newServer({
    env,
    abilities: me.token.abilities,
    bearer,
    api: apiFor({ origin, bearer, operations, answer }),
    operations,
    schemas: await toolSchemasOf(env),
  });
  // Changes on a server of one request are of interest to no subscription.
  const handler = createMcpHandler(() => server, { maxSubscriptions: 0 });
  return withHeaders(await handler.fetch(request, body));
}

/** The JSON of a POST; a refusal if it is none, or too long, or several calls at once. */
async function jsonOf({ method, body }: Request, workspaceId: number) {
  if (method !== "POST") return {};
  try {
    const bytes = body ? await readBody(body, MAX_BODY_BYTES, workspaceId) : new Uint8Array();
    const text = new TextDecoder().decode(bytes);
    if (hasBackslashKey(text)) return refusal(400, "A key must not contain a backslash.");
    const parsedBody: unknown = JSON.parse(text);
    if (Array.isArray(parsedBody)) return refusal(400, "Send one message at a time.");
    return { parsedBody };
  } catch (error) {
    return error instanceof Problem
      ? unreadable(error)
      : refusal(400, "The body is not JSON.", { code: PARSE_ERROR });
  }
}

function unreadable({ code, details }: Problem) {
  if (code === "timed_out") return refusal(408, "Nothing of the body has come for 30 seconds.");
  if (code === "rate_limited")
    return refusal(429, details.message ?? "", { headers: details.headers });
  return code === "too_large"
    ? refusal(413, "The body is too large.")
    : refusal(400, "The body is cut off.");
}

/** There is no authorization server to find: tokens come from `POST /v1/tokens`. */
const unauthorized = (error?: string) =>
  refusal(401, "Send a token of the workspace: Authorization: Bearer lea_…", {
    headers: {
      "WWW-Authenticate": `Bearer realm="Lead Engagement API"${error ? `, error="${error}"` : ""}`,
    },
  });

/** Codes of JSON-RPC. */
const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;

type More = { code?: number; headers?: Record<string, string> };

const refusal = (
  status: number,
  message: string,
  { code = INVALID_REQUEST, headers = {} }: More = {},
) =>
  Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message } },
    { status, headers: { ...HEADERS, ...headers } },
  );

function withHeaders(response: Response) {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
  return answer;
}
