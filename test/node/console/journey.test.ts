import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, shoot } from "../support/console";
import { composer, withLead } from "../support/inbox";
import { card, drawn, editorOf, FIVE, publish } from "../support/scenario-editor";

type Created = { data: { id: number; template_variable_url: string } };

const centerOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not to be seen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Draws an edge with the mouse. */
async function drawEdge(page: Page, source: Locator, handle: string, target: Locator) {
  const from = await centerOf(source.locator(`.source[data-handleid="${handle}"]`));
  const to = await centerOf(target.locator(".target"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** A message, a wait for the reply, a tag for those who reply, and the end. */
async function draw(page: Page) {
  await page.getByRole("button", { name: "Begin with a start" }).click();
  const palette = page.getByRole("region", { name: "Steps" });
  const pick = (name: string) => palette.getByRole("button", { name, exact: true });
  await pick("Send a message").click();
  await page.getByLabel("Text", { exact: true }).fill("Are you interested?");
  await card(page, "Are you interested?").waitFor();
  await pick("Wait for a reply").click();
  const canvas = page.getByRole("region", { name: "Graph of the scenario" });
  await page.getByRole("button", { name: "Show all" }).click();
  await pick("Add tags").dragTo(canvas, { targetPosition: { x: 560, y: 180 } });
  await page.getByLabel("Tags", { exact: true }).selectOption("Interested");
  await pick("End").dragTo(canvas, { targetPosition: { x: 560, y: 640 } });
  await page.getByRole("button", { name: "Close" }).click();
  const [wait, tag, end] = [
    page.locator("[data-id='wait_for_reply-1']"),
    page.locator("[data-id='add_tag-1']"),
    page.locator("[data-id='exit-1']"),
  ];
  await drawEdge(page, wait, "reply", tag);
  await drawEdge(page, wait, "timeout", end);
  await drawEdge(page, tag, "next", end);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Tidy up" }).click();
  const left = (await canvas.boundingBox())?.x;
  await expect
    .poll(async () => (await card(page, "Leads come in here").boundingBox())?.x)
    .toBeGreaterThan(left ?? 0);
  await shoot(page, "editor-drawn");
}

async function simulate(page: Page) {
  await page.getByRole("button", { name: "Simulate" }).click();
  const panel = page.getByRole("region", { name: /^Simulat/ });
  await panel.getByLabel("First name").fill("Ada");
  await panel.getByRole("button", { name: "Play" }).click();
  await panel.getByRole("log").getByText("Are you interested?").waitFor();
  await panel.getByLabel("Write as the lead…").fill("Yes!");
  await panel.getByRole("button", { name: "Send" }).click();
  await panel.getByText("Tag “Interested”").waitFor();
  await panel.getByText("The run has ended: Came to an exit").waitFor();
}

async function enrolSegment(page: Page) {
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  await page.getByRole("button", { name: "All leads" }).click();
  await page.getByRole("menuitem", { name: "Qualified" }).click();
  await page.getByText("1 lead", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "Select everyone who matches" }).click();
  await page.getByRole("button", { name: "Enrol", exact: true }).click();
  await page.getByRole("combobox", { name: "Scenario" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Enrol 1 lead" }).click();
}

describe.skipIf(!hasChromium)("with the console alone", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("a scenario is drawn with the mouse, sent to a segment, answered, and its link clicked", async () => {
    const { token, lead, write } = await withLead();
    await call(token, "POST", "/tags", { label: "Interested" });
    await call(token, "PATCH", `/leads/${lead}`, { pipeline_stage: "qualified" });
    await call(token, "POST", "/leads", { first_name: "Grace", phone: "+33639980712" });
    const filter = { pipeline_stage: "qualified" };
    await call(token, "POST", "/segments", { name: "Qualified", filter });
    const { data: link } = await call<Created>(token, "POST", "/short-links", {
      destination_url: "https://example.com/programme",
      label: "Programme",
    });
    const { newScenario, open, read } = editorOf(browser, token);
    const id = await newScenario("Welcome");
    await open(id, async (page) => {
      await draw(page);
      await publish(page);
      const published = await read(id);
      expect(drawn(published)).toEqual(FIVE);
      expect(published.is_active).toBe(true);
      await simulate(page);
      await enrolSegment(page);

      await page.getByRole("link", { name: /^Inbox/ }).click();
      await page.getByRole("link", { name: /Zoë Marchand.*Are you interested/s }).click();
      const thread = page.getByRole("log");
      await thread.getByText("Are you interested?").waitFor();
      await write("Yes, tell me more");
      await thread.getByText("Yes, tell me more").waitFor();
      await page.getByRole("button", { name: "Remove the tag “Interested”" }).waitFor();
      await composer(page).fill(`Have a look: ${link.template_variable_url}`);
      await page.keyboard.press("Enter");
      await thread.getByText("Not clicked yet").waitFor();
      const sends = await call<{ data: { url: string }[] }>(token, "GET", "/link-sends");
      const { pathname } = new URL(sends.data[0]?.url ?? "");
      await fetch(new URL(pathname, page.url()), {
        redirect: "manual",
        headers: { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)" },
      });
      await thread.getByText(/^Clicked/).waitFor();
      await page.getByRole("link", { name: "Links", exact: true }).click();
      await page.getByRole("row").getByRole("link", { name: "Programme" }).click();
      const latest = page.locator("section", { hasText: "Latest clicks" });
      await latest.getByRole("link", { name: /Zoë Marchand/ }).waitFor();
      await shoot(page, "journey-clicked");
    });
  });
});
