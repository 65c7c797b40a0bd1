/// <reference types="vite/client" />
import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { App, Bindings } from "#env";
import { misconfigurations } from "#http/configuration";
import { requestId } from "#http/request-id";
import { secured } from "#http/strict-transport";
import wranglerToml from "../../wrangler.toml?raw";
import { testEnv } from "../support/env";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("wrangler.toml", () => {
  it("keeps requests off the deployment's own origin, and URLs out of the logs", () => {
    const top = wranglerToml.slice(0, wranglerToml.indexOf("\n[env."));
    expect(top).toMatch(/^compatibility_flags = .*"global_fetch_strictly_public"/m);
    expect(top).toContain("[observability.logs]\ninvocation_logs = false");
  });
});

describe("the configuration", () => {
  const right = { APP_KEY: "k".repeat(32), SHORT_URL_BASE: "https://go.example.com" };
  const wrongWith = (settings: object, url = "https://api.example.com/v1/me") =>
    misconfigurations({ ...testEnv, ...right, ...settings } as Bindings, url);

  it("is valid with a key and an origin, local or public", () => {
    expect(wrongWith({})).toEqual([]);
    for (const SHORT_URL_BASE of ["http://localhost:8787", "http://127.0.0.1:8787"])
      expect(wrongWith({ SHORT_URL_BASE }, "http://localhost:8787/v1/me")).toEqual([]);
  });

  it.each([undefined, "", "short", "k".repeat(31)])(
    "is refused with the APP_KEY %j, by name and with advice",
    (APP_KEY) => {
      expect(wrongWith({ APP_KEY })).toEqual([
        expect.stringMatching(/^APP_KEY .*wrangler secret put APP_KEY$/),
      ]);
    },
  );

  it.each([
    undefined,
    "",
    "go.example.com",
    "https://go.example.com/",
    "https://go.example.com/x",
    "https://user@go.example.com",
    "//go.example.com",
  ])("is refused with the SHORT_URL_BASE %j", (SHORT_URL_BASE) => {
    expect(wrongWith({ SHORT_URL_BASE })).toEqual([expect.stringContaining("SHORT_URL_BASE")]);
  });

  it.each([
    ["GRAPH_URL", undefined],
    ["GRAPH_URL", "graph.facebook.com/v26.0"],
    ["INSTAGRAM_URL", undefined],
    ["INSTAGRAM_URL", "graph.instagram.com/v26.0"],
    ["TURNSTILE_URL", undefined],
    ["CALENDLY_URL", "api.calendly.com"],
    ["QUOTAS", { leads: "many" }],
    ["BACKUPS", { nightly_at: 24 }],
    ["BACKUPS", { keep_days: 0 }],
    ["ANALYSES_PER_DAY", undefined],
    ["SEND_TIMEOUT_MS", undefined],
    ["SEND_TIMEOUT_MS", 0],
    ["SEND_TIMEOUT_MS", "soon"],
    ["LLM_BASE_URL", "api.openai.com/v1"],
    ["LLM_MODEL", "gpt-4.1-mini"],
    ["FORBIDDEN_HOSTS", "own.example, https://own.example"],
    ["ALLOWED_ORIGINS", "https://app.example.com, *"],
    ["ALLOWED_ORIGINS", "https://app.example.com/"],
    ["ALLOWED_ORIGINS", ["https://app.example.com"]],
    ["FORBIDDEN_HOSTS", ["own.example"]],
    ["RATE_LIMITS", { token: 600 }],
    ["LLM_MAX_INPUT_TOKENS", 0],
    ["LLM_TIMEOUT_MS", undefined],
  ])("is refused with the %s %j", (name, value) => {
    expect(wrongWith({ [name]: value })[0]).toContain(name);
  });

  it("is refused with a SHORT_URL_BASE that is no text, in an answer like any other", () => {
    const settings = { SHORT_URL_BASE: ["https://go.example.com"] };
    expect(wrongWith(settings)).toEqual([expect.stringContaining("SHORT_URL_BASE")]);
    const request = new Request("https://go.example.com/guide");
    const env = { ...testEnv, ...settings } as unknown as Bindings;
    expect(secured(request, env, new Response())).toBeInstanceOf(Response);
  });

  it("is refused when a public service's short links would point at the visitor's own machine", () => {
    expect(wrongWith({ SHORT_URL_BASE: "http://localhost:8787" })).toEqual([
      expect.stringContaining("SHORT_URL_BASE"),
    ]);
  });

  it("leads to 500 on every path while it is invalid, and to a log line that names the fault without values", async () => {
    vi.resetModules();
    const { configured } = await import("#http/configured");
    const app = new Hono<App>().use(requestId, configured).get("*", (c) => c.text("served"));
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const broken = { ...testEnv, ...right, APP_KEY: "hush-hush" };
    for (let i = 1; i <= 2; i++) {
      const response = await app.request(
        "/v1/me",
        { headers: { "X-Request-Id": "7d3f1f52-9f0b-4f0e-8c6b-0a1b2c3d4e5f" } },
        broken,
      );
      expect([response.status, await response.text()]).toEqual([
        500,
        '{"message":"Server error.","code":"server_error"}',
      ]);
      expect(log).toHaveBeenCalledTimes(i);
    }
    const line = log.mock.calls[0]![0];
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      request_id: "7d3f1f52-9f0b-4f0e-8c6b-0a1b2c3d4e5f",
      wrong: [expect.stringContaining("APP_KEY")],
    });
    expect(line).not.toContain("hush-hush");
    expect(await (await app.request("/v1/me", {}, { ...testEnv, ...right })).text()).toBe("served");
  });
});
