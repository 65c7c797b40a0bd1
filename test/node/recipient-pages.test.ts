import { mkdirSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { violationsOn } from "./support/accessible";
import { hasChromium, launchChromium } from "./support/chromium.mjs";

const origin = inject("origin");
/** Where pictures of the pages go, if this is set. */
const { SHOTS } = process.env;
const OPERATOR_TOKEN = "dev-operator-token-0123456789abcdef";

const TITLES = {
  en: "Your messages",
  fr: "Vos messages",
  es: "Tus mensajes",
  pt: "As suas mensagens",
  de: "Ihre Nachrichten",
};
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, javaScriptEnabled: false };

async function post(path: string, token: string, body: object, method = "POST") {
  const answer = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: Record<string, string> }).data;
}

describe.skipIf(!hasChromium)("the pages for recipients in a browser", () => {
  let browser: Browser;
  let preferencesUrl: string;
  let goneUrl: string;
  let heldUrl: string;

  beforeAll(async () => {
    browser = await launchChromium();
    if (SHOTS) mkdirSync(SHOTS, { recursive: true });
    const { token = "" } = await post("/workspaces", OPERATOR_TOKEN, { name: "Atelier Marée" });
    await post(
      "/settings",
      token,
      { contact: "bonjour@atelier-horizon.example", fallback_url: "https://example.com/" },
      "PATCH",
    );
    const lead = await post("/leads", token, { first_name: "Léa", phone: "+33639980142" });
    const text = "{{preferences_url}}";
    const message = await post(`/leads/${lead.id}/messages`, token, { text });
    preferencesUrl = message.text ?? "";
    const other = await post("/leads", token, { phone: "+33639980143" });
    const held = await post(`/leads/${other.id}/messages`, token, { text });
    await post(`/leads/${other.id}/opt-out`, token, {});
    heldUrl = held.text ?? "";
    const link = { destination_url: "https://example.com/", is_active: false };
    goneUrl = (await post("/short-links", token, link)).template_variable_url ?? "";
  });

  /** Opens a page, uses it, and returns what it has requested elsewhere. */
  async function open(
    url: string,
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ) {
    const context = await browser.newContext({ ...PHONE, ...options });
    const foreign: string[] = [];
    try {
      const page = await context.newPage();
      page.on("request", (request) => {
        if (!request.url().startsWith(`${origin}/`)) foreign.push(request.url());
      });
      await page.goto(url);
      await use(page);
      expect(foreign).toEqual([]);
    } finally {
      await context.close();
    }
  }

  const expectWell = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/p-${name}.png` });
    const box = await page.locator("main").boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(PHONE.viewport.width);
  };

  it.each(Object.entries(TITLES))("are in the language %s, on a phone", async (locale, title) => {
    const options = { locale, colorScheme: locale === "fr" ? ("dark" as const) : null };
    await open(preferencesUrl, options, async (page) => {
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      await page.getByText("•••42").waitFor();
      await expectWell(page, `preferences-${locale}`);
      await page.goto(goneUrl);
      await page.getByText("Atelier Marée").waitFor();
      await expectWell(page, `gone-${locale}`);
    });
  });

  it("unsubscribe by one click and subscribe by another, without scripts", async () => {
    await open(preferencesUrl, {}, async (page) => {
      await page.getByRole("button", { name: "Unsubscribe" }).tap();
      await page.getByRole("status").filter({ hasText: "Your choice is saved." }).waitFor();
      await page.getByText("You are unsubscribed").waitFor();
      await expectWell(page, "unsubscribed");
      await page.getByRole("button", { name: "Get all messages" }).press("Enter");
      await page.getByText("You are subscribed").waitFor();
      expect(await page.getByRole("listitem").count()).toBe(2);
      await page.reload();
      expect(await page.getByRole("listitem").count()).toBe(2);
    });
  });

  it("offer no button to whom the workspace has unsubscribed", async () => {
    await open(heldUrl, {}, async (page) => {
      await page.getByText("write START to the sender").waitFor();
      expect(await page.getByRole("button").count()).toBe(0);
      await expectWell(page, "held");
    });
  });

  it("are usable by everybody, in both themes", async () => {
    await open(goneUrl, { javaScriptEnabled: true }, async (page) => {
      for (const url of [goneUrl, heldUrl, `${preferencesUrl}?saved=1`]) {
        await page.goto(url);
        expect(await violationsOn(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await violationsOn(page, { ofColours: true })).toEqual([]);
        await page.emulateMedia({ colorScheme: "light" });
      }
    });
  });
});
