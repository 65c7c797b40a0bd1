import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { DEMO_TOKEN, expectAccessible, phone, shoot, withConsole } from "../support/console";

describe.skipIf(!hasChromium)("the inbox", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(["light", "dark"] as const)("shows the demo's conversations in %s", (colorScheme) =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/inbox", colorScheme }, async (page) => {
      await page.getByText("Garnier").waitFor();
      await shoot(page, `inbox-list-${colorScheme}`);
      await page.getByRole("link", { name: /Garnier/ }).click();
      await page.getByText("Vous avez un replay du webinaire").last().waitFor();
      await page.getByRole("heading", { name: "Profile" }).waitFor();
      await page.getByText("Webinar follow-up").waitFor();
      await shoot(page, `inbox-${colorScheme}`);
      await expectAccessible(page);
    }),
  );

  it("shows one pane at a time on a phone", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/inbox", ...phone }, async (page) => {
      await page.getByRole("link", { name: /Garnier/ }).waitFor();
      await shoot(page, "inbox-phone");
      await page.getByRole("link", { name: /Garnier/ }).click();
      await page.getByText("Vous avez un replay du webinaire").last().waitFor();
      await shoot(page, "inbox-phone-conversation");
      await page.getByRole("button", { name: "Details of the lead" }).last().click();
      await page.getByRole("heading", { name: "Profile" }).waitFor();
      await shoot(page, "inbox-phone-lead");
    }));
});
