import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  phone,
  shoot,
  withConsole,
} from "../support/console";

describe.skipIf(!hasChromium)("the console's editor of scenarios", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(["light", "dark"] as const)("shows a scenario of the demo, %s", (colorScheme) =>
    withConsole(
      browser,
      {
        token: DEMO_TOKEN,
        path: "/scenarios/1",
        colorScheme,
        viewport: { width: 1440, height: 900 },
      },
      async (page) => {
        await page.getByText("Webinar follow-up").first().waitFor();
        await page.getByText("Hand over to a person").first().waitFor();
        await page.waitForTimeout(1500);
        await shoot(page, `editor-${colorScheme}`);
        await page.locator(".react-flow__node").nth(1).click();
        await page.waitForTimeout(500);
        await shoot(page, `editor-condition-${colorScheme}`);
        await page.locator(".react-flow__node").nth(2).click();
        await page.waitForTimeout(500);
        await shoot(page, `editor-message-${colorScheme}`);
        await page.getByRole("button", { name: "Outline" }).click();
        await shoot(page, `editor-outline-${colorScheme}`);
        await expectAccessible(page);
      },
    ),
  );
});
