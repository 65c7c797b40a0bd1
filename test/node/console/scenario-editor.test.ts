import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  origin,
  phone,
  shoot,
  withConsole,
} from "../support/console";

type Member = Record<string, unknown>;
type Graph = { nodes: Member[]; edges: Member[] };
type Answer = { data: Graph & { id: number; name: string; is_active: boolean } };

const wide = { viewport: { width: 1440, height: 900 } };

describe.skipIf(!hasChromium)("the console's editor of scenarios", () => {
  let browser: Browser;
  let token: string;
  beforeAll(async () => {
    browser = await launchChromium();
    token = await newWorkspace("Editor");
    await call(token, "POST", "/tags", { label: "Interested" });
  });
  afterAll(() => browser?.close());

  async function newScenario(name: string, graph: Partial<Graph> = {}) {
    const input = { name, platform: "whatsapp", ...graph };
    return (await call<Answer>(token, "POST", "/scenarios", input)).data.id;
  }

  const read = async (id: number, part = "") =>
    (await call<Answer>(token, "GET", `/scenarios/${id}${part}`)).data;

  const open = (id: number, use: (page: Page) => Promise<void>) =>
    withConsole(browser, { token, path: `/scenarios/${id}`, ...wide }, use);

  const card = (page: Page, text: string | RegExp) =>
    page.locator(".react-flow__node").filter({ hasText: text });

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

  async function publish(page: Page) {
    await page.getByText("Draft saved").waitFor();
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No run is under way.").waitFor();
    await dialog.getByLabel("Activate the scenario, too").check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Published", { exact: true }).waitFor();
  }

  const drawn = ({ nodes, edges }: Graph) => ({
    types: nodes.map(({ type }) => type).toSorted(),
    edges: edges
      .map(({ source, target, source_handle: handle = "next" }) => `${source} ${handle} ${target}`)
      .toSorted(),
  });

  const FIVE = {
    types: ["add_tag", "exit", "message", "start", "wait_for_reply"],
    edges: [
      "add_tag-1 next exit-1",
      "message-1 next wait_for_reply-1",
      "start-1 next message-1",
      "wait_for_reply-1 reply add_tag-1",
      "wait_for_reply-1 timeout exit-1",
    ],
  };

  it("draws a scenario with the mouse, and publishes it", async () => {
    const id = await newScenario("Drawn");
    await open(id, async (page) => {
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
      await publish(page);
    });
    const published = await read(id);
    expect(drawn(published)).toEqual(FIVE);
    expect(published.is_active).toBe(true);
  });

  it("draws the same by keyboard alone", async () => {
    const id = await newScenario("Typed");
    await open(id, async (page) => {
      const { keyboard } = page;
      const press = async (locator: Locator) => {
        await locator.focus();
        await keyboard.press("Enter");
      };
      const choose = async (name: string) => {
        const item = page.getByRole("menuitem", { name, exact: true });
        await item.waitFor();
        while ((await item.getAttribute("data-highlighted")) === null)
          await keyboard.press("ArrowDown");
        await keyboard.press("Enter");
      };
      const step = (name: string) => page.getByRole("button", { name: `Edit Step ${name}` });
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
      await page
        .getByRole("heading", { name: "Send a message" })
        .and(page.locator(":focus"))
        .waitFor();
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
      const outline = page.getByRole("list", { name: "Steps in their order" });
      await outline.getByLabel(/^Nothing for .* leads to$/).focus();
      await keyboard.type("End");
      await step("1: Start").waitFor();
      await shoot(page, "editor-typed");
      await publish(page);
    });
    expect(drawn(await read(id))).toEqual(FIVE);
  });

  it("gives back what other editors have stored, and says where the problems are", async () => {
    const nodes = [
      { id: "a", type: "start", position: { x: 1, y: 2, z: 3 }, color: "red" },
      { id: "b", type: "message", data: { text: "Hi", mood: 7 }, position: { x: 400, y: 0 } },
      { id: "c", type: "teleport", data: { to: ["Mars"] }, meta: { by: "them" } },
      { id: "__proto__", type: "split", data: { branches: [], goal: { type: "valueOf" } } },
      { id: "toString", type: "wait_for_event", data: { event: "constructor", filter: {} } },
    ];
    const edges = [
      { id: "e1", source: "a", target: "b", style: { dashed: true } },
      { source: "b", target: "c", source_handle: "sideways", label: "?" },
    ];
    const id = await newScenario("Theirs", { nodes, edges });
    await open(id, async (page) => {
      await page.getByText("Published", { exact: true }).waitFor();
      await card(page, "Unknown: teleport").waitFor();
      await page.getByRole("button", { name: /^Problems/ }).click();
      const problems = page.getByRole("list", { name: "Problems" });
      await problems
        .getByRole("button", { name: /^Unknown: teleport/ })
        .first()
        .waitFor();
      await shoot(page, "editor-problems");
      await problems
        .getByRole("button", { name: /^Wait for an event/ })
        .first()
        .click();
      await page.getByRole("heading", { name: "Wait for an event" }).waitFor();
      await problems.getByRole("button", { name: /sideways/ }).click();
      await page.getByLabel("Text", { exact: true }).fill("Hello");
      await page.getByText("Draft saved").waitFor();
    });
    const draft = await read(id, "/draft");
    expect(draft.edges).toEqual(edges);
    expect(draft.nodes).toEqual([
      nodes[0],
      { ...nodes[1], data: { text: "Hello", mood: 7 } },
      ...nodes.slice(2),
    ]);
  });

  it("asks which draft stays when somebody else has saved one", async () => {
    const id = await newScenario("Shared", { nodes: [{ id: "a", type: "start" }] });
    const theirs = { name: "Theirs", platform: "whatsapp", nodes: [{ id: "z", type: "start" }] };
    await open(id, async (page) => {
      const rename = async (name: string) => {
        await page.getByRole("button", { name: "Name and settings" }).click();
        await page.getByLabel("Name", { exact: true }).fill(name);
        await page.getByRole("button", { name: "Save" }).click();
      };
      await page.getByText("Published", { exact: true }).waitFor();
      await call(token, "PUT", `/scenarios/${id}/draft`, theirs);
      await rename("Mine");
      await page.getByRole("button", { name: "Keep mine" }).click();
      await page.getByText("Draft saved").waitFor();
      await call(token, "PUT", `/scenarios/${id}/draft`, theirs);
      await rename("Mine, too");
      await page.getByRole("button", { name: "Keep mine" }).click();
      await page.getByText("Draft saved").waitFor();
      expect((await read(id, "/draft")).name).toBe("Mine, too");
      await call(token, "PUT", `/scenarios/${id}/draft`, theirs);
      await rename("Mine again");
      await page.getByRole("button", { name: "Take theirs" }).click();
      await page.getByRole("heading", { name: "Theirs" }).waitFor();
      await page.getByRole("button", { name: "Discard the draft" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Discard the draft" }).click();
      await page.getByRole("heading", { name: "Shared" }).waitFor();
      await page.getByRole("switch", { name: "Activate the scenario" }).click();
      await page.getByText("Active", { exact: true }).waitFor();
    });
    expect((await read(id)).is_active).toBe(true);
  });

  it("is not left with changes that could not be saved, unless one wants it", async () => {
    const id = await newScenario("Cut off", { nodes: [{ id: "a", type: "start" }] });
    const path = `${origin}/v1/scenarios/${id}/draft`;
    await open(id, async (page) => {
      await page.route(path, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({ status: 409, json: { message: "Busy." } })
          : route.fallback(),
      );
      await page.getByRole("button", { name: "Name and settings" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Mended");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").getByText("Busy.").waitFor();
      await page.getByRole("link", { name: "Scenarios" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.unroute(path);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("Draft saved").waitFor();
    });
    expect((await read(id, "/draft")).name).toBe("Mended");
  });

  it("copies, pastes and deletes steps, and undoes it", async () => {
    const id = await newScenario("Copied", {
      nodes: [
        { id: "start", type: "start", position: { x: 0, y: 0 } },
        { id: "hi", type: "message", data: { text: "Hi" }, position: { x: 340, y: 0 } },
      ],
      edges: [{ source: "start", target: "hi" }],
    });
    await open(id, async (page) => {
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
    const draft = await read(id, "/draft");
    expect(draft.nodes.map((node) => node.id)).toEqual(["start", "hi", "message-1", "message-2"]);
    expect(draft.edges).toEqual([{ source: "start", target: "hi" }]);
  });

  it("changes nothing with a token that may only look", async () => {
    const nodes = [{ id: "a", type: "exit", data: { reason: "Over" } }];
    const id = await newScenario("Looked at", { nodes });
    const input = { name: "Reader", abilities: ["scenarios:read"] };
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", input);
    await withConsole(browser, { token: data.token, path: `/scenarios/${id}` }, async (page) => {
      await card(page, "Over").click();
      expect(await page.getByLabel("Reason").isDisabled()).toBe(true);
      for (const name of ["Publish", "Tidy up", "Undo", "Add"])
        expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    });
  });

  it.each(["light", "dark"] as const)("looks well with the demo, %s", (colorScheme) =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/scenarios/1", colorScheme, ...wide },
      async (page) => {
        await card(page, "language is fr").click();
        await page.getByLabel("Comparison").waitFor();
        await shoot(page, `editor-${colorScheme}`);
        await expectAccessible(page);
        await page.getByRole("button", { name: "Outline" }).click();
        await page.getByLabel("Find a step").fill("guide");
        await page
          .getByRole("button", { name: /^Edit Step/ })
          .first()
          .click();
        await page.getByLabel("Text", { exact: true }).first().waitFor();
        await shoot(page, `editor-outline-${colorScheme}`);
        await expectAccessible(page);
      },
    ),
  );

  it("does not break on a phone, and speaks French", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/scenarios/3?panel=constructor", ...phone, locale: "fr-FR" },
      async (page) => {
        await card(page, "Les leads entrent ici").waitFor();
        await shoot(page, "editor-phone");
        await page.getByRole("button", { name: "Plan", exact: true }).click();
        await page.getByRole("button", { name: /^Modifier Étape 3/ }).click();
        await page.getByRole("heading", { name: "Attendre une réponse" }).waitFor();
        await shoot(page, "editor-phone-form");
        await expectAccessible(page);
      },
    ));
});
