import { describe, expect, it } from "vitest";
// @ts-expect-error: plain JavaScript
import { token } from "../../drizzle/demo/workspace.mjs";
import { testEnv } from "../support/env";
import { metered } from "../support/meter";
import { serve } from "../support/serve";

const get = (path: string, init: RequestInit = {}, bindings?: Partial<typeof testEnv>) =>
  serve(new Request(`http://localhost${path}`, { redirect: "manual", ...init }), bindings);

const filesOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/console\/files\/[^"]+)"/g)].map(([, url]) => url!);

describe("the console's page", () => {
  it.each(["/console", "/console/", "/console/inbox/12", "/console/leads?stage=won"])(
    "is answered at %s, with a strict policy, and without asking D1",
    async (path) => {
      const { meter, database } = metered(testEnv.DB);
      const page = await get(path, {}, { DB: database });
      const html = await page.text();
      expect([page.status, html.includes('<div id="root">')]).toEqual([200, true]);
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\son\w+\s*=/i);
      const policy = page.headers.get("Content-Security-Policy")!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe|data:/);
      expect(page.headers.get("Cache-Control")).toBe("no-cache");
      expect(meter.trips).toBe(0);
    },
  );

  it("is asked for again only if it has changed; its files never", async () => {
    const page = await get("/console");
    const [file] = filesOf(await page.text());
    const again = await get("/console", {
      headers: { "If-None-Match": page.headers.get("ETag")! },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const answer = await get(file!);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
  });

  it("names the demo's token on a laptop only", async () => {
    const deployed = await get("/console", {}, { DEMO_TOKEN: undefined });
    const local = await get("/console", {}, { DEMO_TOKEN: token });
    expect(await deployed.text()).not.toContain("lea_demo");
    expect(await local.text()).toContain(`data-demo-token="${token}"`);
  });

  it.each(["/console/files/none.js", "/console/files/none/none.js"])(
    "is not what stands in for a file that is not there: %s",
    async (path) => {
      const answer = await get(path);
      await answer.text();
      expect(answer.status).toBe(404);
    },
  );
});
