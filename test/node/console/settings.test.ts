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

/** Each part, and what is there once it is. */
const PARTS = [
  ["general", /More words that unsubscribe|Autres mots qui désinscrivent/],
  ["tags", "VIP"],
  ["replies", "/hello"],
  ["segments", /Filters|Filtres/],
] as const;

type Settings = { data: { opt_out_keywords: string[]; contact: string; time_zone: string } };

describe.skipIf(!hasChromium)("the console's settings", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("loads one language, and shows the other without losing what is typed", async () => {
    const token = await newWorkspace("Langues");
    await withConsole(browser, { token, path: "/settings" }, async (page) => {
      const link = page.getByLabel("Where people can go next");
      await link.fill("https://example.com/typed");
      const french = await page.evaluate(() =>
        performance.getEntriesByType("resource").filter(({ name }) => name.includes(".fr-")),
      );
      expect(french).toEqual([]);
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Français" }).click();
      await page.getByRole("link", { name: "Canaux" }).waitFor();
      const lien = page.getByLabel("Où aller ensuite");
      expect(await lien.inputValue()).toBe("https://example.com/typed");
    });
  });

  it("changes a group of settings, and shows what is wrong at its field", async () => {
    const token = await newWorkspace("Réglages");
    await call(token, "PATCH", "/settings", { retention_texts_days: 400 });
    await withConsole(browser, { token, path: "/settings" }, async (page) => {
      const zone = page.getByLabel("Time zone");
      // A list goes to what is typed.
      await zone.pressSequentially("Paris");
      expect(await zone.inputValue()).toBe("Europe/Paris");
      const link = page.getByLabel("Where people can go next");
      await link.fill("example");
      await page.getByRole("button", { name: "Save" }).last().click();
      await page.getByText("This must be a web address, such as https://example.com.").waitFor();
      expect(await link.evaluate((field) => field === document.activeElement)).toBe(true);
      await shoot(page, "settings-error");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save" }).first().click();
      await link.fill("https://example.com");
      await page.getByRole("button", { name: "Save" }).last().click();
      await page.getByText("Not saved yet").first().waitFor({ state: "detached" });
      const saved = await call<Settings>(token, "GET", "/settings");
      expect(saved.data.time_zone).toBe("Europe/Paris");

      const words = page.getByRole("textbox", { name: "More words that unsubscribe" });
      await words.fill("Basta");
      // This Enter takes what an input method offers.
      await words.dispatchEvent("keydown", { key: "Enter", isComposing: true });
      expect(await words.inputValue()).toBe("Basta");
      await words.press("Enter");
      await page.getByRole("button", { name: "Remove “Basta”" }).waitFor();
      await page.getByLabel("Contact").fill("bonjour@example.com");
      await page.getByText("Not saved yet").nth(1).waitFor();
      await page.getByRole("button", { name: "Save" }).first().click();
      await page.getByText("Not saved yet").nth(1).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Not saved yet").first().waitFor({ state: "detached" });
      const { data } = await call<Settings>(token, "GET", "/settings");
      expect(data.opt_out_keywords).toContain("Basta");
      expect(data).toMatchObject({ time_zone: "Europe/Paris", contact: "bonjour@example.com" });

      const answer = await newGate(page, "PATCH", "/settings", { holds: "answers" });
      await page.getByLabel("Name", { exact: true }).fill("Atelier");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByLabel("Contact").fill("salut@example.com");
      await answer.letGo();
      await page.getByRole("button", { name: "Save", disabled: false }).click();
      await page.getByText("Not saved yet").first().waitFor({ state: "detached" });
      const both = await call<Settings>(token, "GET", "/settings");
      expect(both.data).toMatchObject({ public_name: "Atelier", contact: "salut@example.com" });

      // A change of the settings is known in Privacy, and here again.
      await page.getByRole("link", { name: "Change in Privacy" }).click();
      await page.getByRole("link", { name: "Retention" }).click();
      expect(await page.getByLabel("Days for Texts of messages").inputValue()).toBe("400");
      expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
      await page.getByRole("link", { name: "Settings" }).click();
      expect(await page.getByLabel("Contact").inputValue()).toBe("salut@example.com");
    });
  });

  it("sets business hours and quiet hours, and shows them", async () => {
    const token = await newWorkspace("Horaires");
    await withConsole(browser, { token, path: "/settings" }, async (page) => {
      await page.getByRole("button", { name: "Change the hours" }).click();
      const monday = page.getByLabel("Monday");
      await monday.fill("9-12, 11-18");
      await page.getByLabel("Quiet hours begin at").fill("21:00");
      await page.getByLabel("Quiet hours end at").fill("08:00");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("This must be a time after 12:00.").waitFor();
      expect(await monday.evaluate((field) => field === document.activeElement)).toBe(true);
      await shoot(page, "settings-hours");
      await expectAccessible(page);
      await monday.fill("9-12, 14-18");
      await page.getByLabel("Closed on").fill("2026-12-25");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Monday 09:00–12:00, 14:00–18:00").waitFor();
      expect((await call<Settings>(token, "GET", "/settings")).data).toMatchObject({
        business_hours: {
          weekly: {
            monday: [
              { from: "09:00", to: "12:00" },
              { from: "14:00", to: "18:00" },
            ],
          },
          closed: ["2026-12-25"],
        },
        quiet_hours: { from: "21:00", to: "08:00" },
      });
    });
  });

  it("creates, finds, changes and deletes tags", async () => {
    const token = await newWorkspace("Étiquettes");
    await withConsole(browser, { token, path: "/settings/tags" }, async (page) => {
      await page.getByText("No tags yet").waitFor();
      const posts: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/tags")) posts.push("tag");
      });
      for (const label of ["Prospect", "Client fidèle"]) {
        await page.getByRole("button", { name: "Create a tag" }).click();
        await page.getByLabel("Label").fill(label);
        await page.getByLabel("Stage").selectOption({ label: "Won" });
        await page
          .getByRole("dialog")
          .getByRole("button", { name: "Create" })
          .evaluate((button: HTMLElement) => {
            button.click();
            button.click();
          });
        await page.getByRole("cell", { name: label, exact: true }).waitFor();
      }
      expect(posts).toHaveLength(2);
      const late = await newGate(page, "PUT", /^\/tags\/\d+$/, { holds: "answers" });
      await page.getByRole("button", { name: "Edit “Prospect”" }).click();
      await page.getByLabel("Description").fill("Has asked");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Edit “Client fidèle”" }).click();
      await page.getByLabel("Label").fill("PROSPECT");
      await late.letGo();
      await page.getByText("Has asked").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("This is taken already.").waitFor();
      await shoot(page, "settings-tag-form");
      await page.getByLabel("Label").fill("Client");
      expect(await page.getByText("This is taken already.").count()).toBe(0);
      await page.keyboard.press("Escape");
      const asked = page.getByRole("dialog", { name: "Discard what you have entered?" });
      await shoot(page, "discard-entered");
      await asked.getByRole("button", { name: "Cancel" }).click();
      await page.mouse.click(5, 5);
      await page.keyboard.press("Escape");
      await asked.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "Client", exact: true }).waitFor();
      await page.getByRole("button", { name: "Edit “Client”" }).click();
      await page.getByLabel("Label").fill("Other");
      await page.mouse.click(5, 5);
      await asked.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("dialog").first().waitFor({ state: "detached" });
      await page.getByLabel("Find a tag").fill("pros");
      await page.getByRole("cell", { name: "Client", exact: true }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Delete “Prospect”" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("No such tag").waitFor();
      await page.getByRole("button", { name: "Clear the search" }).click();

      // Somebody else deletes what is being edited, or deleted.
      const { data } = await call<{ data: { id: number }[] }>(token, "GET", "/tags");
      await page.getByRole("button", { name: "Edit “Client”" }).click();
      await call(token, "DELETE", `/tags/${data[0]?.id}`);
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByText(/Somebody else may have deleted it/).waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("No tags yet").waitFor();
    });
  });

  it("writes a canned reply, and shows what a lead would get", async () => {
    const token = await newWorkspace("Réponses");
    await call(token, "POST", "/leads", { first_name: "سلمى", last_name: "بناني" });
    await call(token, "POST", "/channels", {
      platform: "whatsapp",
      provider: "sandbox",
      name: "S",
    });
    await withConsole(browser, { token, path: "/settings/replies" }, async (page) => {
      await page.getByRole("button", { name: "Write a reply" }).click();
      await page.getByLabel("Shortcut").fill("prix");
      await page.getByLabel("Text").fill("Bonjour {{first_name}}, voici nos prix.");
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await page.getByRole("button", { name: "Preview /prix" }).click();
      await page.getByRole("button", { name: /سلمى/ }).click();
      await page.getByText("Bonjour سلمى, voici nos prix.").waitFor();
      await shoot(page, "settings-reply-preview");
      await expectAccessible(page);
    });
  });

  it("shows segments with how many leads they have", async () => {
    const token = await newWorkspace("Segments");
    await call(token, "POST", "/leads", { first_name: "Maud", warmth: "hot" });
    const { data } = await call<{ data: { id: number } }>(token, "POST", "/segments", {
      name: "Hot",
      filter: { warmth: "hot" },
    });
    await withConsole(browser, { token, path: "/settings/segments" }, async (page) => {
      await page.getByRole("row", { name: "Hot 1 filter 1" }).waitFor();
      await page.getByRole("button", { name: "Rename “Hot”" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Very hot");
      const warm = { name: "Hot", filter: { warmth: "warm" } };
      await call(token, "PUT", `/segments/${data.id}`, warm);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("row", { name: "Very hot 1 filter 0" }).waitFor();
    });
  });

  it("is accessible in both themes", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/settings" }, async (page) => {
      for (const [part, text] of PARTS) {
        await page.locator(`nav a[href$="/settings/${part}"]`).click();
        await page.getByText(text).first().waitFor();
        await show(page, `settings-${part}`);
      }
    }));

  it("fits on a phone, in French", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/settings", locale: "fr-FR", ...phone },
      async (page) => {
        for (const [part, text] of PARTS) {
          await page.locator(`nav a[href$="/settings/${part}"]`).click();
          await page.getByText(text).first().waitFor();
          await shoot(page, `settings-${part}-phone`);
          expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390);
        }
      },
    ));

  it("can't be changed by a token that may only read", async () => {
    const token = await newWorkspace("Lecture");
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", {
      name: "Reader",
      abilities: ["settings:read"],
    });
    await withConsole(browser, { token: data.token, path: "/settings" }, async (page) => {
      expect(await page.getByLabel("Time zone").isDisabled()).toBe(true);
      expect(await page.getByRole("link", { name: "Tags" }).count()).toBe(0);
    });
  });
});
