import { beforeAll, describe, expect, it } from "vitest";
import { EXPOSED_HEADERS } from "#http/cors";
import { type Client, newWorkspace, withAbilities } from "../support/api";
import { routes } from "../support/document";
import { serve } from "../support/serve";

// Pages of other origins, which ALLOWED_ORIGINS lets call the API with a token.

const APP = "https://app.example.com";
let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Asked = { method?: string; token?: string; headers?: Record<string, string> };

const ask = (
  path: string,
  { method = "GET", token, headers }: Asked,
  bindings: Parameters<typeof serve>[1] = {},
  origin = APP,
) =>
  serve(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        Origin: origin,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    }),
    { ALLOWED_ORIGINS: `https://other.example, ${APP}`, ...bindings },
  );
const allowedIn = ({ headers }: Response) => headers.get("Access-Control-Allow-Origin");
const preflight = { method: "OPTIONS", headers: { "Access-Control-Request-Method": "PATCH" } };

describe("a page of an allowed origin", () => {
  it("may send what the API takes, without a look at D1, and for two hours", async () => {
    const answer = await ask("/v1/leads/1", preflight, { DB: undefined as never });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": APP,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers":
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Bookmark",
      "access-control-max-age": "7200",
      vary: "Origin",
    });
    expect(answer.headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });

  it("may read every answer, errors too, with the headers of the document", async () => {
    const { token } = client;
    const reader = await withAbilities(client, "tags:read");
    const failing = { limit: () => Promise.reject(new Error("broken")) };
    const full = { limit: async () => ({ success: false }) };
    const answers: [number, Response][] = [
      [200, await ask("/v1/tags", { token })],
      [401, await ask("/v1/tags", {})],
      [403, await ask("/v1/leads", { token: reader.token })],
      [404, await ask("/v1/tags/4000000000", { token })],
      [404, await ask("/v1/nothing", { token })],
      [405, await ask("/v1/tags", { token, method: "PATCH" })],
      [422, await ask("/v1/tags?nothing=1", { token })],
      [500, await ask("/v1/tags", { token }, { RATE_LIMITER: failing })],
      [429, await ask("/v1/tags", { token }, { RATE_LIMITER: full })],
    ];
    for (const [status, answer] of answers) {
      expect([answer.status, allowedIn(answer)]).toEqual([status, APP]);
      expect(answer.headers.get("Vary")).toBe("Origin");
      expect(answer.headers.get("Access-Control-Expose-Headers")).toBe(EXPOSED_HEADERS.join(", "));
    }
  });

  it("may read every header that the document has for the answers to tokens", async () => {
    const described = (await routes())
      .filter(({ operation }) => operation.security === undefined)
      .flatMap(({ operation }) => Object.values(operation.responses))
      .flatMap(({ headers = {} }) => Object.keys(headers));
    for (const name of new Set(described)) expect(EXPOSED_HEADERS).toContain(name);
  });
});

describe("a page of another origin", () => {
  it.each(["https://app.example.com.evil.example", "http://app.example.com", "null"])(
    "may do nothing: %s",
    async (origin) => {
      const answer = await ask("/v1/tags", { token: client.token }, {}, origin);
      expect([answer.status, allowedIn(answer)]).toEqual([200, null]);
      expect(answer.headers.get("Vary")).toBe("Origin");
      expect((await ask("/v1/tags", preflight, {}, origin)).status).toBe(405);
    },
  );

  it("may do nothing while ALLOWED_ORIGINS is empty, whatever it is", async () => {
    const off = { ALLOWED_ORIGINS: "" };
    const answer = await ask("/v1/tags", { token: client.token }, off);
    expect([answer.status, allowedIn(answer), answer.headers.get("Vary")]).toEqual([
      200,
      null,
      null,
    ]);
    expect((await ask("/v1/tags", preflight, off)).status).toBe(405);
  });
});
