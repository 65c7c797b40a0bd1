import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";

const chartIsDrawn = "[role=img] canvas";

describe.skipIf(!hasChromium)("the console's home", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("shows the figures of the workspace", () =>
    withConsole(browser, { token: DEMO_TOKEN }, async (page) => {
      await page.locator(chartIsDrawn).waitFor();
      await page.getByRole("link", { name: /^Qualified/ }).waitFor();
      await show(page, "home");
      await page.getByRole("img", { name: /^Messages/ }).hover();
      await shoot(page, "home-pointed");
      await page.getByText("Show as table").click();
      await page.getByRole("columnheader", { name: "Received" }).waitFor();
      expect(await page.getByRole("rowheader").count()).toBe(30);
      await page.getByRole("button", { name: "Runs", exact: true }).click();
      await page.getByRole("img", { name: /^Runs of the last 30 days/ }).waitFor();
      await shoot(page, "home-runs");
    }));

  it("draws its chart anew for another theme, and without what is switched off", () =>
    withConsole(browser, { token: DEMO_TOKEN, colorScheme: "light" }, async (page) => {
      const canvas = page.locator(chartIsDrawn);
      await canvas.waitFor();
      const picture = () => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
      const light = await picture();
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(picture).not.toBe(light);
      const dark = await picture();
      await page.getByRole("button", { name: /^Sent/, pressed: true }).click();
      await expect.poll(picture).not.toBe(dark);
    }));

  it("shows the icons of the screens alone, as long as one wants that", () =>
    withConsole(browser, { token: DEMO_TOKEN }, async (page) => {
      const width = async () => (await page.locator("main").boundingBox())?.width ?? 0;
      await page.getByRole("button", { name: "Show icons only" }).click();
      const wide = await width();
      await page.reload();
      const inbox = page.getByRole("link", { name: "Inbox" });
      await inbox.waitFor();
      expect(await width()).toBe(wide);
      await expectAccessible(page);
      await shoot(page, "home-icons");
      await page.getByRole("button", { name: "Show the names of the screens" }).click();
      expect(await width()).toBeLessThan(wide);
    }));

  it("fits a phone, in French", () =>
    withConsole(browser, { token: DEMO_TOKEN, locale: "fr-FR", ...phone }, async (page) => {
      await page.locator(chartIsDrawn).waitFor();
      await page.getByRole("link", { name: /^Qualifié/ }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await shoot(page, "home-phone");
    }));

  it("leads from an empty workspace to its first figures, live", async () => {
    const token = await newWorkspace("Home");
    await withConsole(browser, { token }, async (page) => {
      await page.getByRole("link", { name: /Connect a channel/ }).waitFor();
      await expectAccessible(page);
      await shoot(page, "home-empty");
      expect(await page.locator(chartIsDrawn).count()).toBe(0);
      await page.getByText("Live", { exact: true }).waitFor();
      await call(token, "POST", "/leads", { first_name: "Maya" });
      await page.locator("li", { hasText: "Import your leads" }).getByText("Done").waitFor();
      await page.locator(chartIsDrawn).waitFor();
      await page.getByRole("link", { name: /^New.*1/ }).waitFor();
    });
  });

  it("tells what needs attention, to those who may know", async () => {
    const token = await newWorkspace("Home troubles");
    const lead = await call<{ data: { id: number } }>(token, "POST", "/leads", {
      first_name: "Maya",
    });
    const scenario = await call<{ data: { id: number } }>(token, "POST", "/scenarios", {
      name: "Welcome",
      platform: "whatsapp",
      is_active: true,
      nodes: [{ id: "a", type: "mystery" }],
    });
    await call(token, "POST", `/scenarios/${scenario.data.id}/leads`, { lead_id: lead.data.id });
    const reader = await call<{ data: { token: string } }>(token, "POST", "/tokens", {
      name: "Reader",
      abilities: ["scenarios:read", "leads:read"],
    });
    await withConsole(browser, { token: reader.data.token }, async (page) => {
      await page.getByRole("link", { name: /1 run failed/ }).waitFor();
      await page.getByRole("link", { name: "Leads" }).first().waitFor();
      expect(await page.getByText("Received").count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, "home-attention");
    });
  });
});
