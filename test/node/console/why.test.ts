import type { Browser } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, phone, shoot, show, withConsole } from "../support/console";
import { withLead } from "../support/inbox";
import { card } from "../support/scenario-editor";

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
    const reply = { text: "Good evening!", as: "person" };
    await call(token, "POST", `/conversations/${conversation}/messages`, reply);
    await write("A guide?");
    await withConsole(browser, { token, path: `/inbox/${conversation}` }, async (page) => {
      const message = page.getByRole("article").filter({ hasText: "Bonsoir" });
      await message.getByRole("button", { name: "Why did nothing start?" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Its scenario is paused.").waitFor();
      await dialog.getByText("The message has none of its words").waitFor();
      await show(page, "why");
      await page.keyboard.press("Escape");
      const later = page.getByRole("article").filter({ hasText: "A guide?" });
      await later.getByRole("button", { name: "Why did nothing start?" }).click();
      await dialog.getByText("A person is handling the conversation.").first().waitFor();
      await dialog.getByText(/^Until /).waitFor();
      await dialog.getByRole("link", { name: "Guide" }).last().click();
      await page.getByText("Leads come in here").waitFor();
    });
    const french = { token, path: `/leads/${lead}`, locale: "fr-FR", ...phone };
    await withConsole(browser, french, async (page) => {
      const name = "Pourquoi rien n’a démarré ?";
      await page.getByRole("button", { name }).first().waitFor();
      await shoot(page, "why-timeline");
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("dialog").getByText("Son scénario est en pause.").waitFor();
      await page
        .getByRole("dialog")
        .getByText(/^Jusqu’(à|au) /)
        .waitFor();
      await show(page, "why-phone");
    });
  });

  it("is listed for the lead beside what has, with what started each run", async () => {
    const { token, lead } = await withLead();
    type Created = { data: { id: number } };
    const tag = (await call<Created>(token, "POST", "/tags", { label: "Hot" })).data.id;
    const hot = { type: "tag_added", data: { tag_ids: [tag] } };
    const scenario = await call<Created>(token, "POST", "/scenarios", {
      ...{ name: "Hot leads", platform: "whatsapp", is_active: true },
      nodes: [{ id: "in", type: "start" }],
      triggers: [
        { ...hot, id: "hot" },
        { ...hot, id: "won", data: { ...hot.data, priority: -1 } },
        { id: "day", type: "date", data: { of: "created_at", offset_days: 2, at: "09:00" } },
      ],
    });
    await call(token, "POST", `/leads/${lead}/tags`, { tag_ids: [tag] });
    await withConsole(browser, { token, path: `/leads/${lead}` }, async (page) => {
      const details = page.getByRole("complementary", { name: "Details" });
      await details.getByText("Started by “A tag is added”").waitFor();
      await details.getByRole("button", { name: "Show", exact: true }).click();
      await details.getByText("Got a tag").waitFor();
      await details.getByText("It has started the scenario.").waitFor();
      await show(page, "lead-starts");
      await details.getByRole("button", { name: "Dates ahead, and reminders" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("It starts when its time comes.").waitFor();
      await show(page, "lead-times");
      await dialog.getByRole("link", { name: "Hot leads" }).click();
      await page.getByRole("heading", { name: "A date comes" }).waitFor();
    });
    const path = `/scenarios/${scenario.data.id}?panel=statistics`;
    await withConsole(browser, { token, path }, async (page) => {
      await page.getByText("Starts", { exact: true }).click();
      await page.getByText("1 run started").waitFor();
      await show(page, "statistics-starts");
      await page.getByRole("button", { name: "Runs" }).click();
      await page.getByText("Started by “A tag is added”").waitFor();
      await page.getByRole("button", { name: /^Show the run of/ }).click();
      await page.getByRole("button", { name: "A tag is added · Hot" }).click();
      await card(page, "A tag is added").and(page.locator(".selected")).first().waitFor();
    });
  });
});
