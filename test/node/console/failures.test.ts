import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { DEMO_TOKEN, expectAccessible, shoot, withConsole } from "../support/console";

/** The screen of the settings can't show this. */
const unusable = (page: Page) =>
  page.route("**/v1/settings", (route) => route.fulfill({ json: { data: null } }));

describe.skipIf(!hasChromium)("a screen that fails", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  const context = { token: DEMO_TOKEN, permissions: ["clipboard-read", "clipboard-write"] };

  it("keeps the frame, names the error, and has a report that tells of nobody", () =>
    withConsole(browser, { ...context, hasFaults: true }, async (page) => {
      await page.getByRole("link", { name: "Leads", exact: true }).waitFor();
      await unusable(page);
      await page.goto(`${page.url()}/settings?who=zoe@example.com`);
      await page.getByRole("heading", { name: "This screen has failed" }).waitFor();
      await page.getByText("The fault is ours: TypeError").waitFor();
      expect(await page.getByText(/connection/).count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, "failed");

      await page.getByRole("button", { name: "Copy a report" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const report = await page.evaluate(() => navigator.clipboard.readText());
      expect(report).toMatch(/^Screen: \/settings\/general\nError: TypeError\n/);
      expect(report).toMatch(/\n {2}\S+ \/files\/[\w.-]+:\d+:\d+$/);
      expect(report).not.toMatch(/zoe|example|lea_|Cannot read/);

      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Leads", exact: true }).click();
      await page.getByRole("heading", { name: "Leads", exact: true }).waitFor();
    }));

  it("blames the connection where a part of it did not arrive", () =>
    withConsole(browser, { ...context, locale: "fr-FR", hasFaults: true }, async (page) => {
      await page.route(/\/files\/privacy-/, (route) => route.abort());
      await page.getByRole("link", { name: "Données personnelles" }).click();
      await page.getByText(/vérifiez votre connexion/).waitFor();
      await page.getByRole("link", { name: "Leads", exact: true }).waitFor();
      expect(await page.getByRole("button", { name: "Copier un rapport" }).count()).toBe(0);
    }));
});
