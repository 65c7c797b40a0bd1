import { readFileSync } from "node:fs";
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
  withConsole,
} from "../support/console";
import { newGate } from "../support/gates";

type Answer<Data> = { data: Data };

describe.skipIf(!hasChromium)("the privacy screen", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("finds a person, hands over what is held, and erases it with a receipt", async () => {
    const token = await newWorkspace("Privacy");
    const { data: lead } = await call<Answer<{ id: number }>>(token, "POST", "/leads", {
      first_name: "مريم",
      last_name: "الفاسي 🌸",
      phone: "+33639980711",
      email: "maryam@example.com",
      data: { note: "Met at the fair" },
    });
    await call(token, "POST", `/leads/${lead.id}/opt-out`);
    await withConsole(browser, { token, path: "/privacy" }, async (page) => {
      await page.getByRole("heading", { name: "Who is asking?" }).waitFor();
      const identity = page.getByLabel("Phone, e-mail or external id");
      await identity.fill("nobody@example.com");
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByRole("heading", { name: "Nobody has this address" }).waitFor();
      await identity.fill("+33 6 39 98 07 11");
      // A reader who goes elsewhere before the answer comes is not led back by it.
      const answer = await newGate(page, "GET", /identity=/, { holds: "answers" });
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByRole("link", { name: "Erasures" }).click();
      await page.getByRole("heading", { name: "Nobody has been erased" }).waitFor();
      await answer.letGo();
      await answer.passed();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(page.url()).toMatch(/erasures$/);
      await page.getByRole("link", { name: "Find a person" }).last().click();
      expect(page.url()).toMatch(/privacy$/);
      await identity.fill("+33 6 39 98 07 11");
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await page.getByRole("heading", { name: /What is held about .*مريم الفاسي 🌸/ }).waitFor();
      await page.getByRole("button", { name: "Download JSON" }).waitFor();
      expect(page.url()).toMatch(new RegExp(`/privacy\\?lead=${lead.id}$`));
      await shoot(page, "privacy-person-light");
      await expectAccessible(page);

      const opening = page.waitForEvent("popup");
      await page.getByRole("button", { name: "Open as a page" }).click();
      const held = await opening;
      await held.getByText("This page is complete").waitFor();
      await held.getByText("Met at the fair").waitFor();
      expect(await held.locator("main").evaluate((main) => getComputedStyle(main).maxWidth)).toBe(
        "832px",
      );
      await held.close();
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download JSON" }).click();
      const bundle = JSON.parse(readFileSync(await (await downloading).path(), "utf8"));
      expect(bundle.data.lead.data).toEqual({ note: "Met at the fair" });

      await page.getByRole("button", { name: "Erase…" }).click();
      const erase = page.getByRole("button", { name: "Erase for good" });
      await page.getByLabel("Type maryam@example.com to confirm").fill("maryam@example.org");
      expect(await erase.isDisabled()).toBe(true);
      await page.getByLabel("Type maryam@example.com to confirm").fill("Maryam@example.com");
      await shoot(page, "privacy-erase-light");
      await erase.click();

      await page.getByRole("heading", { name: /^Receipt \d+$/ }).waitFor();
      await page.getByText("The lead is gone.").waitFor();
      await page.getByRole("rowheader", { name: "Suppressions (2)" }).waitFor();
      await shoot(page, "privacy-receipt-light");
      await expectAccessible(page);
      const { data: leads } = await call<Answer<unknown[]>>(token, "GET", "/leads");
      expect(leads).toEqual([]);

      // An old address of the person leads to the receipt.
      await page.goBack();
      await page.getByText("This lead was erased.").waitFor();
      await page.getByRole("link", { name: "Erasures" }).click();
      await page.getByRole("cell", { name: "Being erased" }).waitFor();
    });
  });

  it("keeps the list of suppressions, and says how long what is kept", async () => {
    const token = await newWorkspace("Suppressions");
    const options = { token, path: "/privacy/suppressions", colorScheme: "dark" } as const;
    await withConsole(browser, options, async (page) => {
      await page.getByRole("heading", { name: "Nobody is suppressed" }).waitFor();
      await page.getByRole("button", { name: "Add one" }).click();
      await page.getByLabel("Address", { exact: true }).fill("none");
      await page.getByRole("dialog").getByRole("button", { name: "Add one" }).click();
      await page.getByRole("dialog").getByRole("alert").waitFor();
      await page.getByLabel("Address", { exact: true }).fill("+33639980142");
      await page.getByRole("dialog").getByRole("button", { name: "Add one" }).click();
      await page.getByRole("cell", { name: "Phone" }).waitFor();

      await page.getByRole("button", { name: "Paste many" }).click();
      await page
        .getByRole("textbox", { name: "Addresses" })
        .fill("+33 6 39 98 01 42\n\nstop@example.com; Stop\nn/a\nother@example.com");
      await page.getByRole("button", { name: "Suppress 4 addresses" }).click();
      await page.getByText("Added: 2. Suppressed before: 1.").waitFor();
      await page.getByText("Line 4:").waitFor();
      await shoot(page, "privacy-paste-dark");
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

      await page.getByLabel("Is an address on the list?").fill("STOP@example.com");
      await page.getByRole("button", { name: "Check" }).click();
      await page.getByText(/STOP@example.com has been suppressed since/).waitFor();
      await shoot(page, "privacy-suppressions-dark");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Take off" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Take off" }).click();
      await page.getByRole("row").nth(3).waitFor({ state: "detached" });

      await page.getByRole("link", { name: "Retention" }).click();
      await page.getByLabel("Days for Texts of messages").fill("9999");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Keep less" }).click();
      await page.getByRole("alert").getByText(/3650/).waitFor();
      await page.getByLabel("Days for Texts of messages").fill("365");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Keep less" }).click();
      await page.getByText("Saved.").waitFor();
      await shoot(page, "privacy-retention-dark");
      await expectAccessible(page);
      const { data } = await call<Answer<Record<string, unknown>>>(token, "GET", "/settings");
      expect(data.retention_texts_days).toBe(365);
    });
  });

  it("lists who has opted out and in, on a phone and in French too", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/privacy/consents", locale: "fr-FR", ...phone },
      async (page) => {
        await page.getByRole("button", { name: "Désinscription" }).click();
        await page.getByRole("cell", { name: "Désinscription" }).first().waitFor();
        expect(page.url()).toMatch(/kind=opted_out/);
        expect(await page.getByRole("cell", { name: "Inscription", exact: true }).count()).toBe(0);
        const beyond = (main: Element) => main.scrollWidth - main.clientWidth;
        expect(await page.locator("main").evaluate(beyond)).toBe(0);
        await shoot(page, "privacy-consents-phone");
        await expectAccessible(page);
        await page.getByRole("table").getByRole("link").first().click();
        await page.getByRole("button", { name: "Télécharger en JSON" }).waitFor();
        expect(await page.locator("main").evaluate(beyond)).toBe(0);
        await shoot(page, "privacy-person-phone");
      },
    ));
});
