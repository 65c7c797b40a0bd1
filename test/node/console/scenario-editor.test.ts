import type { Browser, Locator } from "playwright-core";
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
import {
  card,
  chooseByKeys,
  drawn,
  editorOf,
  FIVE,
  publish,
  wide,
} from "../support/scenario-editor";

describe.skipIf(!hasChromium)("the console's editor of scenarios", () => {
  let browser: Browser;
  let editor: ReturnType<typeof editorOf>;
  beforeAll(async () => {
    browser = await launchChromium();
    const token = await newWorkspace("Editor");
    await call(token, "POST", "/tags", { label: "Interested" });
    editor = editorOf(browser, token);
  });

  it("draws a scenario by keyboard alone, and publishes it", async () => {
    const id = await editor.newScenario("Typed");
    await editor.open(id, async (page) => {
      const { keyboard } = page;
      const press = async (locator: Locator) => {
        await locator.focus();
        await keyboard.press("Enter");
      };
      const choose = (name: string) => chooseByKeys(page, name);
      const step = (name: string) => page.getByRole("button", { name: `Edit Step ${name}` });
      const isOpen = (name: string) =>
        page.getByRole("heading", { name }).and(page.locator(":focus")).waitFor();
      const addAfter = (name: string) =>
        page.getByRole("button", { name: `Add a step after ${name}`, exact: true });
      await press(page.getByRole("button", { name: "Outline" }));
      await press(page.getByRole("button", { name: "Add a step", exact: true }));
      await choose("Start");
      await page.locator("[data-step='start-1']:focus").waitFor();
      await press(addAfter("Start"));
      await choose("Send a message");
      await page.locator("[data-step='message-1']:focus").waitFor();
      await keyboard.press("Enter");
      await isOpen("Send a message");
      await page.getByLabel("Text", { exact: true }).focus();
      await keyboard.type("Are you interested?");
      await press(addAfter("Send a message"));
      await choose("Wait for a reply");
      await page.locator("[data-step='wait_for_reply-1']:focus").waitFor();
      await press(addAfter("Wait for a reply"));
      await choose("Add tags");
      await page.locator("[data-step='add_tag-1']:focus").waitFor();
      await page.getByLabel("Tags", { exact: true }).focus();
      await keyboard.type("Interested");
      await press(addAfter("Add tags"));
      await choose("End");
      await page.locator("[data-step='exit-1']:focus").waitFor();
      await keyboard.press("ArrowUp");
      await keyboard.press("ArrowUp");
      await page.locator("[data-step='wait_for_reply-1']:focus").waitFor();
      await keyboard.press("Enter");
      await isOpen("Wait for a reply");
      const outline = page.getByRole("list", { name: "Steps in their order" });
      const leadsTo = outline.getByLabel(/^Nothing for .* leads to$/);
      await leadsTo.focus();
      while ((await leadsTo.inputValue()) !== "exit-1") await keyboard.press("ArrowDown");
      await step("1: Start").waitFor();
      await shoot(page, "editor-typed");
      await publish(page);
    });
    expect(drawn(await editor.read(id))).toEqual(FIVE);
  });

  it("copies, pastes and deletes steps, and undoes it", async () => {
    const id = await editor.newScenario("Copied", {
      nodes: [
        { id: "start", type: "start", position: { x: 0, y: 0 } },
        { id: "hi", type: "message", data: { text: "Hi" }, position: { x: 340, y: 0 } },
      ],
      edges: [{ source: "start", target: "hi" }],
    });
    await editor.open(id, async (page) => {
      await card(page, "Hi").click();
      await page.keyboard.press("Control+c");
      await page.keyboard.press("Control+v");
      await page.keyboard.press("Control+v");
      await expect.poll(() => card(page, "Hi").count()).toBe(3);
      await card(page, "Start").click();
      await page.keyboard.press("Delete");
      await expect.poll(() => card(page, "Start").count()).toBe(0);
      await page.keyboard.press("Control+z");
      await page.getByText("Draft saved").waitFor();
    });
    const draft = await editor.read(id, "/draft");
    expect(draft.nodes.map((node) => node.id)).toEqual(["start", "hi", "message-1", "message-2"]);
    expect(draft.edges).toEqual([{ source: "start", target: "hi" }]);
  });

  it("asks for the lead's number, where the platform can", async () => {
    const nodes = [
      { id: "start", type: "start" },
      { id: "ask", type: "message", data: { text: "Which number?", on_window_closed: "skip" } },
      { id: "answer", type: "wait_for_reply", data: { validate: "phone" } },
    ];
    const edges = [
      { source: "start", target: "ask" },
      { source: "ask", target: "answer" },
    ];
    const id = await editor.newScenario("Number", { nodes, edges });
    await editor.open(id, async (page) => {
      await card(page, "Which number?").click();
      await page.getByRole("button", { name: "Buttons", exact: true }).waitFor();
      await page.getByRole("switch", { name: "Ask for the phone number" }).click();
      await card(page, "Request for the phone").waitFor();
      expect(await page.getByRole("button", { name: "Buttons", exact: true }).count()).toBe(0);
      await page.getByText("Draft saved").waitFor();
      await page.getByRole("button", { name: "Simulate" }).click();
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.getByRole("button", { name: "+33639980042" }).click();
      await page.getByText("The run has ended: Came to the end of its path").waitFor();
      await shoot(page, "editor-number");
    });
    const { nodes: asking } = await editor.read(id, "/draft");
    expect(asking[1]).toMatchObject({ data: { type: "request_phone" } });

    const other = await editor.newScenario("Number", {
      nodes: asking,
      edges,
      platform: "instagram",
    });
    await editor.open(other, async (page) => {
      await card(page, "Which number?").click();
      const settings = page.getByRole("region", { name: "Settings" });
      const fault = settings.getByText("Instagram has no such message");
      await fault.filter({ hasText: "Text, Buttons, List" }).waitFor();
      await settings.getByRole("switch", { name: "Ask for the phone number" }).click();
      await fault.waitFor({ state: "detached" });
    });
  });

  it("looks well with the demo", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/scenarios/1", ...wide }, async (page) => {
      await card(page, "language is fr").click();
      await page.getByLabel("Comparison").waitFor();
      await show(page, "editor");
      await page.getByRole("button", { name: "Outline" }).click();
      const find = page.getByLabel("Find a step");
      await find.fill("guide");
      // This Enter takes what an input method offers.
      await find.dispatchEvent("keydown", { key: "Enter", isComposing: true });
      expect(await page.getByLabel("Comparison").count()).toBe(1);
      await page
        .getByRole("button", { name: /^Edit Step/ })
        .first()
        .click();
      await page.getByLabel("Text", { exact: true }).first().waitFor();
      await show(page, "editor-outline");
    }));

  it("does not break on a phone, and speaks French", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/scenarios/3?panel=constructor", ...phone, locale: "fr-FR" },
      async (page) => {
        await card(page, "Les leads entrent ici").waitFor();
        await page
          .getByLabel(/^De «\s.+\s» à «\s/)
          .first()
          .waitFor();
        expect(await page.getByLabel(/^Edge from/).count()).toBe(0);
        await shoot(page, "editor-phone");
        await page.getByRole("button", { name: "Plan", exact: true }).click();
        await page.getByRole("button", { name: /^Modifier Étape 3/ }).click();
        await page.getByRole("heading", { name: "Attendre une réponse" }).waitFor();
        await shoot(page, "editor-phone-form");
        await expectAccessible(page);
      },
    ));
});
