import { describe, expect, it } from "vitest";
import { serve } from "../support/serve";

const get = (path: string, init?: RequestInit) =>
  serve(new Request(`http://localhost${path}`, { redirect: "manual", ...init }));
const FILES = [
  "/docs/swagger-ui.css",
  "/docs/swagger-ui-bundle.js",
  "/docs/start.js",
  "/docs/favicon-32x32.png",
];

describe("the API reference", () => {
  it("is the target of /", async () => {
    const response = await get("/");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/docs"]);
  });

  it("refers to nothing on other hosts, and its content security policy forbids that", async () => {
    const response = await get("/docs");
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toContain("text/html");
    const references = [...html.matchAll(/(?:src|href|action)\s*=\s*"([^"]*)"/g)].map(
      ([, url]) => url!,
    );
    expect(references.sort()).toEqual([...FILES].sort());
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+\s*=|https?:|url\(/i);
    const policy = response.headers.get("Content-Security-Policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toMatch(/connect-src 'self'(;|$)/);
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
  });

  it("opens the service's own document, without a validator", async () => {
    const script = await (await get("/docs/start.js")).text();
    expect(script).toContain('url: "/openapi.json"');
    expect(script).toContain("validatorUrl: null");
    expect(script).not.toMatch(/https?:/);
  });

  it.each(FILES)("serves %s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const type = { css: "text/css", js: "text/javascript", png: "image/png" }[
      path.split(".").at(-1)!
    ];
    expect(response.headers.get("Content-Type")).toContain(type);
    expect((await get(path, { method: "HEAD" })).status).toBe(200);
  });

  it.each([
    "/docs/index.html",
    "/docs/package.json",
    "/docs/swagger-ui.js",
    "/docs/swagger-ui.css.map",
    "/docs/swagger-initializer.js",
    "/docs/oauth2-redirect.html",
    "/docs/..%2fpackage.json",
    "/docs/%2e%2e%2fpackage.json",
    "/docs/",
    "/docs/a/b",
    "/package.json",
    "/index.html",
    "/swagger-ui.js",
    "/swagger-ui-bundle.js",
    "/swagger-ui.css",
    "/LICENSE",
    "/README.md",
    "/wrangler.toml",
    "/.dev.vars",
  ])("does not serve %s", async (path) => {
    const response = await get(path);
    await response.text();
    expect(response.status).toBe(404);
  });

  it.each(["/docs", "/openapi.json", "/docs/start.js"])(
    "answers 405 to a POST to %s",
    async (path) => {
      const response = await get(path, { method: "POST", body: "{}" });
      expect([response.status, response.headers.get("Allow"), await response.json()]).toEqual([
        405,
        "GET, HEAD",
        { message: "Method not allowed." },
      ]);
    },
  );
});
