import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, expectAccessible, newWorkspace, shoot, withConsole } from "../support/console";

const node = (id: string, type: string, data: object = {}) => ({ id, type, data });
const edge = (source: string, target: string, source_handle?: string) => ({
  source,
  target,
  ...(source_handle && { source_handle }),
});

const DAY = 86_400;

/** Asks, waits for a day, then for an hour, and tags whom it has helped. */
async function newScenario(token: string, name: string) {
  const tag = await call<{ data: { id: number } }>(token, "POST", "/tags", { label: "Helped" });
  const { data } = await call<{ data: { id: number } }>(token, "POST", "/scenarios", {
    name,
    platform: "whatsapp",
    is_active: true,
    nodes: [
      node("start", "start"),
      node("ask", "message", {
        text: "Hello {{first_name|you}}! What is your budget?",
        buttons: [
          { id: "small", title: "Small" },
          { id: "large", title: "Large" },
        ],
      }),
      node("answer", "wait_for_reply", { save_to: "budget", timeout_seconds: DAY }),
      node("pause", "delay", { seconds: 3_600 }),
      node("tag", "add_tag", { tag_ids: [tag.data.id] }),
      node("thanks", "message", { text: "Thank you!" }),
      node("late", "exit", { reason: "No answer" }),
    ],
    edges: [
      edge("start", "ask"),
      edge("ask", "answer"),
      edge("answer", "pause", "reply"),
      edge("answer", "late", "timeout"),
      edge("pause", "tag"),
      edge("tag", "thanks"),
    ],
  });
  return data.id;
}

describe.skipIf(!hasChromium)("the panels of a scenario", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it("plays the lead, by simulated time", async () => {
    const token = await newWorkspace("Simulated");
    const id = await newScenario(token, "Budget");
    await withConsole(browser, { token, path: `/scenarios/${id}?panel=simulate` }, async (page) => {
      const panel = page.getByRole("region", { name: "Simulate" });
      await panel.getByLabel("First name").fill("Zoé");
      await expectAccessible(page);
      await shoot(page, "simulate-setup-light");
      await panel.getByRole("button", { name: "Play" }).click();
      const chat = panel.getByRole("log");
      await chat.getByText("Hello Zoé! What is your budget?").waitFor();
      await panel.getByText("Now at “Wait for a reply”").waitFor();
      await panel.getByRole("button", { name: "Large" }).click();
      await panel.getByText("budget", { exact: true }).waitFor();
      await panel.getByRole("button", { name: /^Skip 1 hr/ }).click();
      await chat.getByText("Thank you!").waitFor();
      await panel.getByText("Tag “Helped”").waitFor();
      await panel.getByText("The run has ended: Came to the end of its path").waitFor();
      await expectAccessible(page);
      await shoot(page, "simulate-light");
      await panel.getByRole("button", { name: "Start again" }).click();
      await panel.getByRole("button", { name: "Play" }).click();
      await panel.getByRole("button", { name: /^Skip 1 day/ }).click();
      await panel.getByText("The run has ended: Came to an exit").waitFor();
      expect(await panel.getByText("Nothing about the lead yet.").count()).toBe(1);
    });
  });
});
