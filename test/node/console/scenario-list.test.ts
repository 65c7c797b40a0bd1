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
import { newGate } from "../support/gates";

describe.skipIf(!hasChromium)("the list of scenarios", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("opens what it has made, with the focus in it", async () => {
    const token = await newWorkspace("Of a first scenario");
    const isSpoilt = true;
    await withConsole(browser, { token, path: "/scenarios", isSpoilt }, async (page) => {
      // The editor's script is slow to come: the list with the dialog is hidden meanwhile.
      const script = Promise.withResolvers<void>();
      await page.route(/\/files\/editor-.*js$/, async (route) => {
        await script.promise;
        await route.continue();
      });
      await page.getByRole("button", { name: "New scenario" }).first().press("Enter");
      await page.getByRole("radio", { name: /^Empty canvas/ }).check();
      await page.getByLabel("Name").fill("First");
      await page.keyboard.press("Enter");
      await page.locator("main").getByText("Loading").waitFor();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      script.resolve();
      await page.getByRole("heading", { name: "First" }).waitFor();
      await page.getByRole("status").getByText("Empty").waitFor();
      const isWithin = () =>
        page.evaluate(() => document.querySelector("main")?.contains(document.activeElement));
      await expect.poll(isWithin).toBe(true);
      await shoot(page, "scenario-made");
    });
  });

  it("makes, copies, activates, pauses and deletes scenarios", async () => {
    const token = await newWorkspace("Of scenarios");
    await withConsole(browser, { token, path: "/scenarios" }, async (page) => {
      await page.getByText("No scenario yet").waitFor();
      await shoot(page, "scenarios-empty");
      await page.getByRole("button", { name: "New scenario" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByRole("alert").waitFor();
      await dialog.getByLabel("Name").fill("Welcome");
      await expectAccessible(page);
      await shoot(page, "scenarios-create");
      // A reader who goes elsewhere before the answer comes is not led back by it.
      const answer = await newGate(page, "POST", "/scenarios", { holds: "answers" });
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("link", { name: "Channels" }).click();
      await page.getByRole("heading", { name: "No channel yet" }).waitFor();
      await answer.letGo();
      await answer.passed();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(page.url()).toMatch(/channels$/);
      await page.getByRole("link", { name: "Scenarios" }).click();

      const row = (name: string) =>
        page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
      const choose = async (name: string, item: string) => {
        await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
        await page.getByRole("menuitem", { name: item }).click();
      };
      await row("Welcome").getByText("Paused").waitFor();
      await row("Welcome").getByText("7 steps").waitFor();
      await choose("Welcome", "Activate");
      await row("Welcome").getByText("Active").waitFor();
      await choose("Welcome", "Pause");
      await row("Welcome").getByText("Paused").waitFor();
      await choose("Welcome", "Make a copy");
      await row("Welcome (copy)").waitFor();
      await choose("Welcome (copy)", "Delete scenario");
      await page.getByRole("dialog").getByRole("button", { name: "Delete scenario" }).click();
      // Behind the dialog, no row can be found.
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await row("Welcome (copy)").waitFor({ state: "detached" });
      const { data } = await call<{ data: object[] }>(token, "GET", "/scenarios");
      expect(data).toHaveLength(1);
    });
  });

  it("finds scenarios whatever their accents, and says where a draft waits", async () => {
    const token = await newWorkspace("Found");
    const names = ["Été", "مرحبا بك في مشروعنا الجديد", `${"Long ".repeat(30)}🎉`];
    const ids = await Promise.all(
      names.map((name) =>
        call<{ data: { id: number } }>(token, "POST", "/scenarios", {
          name,
          platform: "instagram",
        }).then(({ data }) => data.id),
      ),
    );
    const draft = { name: "Été", platform: "instagram" };
    await call(token, "PUT", `/scenarios/${ids[0]}/draft`, draft);
    await withConsole(browser, { token, path: "/scenarios" }, async (page) => {
      await page.getByRole("row").filter({ hasText: "Été" }).getByText("Draft").waitFor();
      await shoot(page, "scenarios-long");
      await page.getByLabel("Search scenarios").fill("ete");
      await page.getByRole("link", { name: /Long/ }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Été" }).waitFor();
      await page.getByLabel("Platform").selectOption("whatsapp");
      await page.getByText("No scenario matches").waitFor();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("link", { name: /Long/ }).waitFor();

      await page.getByRole("link", { name: names[1] }).click();
      await page.getByRole("button", { name: "Name and settings" }).click();
      await page.getByLabel("Name", { exact: true }).fill("مرحبا");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Draft saved").waitFor();
      await page.getByRole("link", { name: "Scenarios" }).first().click();
      await page.getByRole("row").filter({ hasText: names[1] }).getByText("Draft").waitFor();
    });
  });

  it.each([
    ["desktop", {}],
    ["phone", phone],
    ["french", { locale: "fr-FR" }],
  ])("shows the demo's scenarios: %s", (name, options) =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/scenarios", ...options }, async (page) => {
      await page.getByRole("link", { name: "Webinar follow-up" }).waitFor();
      await page
        .getByText(/in the last 7 days|ces 7 derniers jours/)
        .nth(1)
        .waitFor({ state: "attached" });
      await show(page, `scenarios-${name}`);
    }),
  );
});
