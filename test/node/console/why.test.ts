import type { Browser } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, phone, shoot, show, withConsole } from "../support/console";
import { withLead } from "../support/inbox";

describe.skipIf(!hasChromium)("why nothing started", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("is said at the message in the inbox, and in the lead's timeline, in French too", async () => {
    const { token, lead, id: conversation, write } = await withLead();
    const scenario = (name: string, words: string[], is_active: boolean) =>
      call(token, "POST", "/scenarios", {
        ...{ name, platform: "whatsapp", is_active },
        nodes: [{ id: "in", type: "start" }],
        triggers: [{ id: "word", type: "keyword", data: { words } }],
      });
    await scenario("Guide", ["GUIDE"], true);
    await scenario("Greeting", ["bonsoir"], false);
    await write("Bonsoir");
    await withConsole(browser, { token, path: `/inbox/${conversation}` }, async (page) => {
      const message = page.getByRole("article").filter({ hasText: "Bonsoir" });
      await message.getByRole("button", { name: "Why did nothing start?" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Its scenario is paused.").waitFor();
      await dialog.getByText("The message has none of its words").waitFor();
      await show(page, "why");
      await dialog.getByRole("link", { name: "Guide" }).click();
      await page.getByText("Leads come in here").waitFor();
    });
    const french = { token, path: `/leads/${lead}`, locale: "fr-FR", ...phone };
    await withConsole(browser, french, async (page) => {
      const name = "Pourquoi rien n’a démarré ?";
      await page.getByRole("button", { name }).first().waitFor();
      await shoot(page, "why-timeline");
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("dialog").getByText("Son scénario est en pause.").waitFor();
      await show(page, "why-phone");
    });
  });
});
