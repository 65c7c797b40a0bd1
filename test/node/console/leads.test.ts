import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { DEMO_TOKEN, expectAccessible, phone, shoot, withConsole } from "../support/console";

describe.skipIf(!hasChromium)("the console's leads", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(["light", "dark"] as const)("shows all leads in a table, in the %s theme", (colorScheme) =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/leads", colorScheme }, async (page) => {
      await page.getByText("60 leads").waitFor();
      await page.getByRole("row", { name: /Yasmine El Amrani/ }).waitFor();
      await shoot(page, `leads-${colorScheme}`);
      await expectAccessible(page);
    }),
  );

  it("shows cards on a phone", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/leads", ...phone }, async (page) => {
      await page.getByRole("row", { name: /Yasmine El Amrani/ }).waitFor();
      await shoot(page, "leads-phone");
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }));
});
