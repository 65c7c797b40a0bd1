import { mkdirSync } from "node:fs";
import { build } from "esbuild";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import type * as Client from "#client";
import type { workerModules } from "../support/worker-modules.mjs";
import { violationsOn } from "./support/accessible";
import { hasChromium, launchChromium } from "./support/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    origin: string;
    modules: Awaited<ReturnType<typeof workerModules>>;
    worker: ReturnType<typeof workerOptionsOf>["workerOptions"];
  }
}

const origin = inject("origin");
/** Where pictures of the pages go, if this is set. */
const { SHOTS } = process.env;

const PAGES = {
  first: "/",
  guides: "/docs",
  guide: "/docs/leads",
  overview: "/docs/reference",
  reference: "/docs/reference/tags",
  "not-found": "/docs/none",
  "unknown-link": "/no-such-link",
};
/** Those that are not made as one of these are only looked at with SHOTS. */
const KINDS = ["first", "guide", "reference", "unknown-link"];
const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SCREENS: Record<string, BrowserContextOptions> = {
  "desktop, light": { ...DESKTOP, colorScheme: "light" },
  "phone, dark": { ...PHONE, colorScheme: "dark" },
  ...(SHOTS && {
    "desktop, dark": { ...DESKTOP, colorScheme: "dark" },
    "phone, light": { ...PHONE, colorScheme: "light" },
  }),
};

describe.skipIf(!hasChromium)("the pages in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
    if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  });

  /** Opens a page, uses it, and returns what it must not do: errors and requests to other hosts. */
  async function open(path: string, options: BrowserContextOptions, use: (page: Page) => unknown) {
    const context = await browser.newContext({ baseURL: origin, ...options });
    const faults: string[] = [];
    try {
      const page = await context.newPage();
      page.on("request", (request) => {
        if (!request.url().startsWith(`${origin}/`)) faults.push(`requests ${request.url()}`);
      });
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => {
        // A page that says that there is no page is a 404 itself.
        const isOfPage = message.location().url === page.url() && /40[34]/.test(message.text());
        if (message.type() === "error" && !isOfPage) faults.push(message.text());
      });
      await page.goto(path);
      await use(page);
      expect(faults).toEqual([]);
    } finally {
      await context.close();
    }
  }

  describe.each(Object.entries(SCREENS))("on a %s screen", (screen, options) => {
    const pages = Object.entries(PAGES).filter(([name]) => SHOTS || KINDS.includes(name));
    it.each(pages)("show %s well", async (name, path) => {
      await open(path, options, async (page) => {
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${screen}.png` });
        const { scrollWidth, innerWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          innerWidth: window.innerWidth,
        }));
        expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
        expect(await violationsOn(page)).toEqual([]);
      });
    });
  });

  it("find guides and operations", async () => {
    await open("/docs", DESKTOP, async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("creat leed");
      await page.locator(".results a", { hasText: "POST /v1/leads" }).first().click();
      await page.waitForURL("**/docs/reference/leads#createLead");
      await page.getByLabel("Search the documentation").fill("quotas");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/docs\/(?!reference)[\w-]+#[\w-]*quotas/);
      await page.getByLabel("Search the documentation").fill("xyzzy");
      await page.getByText("Nothing is found").waitFor();
    });
  });

  it("try an operation with the demo's token", async () => {
    await open("/docs/reference/tokens", PHONE, async (page) => {
      const operation = page.locator(".operation", { hasText: "/v1/me" }).first();
      await operation.getByText("Try it").click();
      await operation.getByRole("button", { name: "Send GET" }).click();
      await operation.getByText("Atelier Horizon").last().waitFor();
      expect(await violationsOn(page)).toEqual([]);
    });
  });

  it("can use the typed client", async () => {
    const { outputFiles } = await build({
      entryPoints: ["src/client/index.ts"],
      ...{ bundle: true, write: false, format: "iife", globalName: "engagement" },
    });
    await open("/", DESKTOP, async (page) => {
      await page.evaluate(`${outputFiles[0]?.text} globalThis.engagement = engagement;`);
      const seen = await page.evaluate(async () => {
        const api = (globalThis as never as { engagement: typeof Client }).engagement;
        const token = "lea_demo-token-of-atelier-horizon-0123456789abc";
        const client = api.createClient({ baseUrl: location.origin, token });
        const label = `Made in a browser ${Date.now()}`;
        const { data } = await api.createTag({ client, body: { label } });
        const labels = [];
        for await (const tag of api.each(api.listTags, { client, query: { per_page: 10 } }))
          labels.push(tag.label);
        await api.deleteTag({ client, path: { tag: data.id } });
        const secret = `whsec_${btoa("a secret of some length")}`;
        const headers = await api.signWebhook('{"type":"tag.deleted"}', secret, "evt_1");
        const event = await api.verifyWebhook('{"type":"tag.deleted"}', headers, secret);
        return { isListed: labels.includes(label), type: event.type };
      });
      expect(seen).toEqual({ isListed: true, type: "tag.deleted" });
    });
  });

  it("lead on from the menu of a phone, also without scripts", async () => {
    await open("/docs/leads", { ...PHONE, javaScriptEnabled: false }, async (page) => {
      const menu = page.getByRole("navigation", { name: "Documentation" });
      await menu.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Menu" }).click();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/menu.png` });
      await menu.getByRole("link", { name: "Short links" }).last().click();
      await page.waitForURL("**/docs/reference/short-links");
      await page.getByRole("heading", { level: 1, name: "Short links" }).waitFor();
    });
  });
});
