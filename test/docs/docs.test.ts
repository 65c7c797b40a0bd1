import { describe, expect, it } from "vitest";
import { isFree } from "#features/links/schema";
import { isSlug } from "#features/links/slug";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import { app } from "../../src/app";
import type { Document } from "../support/document";
import { testEnv } from "../support/env";
import { metered } from "../support/meter";
import { serve } from "../support/serve";

const HTML = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const get = (path: string, init: RequestInit = {}, bindings?: Partial<typeof testEnv>) =>
  serve(new Request(`http://localhost${path}`, { redirect: "manual", ...init }), bindings);

const PAGES = ["/", "/docs", "/docs/reference", "/docs/reference/leads", "/docs/reference/schemas"];

describe("the first page", () => {
  it("is for people; programs are led to the documentation", async () => {
    const [person, program] = [await get("/", { headers: HTML }), await get("/")];
    expect(person.status).toBe(200);
    expect(await person.text()).toContain('href="/docs/reference"');
    expect([program.status, program.headers.get("Location")]).toEqual([302, "/docs"]);
    for (const { headers } of [person, program]) expect(headers.get("Vary")).toBe("Accept");
  });

  it.each(["/", "/docs/reference/leads"])(
    "shows the demo's token at %s on a laptop only",
    async (path) => {
      const deployed = await get(path, { headers: HTML }, { DEMO_TOKEN: undefined });
      const local = await get(path, { headers: HTML }, { DEMO_TOKEN: token });
      expect(await deployed.text()).not.toContain("lea_demo");
      expect(await local.text()).toContain(token);
    },
  );
});

describe("the pages of the documentation", () => {
  it.each(PAGES)(
    "%s loads nothing from other hosts, and has no script of its own",
    async (path) => {
      const response = await get(path, { headers: HTML });
      const html = await response.text();
      expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)="([^"]*)"/g)];
      expect(loaded.length).toBeGreaterThan(3);
      for (const [, url] of loaded) {
        expect(url).toMatch(/^\/(docs\/files\/|favicon\.ico$)/);
        const file = await get(url!);
        expect([file.status, (await file.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
      }
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+\s*=/i);
      const policy = response.headers.get("Content-Security-Policy")!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe/);
    },
  );

  it("are kept by browsers as long as they are the same; their files for ever", async () => {
    const first = await get("/docs");
    const [, file] = /href="(\/docs\/files\/style-[^"]+)"/.exec(await first.text())!;
    const again = await get("/docs", { headers: { "If-None-Match": first.headers.get("ETag")! } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const style = await get(file!);
    await style.text();
    expect(style.headers.get("Cache-Control")).toContain("immutable");
  });

  it.each(["/docs/none", "/docs/none.md", "/docs/No-Such", "/docs/a/b/c", "/docs/files/none.js"])(
    "that do not exist, such as %s, are 404: a page for people, JSON for programs",
    async (path) => {
      const [person, program] = [await get(path, { headers: HTML }), await get(path)];
      expect([person.status, program.status]).toEqual([404, 404]);
      expect(await person.text()).toContain("Page not found");
      expect(await program.json()).toMatchObject({ message: "Not found." });
    },
  );

  it.each([
    "/docs/",
    "/docs/a/b",
    "/docs/first-page",
    "/docs/files/style.css",
    "/docs/..%2ffirst-page",
    "/first-page.html",
    "/not-found.html",
    "/docs.html",
    "/index.html",
    "/package.json",
    "/wrangler.toml",
    "/.dev.vars",
  ])("do not include %s", async (path) => {
    const response = await get(path);
    await response.text();
    expect(response.status).toBe(404);
  });

  it.each(["/docs", "/openapi.json", "/robots.txt"])("answer 405 to a POST to %s", async (path) => {
    const response = await get(path, { method: "POST", body: "{}" });
    expect([response.status, response.headers.get("Allow"), await response.json()]).toEqual([
      405,
      "GET, HEAD",
      { message: "Method not allowed.", code: "method_not_allowed" },
    ]);
  });
});

describe("the document", () => {
  it("is a file with an ETag that any site may read", async () => {
    const first = await get("/openapi.json", { headers: { Origin: "https://editor.example" } });
    const { paths } = await first.json<Document>();
    expect(Object.keys(paths).length).toBeGreaterThan(50);
    expect(first.headers.get("Content-Type")).toContain("application/json");
    expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const again = await get("/openapi.json", {
      headers: { "If-None-Match": first.headers.get("ETag")! },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const head = await get("/openapi.json", { method: "HEAD" });
    expect([head.status, head.headers.get("ETag")]).toEqual([200, first.headers.get("ETag")]);
  });

  it("names the origin that it is asked at as its server, as the collection does", async () => {
    for (const origin of ["http://localhost", "https://api.example.org"]) {
      const response = await serve(new Request(`${origin}/openapi.json`));
      const { servers } = await response.json<Document>();
      expect(servers.map(({ url }) => url)).toEqual([origin]);
      const collection = await (await serve(new Request(`${origin}/docs/collection.json`))).text();
      expect(collection).toContain(`{"key":"baseUrl","value":"${origin}"}`);
    }
  });
});

describe("what robots and browsers look for", () => {
  it("is there, without a look into the database", async () => {
    const { meter, database } = metered(testEnv.DB);
    for (const [path, type] of [
      ["/favicon.ico", "image/"],
      ["/robots.txt", "text/plain"],
    ] as const) {
      const response = await get(path, {}, { DB: database });
      await response.arrayBuffer();
      expect([response.status, response.headers.get("Content-Type")]).toEqual([
        200,
        expect.stringContaining(type),
      ]);
    }
    expect(meter.trips).toBe(0);
  });

  it("keeps short links out of search engines", async () => {
    const text = await (await get("/robots.txt")).text();
    const everyone = text.slice(text.indexOf("User-agent: *"));
    expect(everyone).toContain("Disallow: /\n");
    expect(everyone).toContain("Allow: /docs\n");
  });
});

describe("slugs", () => {
  it("are in the way of no path of the service's own", () => {
    const first = app.routes.map(({ path }) => path.split("/")[1]!);
    const own = new Set(first.filter((segment) => /^[^:*]/.test(segment)));
    expect(own).toContain("docs");
    for (const segment of own) expect(isSlug(segment) && isFree(segment), segment).toBe(false);
  });
});
