import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  DEMO_TOKEN,
  expectAccessible,
  OPERATOR_TOKEN,
  origin,
  phone,
  shoot,
  withConsole,
} from "../support/console";

describe.skipIf(!hasChromium)("the console's sign-in", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it("opens the demo with one click, and stays signed in when the page is loaded again", () =>
    withConsole(browser, {}, async (page) => {
      await shoot(page, "sign-in");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      await page.reload();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
    }));

  it("keeps nothing of a session for the next one", () =>
    withConsole(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      await page.evaluate(() => sessionStorage.setItem("import-7", "{}"));
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    }));

  it("says why a tab can't go on with its token, and keeps it", () =>
    withConsole(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      const limited = { status: 429, json: { message: "Too many requests." } };
      await page.route(`${origin}/v1/me`, (route) => route.fulfill(limited));
      await page.reload();
      await page
        .getByRole("alert")
        .getByText(/Too many requests/)
        .waitFor();
      await page.unroute(`${origin}/v1/me`);
      await page.reload();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
    }));

  it.each([
    ["an unknown token", "lea_0123456789012345678901234567890123456789012", /No workspace has/],
    ["a malformed token", "lea_ é", /This is not a token/],
  ])("says what is wrong with %s", (_, token, message) =>
    withConsole(browser, { colorScheme: "dark" }, async (page) => {
      await page.getByLabel("API token").fill(token);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("alert").getByText(message).waitFor();
      await expectAccessible(page);
    }),
  );

  it("opens the operator's screens with the operator's token", () =>
    withConsole(browser, { path: "/" }, async (page) => {
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("heading", { name: "Home" }).waitFor();
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("API token").fill(OPERATOR_TOKEN);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "Workspaces" }).waitFor();
      expect(await page.getByRole("link", { name: "Inbox" }).count()).toBe(0);
      await page.getByRole("heading", { name: "Workspaces" }).waitFor();
    }));

  it("is in French for those who read French, and changes at once", () =>
    withConsole(browser, { locale: "fr-FR", token: DEMO_TOKEN, ...phone }, async (page) => {
      await page.getByRole("link", { name: "Accueil" }).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe("fr");
      await page.getByRole("button", { name: "Plus" }).click();
      await page.getByRole("button", { name: "English" }).click();
      await page.getByRole("link", { name: "Home" }).waitFor();
      await page.getByRole("button", { name: "Dark" }).click();
      await expectAccessible(page);
    }));
});
