import { describe, expect, it } from "vitest";
import { call, newShortLink, newWorkspace, ORIGIN } from "../support/api";
import { meterOf } from "../support/meter";
import { serve } from "../support/serve";

const inClear = (path: string) => `http://api.example.com${path}`;
const overHttps = (path: string) => `https://api.example.com${path}`;
const HEADER = "Strict-Transport-Security";

/** Asks for what is in no document: pages, and the server for agents. */
const ask = (url: string, init: RequestInit = {}) =>
  serve(new Request(url, { redirect: "manual", ...init }));

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe("a request in clear, where the base is https", () => {
  it.each([
    ["GET", "/v1/tags"],
    ["POST", "/v1/leads"],
    ["POST", "/v1/workspaces"],
    ["GET", "/v1/media-files/a/b"],
    ["POST", "/webhooks/whatsapp/1"],
    ["GET", "/webhooks/whatsapp/1"],
    ["GET", "/metrics"],
    ["POST", "/u/somebody"],
  ])("of a program is refused, with a token or without: %s %s", async (method, path) => {
    const { token } = await newWorkspace();
    for (const options of [{ token }, {}]) {
      const { status, text, headers } = await call(method, inClear(path), options);
      expect([status, JSON.parse(text).message]).toEqual([403, "Use https."]);
      expect(headers.get(HEADER)).toBeNull();
    }
  });

  it.each([
    ["GET", "/v1/nothing"],
    ["GET", "/mcp"],
    ["POST", "/mcp"],
    ["POST", "/docs"],
  ])("is refused where nothing is, too: %s %s", async (method, path) => {
    const { token } = await newWorkspace();
    for (const headers of [bearer(token), {}])
      expect((await ask(inClear(path), { method, headers })).status).toBe(403);
  });

  it.each([
    "/",
    "/docs",
    "/docs/leads",
    "/console",
    "/console/leads/1?tab=events",
    "/openapi.json",
    "/robots.txt",
    "/u/somebody",
    "/healthz",
  ])("of a page leads to https: %s", async (path) => {
    const { status, headers } = await ask(inClear(path));
    expect([status, headers.get("Location")]).toEqual([301, overHttps(path)]);
  });

  it("of a short link is followed, which takes no more than over https", async () => {
    const { slug } = await newShortLink(await newWorkspace());
    const visit = async (url: string) => {
      const { trips } = await meterOf(async (fetcher) => {
        const { status, headers } = await call("GET", url, { fetcher });
        expect([status, headers.get("Location")]).toEqual([302, "https://example.com/"]);
      });
      return trips;
    };
    expect(await visit(inClear(`/${slug}`))).toBe(1);
    expect(await visit(inClear(`/${slug}`))).toBe(0);
    expect((await call("GET", inClear("/no-such-slug"))).status).toBe(404);
  });

  it("of this machine, or where the base is not https, is answered", async () => {
    const { token } = await newWorkspace();
    expect((await call("GET", `${ORIGIN}/v1/tags`, { token })).status).toBe(200);
    const fetcher = (request: Request) =>
      serve(request, { SHORT_URL_BASE: "http://go.example.com" } as object);
    expect((await call("GET", inClear("/v1/tags"), { token, fetcher })).status).toBe(200);
  });
});

describe("an answer over https", () => {
  const STRICT = "max-age=31536000";

  it("keeps browsers there, without a word on other hosts of the domain", async () => {
    const client = await newWorkspace();
    const { token } = client;
    const { slug } = await newShortLink(client);
    const { ticket } = (await client.post("/stream/tickets")).body.data;
    const answers = [
      await call("GET", overHttps("/v1/tags"), { token }),
      await call("GET", overHttps("/v1/tags")),
      await call("GET", overHttps(`/${slug}`)),
      await call("GET", overHttps(`/${slug}`)),
      await call("GET", overHttps("/no-such-slug")),
      await call("GET", overHttps("/u/nobody")),
      await call("GET", overHttps(`/v1/stream?ticket=${ticket}`)),
      await ask(overHttps("/docs")),
      await ask(overHttps("/openapi.json")),
      await ask(overHttps("/mcp"), { method: "POST" }),
      await ask(overHttps("/mcp"), { method: "POST", headers: bearer(token), body: "{}" }),
    ];
    for (const { headers } of answers) expect(headers.get(HEADER)).toBe(STRICT);
  });

  it("says nothing of it on this machine", async () => {
    expect((await ask(`${ORIGIN}/docs`)).headers.get(HEADER)).toBeNull();
  });
});
