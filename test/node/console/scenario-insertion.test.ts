import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { insertNode } from "#console/screens/scenarios/editor/graph";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  expectAccessible,
  newWorkspace,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";
import { card, chooseByKeys, drawn, editorOf } from "../support/scenario-editor";

const at = (x: number, y: number) => ({ position: { x, y } });

const centre = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) ?? expect.fail();
  return { x: x + width / 2, y: y + height / 2 };
};

/** The boxes of all cards that lie on another one. */
async function overlapping(page: Page) {
  const cards = await page.locator(".react-flow__node").all();
  const boxes = await Promise.all(cards.map((one) => one.boundingBox()));
  return boxes.filter((one, index) =>
    boxes.some(
      (other, place) =>
        place !== index &&
        one &&
        other &&
        Math.abs(one.x - other.x) < one.width &&
        Math.abs(one.y - other.y) < Math.min(one.height, other.height),
    ),
  );
}

describe("a node that is put on a way", () => {
  const node = { id: "new", type: "message" };
  const [one, two] = [
    { id: "1", source: "a", target: "b", note: "theirs" },
    { id: "2", source: "a", target: "c" },
  ];
  const graph = { nodes: [], edges: [one, two], triggers: [{ id: "a", type: "tap" }] };
  const onward = { source: "new", target: "b" };
  it.each([
    [
      "leads nowhere",
      { source: "b", handle: "reply" },
      "next",
      [...graph.edges, { source: "b", target: "new", source_handle: "reply" }],
    ],
    [
      "leads to a node",
      { source: "a", handle: "next" },
      "next",
      [{ ...one, target: "new" }, two, onward],
    ],
    [
      "is the second of its handle",
      { source: "a", handle: "next", edge: two },
      "failed",
      [one, { ...two, target: "new" }, { ...onward, target: "c", source_handle: "failed" }],
    ],
    [
      "has become another",
      { source: "a", handle: "next", edge: { ...one } },
      "next",
      [{ ...one, target: "new" }, two, onward],
    ],
    ["ends with it", { source: "a", handle: "next" }, undefined, [{ ...one, target: "new" }, two]],
  ])("that %s", (_, way, handle, edges) => {
    expect(insertNode(graph, node, way, handle)).toEqual({ ...graph, nodes: [node], edges });
  });
});

describe.skipIf(!hasChromium)("steps that are put where they belong", () => {
  let browser: Browser;
  let token: string;
  let editor: ReturnType<typeof editorOf>;
  const nodes = [
    { id: "in", type: "start", ...at(0, 0) },
    { id: "ask", type: "wait_for_reply", data: { timeout_seconds: 60 }, ...at(336, 0) },
    { id: "out", type: "exit", ...at(672, 0) },
  ];
  const edges = [
    { source: "in", target: "ask" },
    { source: "ask", target: "out", source_handle: "timeout", note: "theirs" },
  ];
  beforeAll(async () => {
    browser = await launchChromium();
    token = await newWorkspace("Inserted");
    editor = editorOf(browser, token);
  });

  it("takes a type where an edge is dropped, and puts another into an edge", async () => {
    const id = await editor.newScenario("Pointed", { nodes, edges });
    await editor.open(id, async (page) => {
      const reply = card(page, "Wait for a reply").locator(".react-flow__handle.source").first();
      const drag = async () => {
        // Cards stand still once the canvas has been fitted to them.
        await reply.hover();
        const from = await centre(reply);
        await page.mouse.down();
        await page.mouse.move(from.x + 60, from.y + 200, { steps: 5 });
        await page.mouse.up();
      };
      const picker = page.getByRole("menu", { name: "Insert a step" });
      await drag();
      await picker.getByRole("menuitem", { name: "Wait", exact: true }).waitFor();
      expect(await picker.getByRole("menuitem", { name: "Start", exact: true }).count()).toBe(0);
      await shoot(page, "editor-picker");
      await page.keyboard.press("Escape");
      await picker.waitFor({ state: "detached" });
      await drag();
      await picker.getByRole("menuitem", { name: "Send a message" }).click();
      const place = await centre(card(page, "No text yet").locator(".react-flow__handle.target"));
      const now = await centre(reply);
      expect(Math.hypot(place.x - now.x - 60, place.y - now.y - 200)).toBeLessThan(12);
      // Nothing is wrong with a step that nobody has begun with, until somebody asks.
      await page.getByRole("button", { name: "Problems", exact: true }).waitFor();
      expect(await card(page, "No text yet").getByText("problem").count()).toBe(0);

      await page.getByLabel("From “Wait for a reply” to “End”").hover({ force: true });
      await page.getByRole("button", { name: "Insert a step" }).click();
      await picker.getByRole("menuitem", { name: "Call a web address" }).click();
      await card(page, "No address yet").waitFor();
      await page.getByText("Draft saved").waitFor();
      await show(page, "editor-inserted");
      await page.getByRole("button", { name: "Problems", exact: true }).click();
      await card(page, "No text yet").getByText("problem").first().waitFor();
      await page.getByRole("list", { name: "Problems" }).getByText("Call a web address").waitFor();
      expect(await overlapping(page)).toEqual([]);
    });
    const draft = await editor.read(id, "/draft");
    expect(draft.edges).toEqual([
      edges[0],
      { ...edges[1], target: "webhook-1" },
      { source: "ask", target: "message-1", source_handle: "reply" },
      { source: "webhook-1", target: "out", source_handle: "success" },
    ]);
  });

  it("does the same by keyboard, with one step to undo", async () => {
    const id = await editor.newScenario("Typed", { nodes, edges });
    await editor.open(id, async (page) => {
      const { keyboard } = page;
      const choose = (name: string) => chooseByKeys(page, name);
      const isFocused = (text: string) => card(page, text).and(page.locator(":focus")).waitFor();
      await card(page, "Wait for a reply").focus();
      await keyboard.press("Enter");
      await keyboard.press("Tab");
      await page.getByRole("button", { name: "A reply comes: add the next step" }).waitFor();
      await keyboard.press("Enter");
      await choose("Wait");
      await isFocused("For 1 hr");
      await page.getByLabel("From “Start” to “Wait for a reply”").focus();
      await keyboard.press("+");
      await choose("Send a message");
      await isFocused("No text yet");
      expect(await overlapping(page)).toEqual([]);
      await keyboard.press("Control+z");
      await card(page, "No text yet").waitFor({ state: "detached" });
      await page.getByText("Draft saved").waitFor();
    });
    const draft = await editor.read(id, "/draft");
    expect(draft.nodes.slice(0, 3)).toEqual(nodes);
    expect(drawn(draft).edges).toEqual(["ask reply delay-1", "ask timeout out", "in next ask"]);
  });

  it("keeps steps apart that are added before the canvas is there", async () => {
    const unplaced = nodes.map(({ position: _, ...node }) => node);
    await editor.newScenario("Early", { nodes: unplaced, edges });
    await withConsole(browser, { token, path: "/scenarios" }, async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(/\/files\/(canvas|dagre)[\w.-]*\.js$/, async (route) => {
        await promise;
        await route.fallback();
      });
      await page.getByRole("link", { name: "Early" }).click();
      await page.getByRole("button", { name: "End", exact: true }).click();
      await page.getByRole("button", { name: "Hand over to a person" }).click();
      expect(await page.getByLabel("Graph of the scenario").count()).toBe(0);
      resolve();
      await card(page, "Hand over").waitFor();
      expect(await page.locator(".react-flow__node").count()).toBe(5);
      expect(await overlapping(page)).toEqual([]);
    });
  });

  it("offers it on a phone, in French", async () => {
    const id = await editor.newScenario("Touché", { nodes, edges });
    const open = { token, path: `/scenarios/${id}`, ...phone, locale: "fr-FR" };
    await withConsole(browser, open, async (page) => {
      await card(page, "Attendre une réponse").waitFor();
      const line = page.getByLabel("De « Début » à « Attendre une réponse »");
      const { x, y } = await centre(line);
      await page.touchscreen.tap(x, y);
      await page.getByRole("button", { name: "Insérer une étape" }).tap();
      await page.getByRole("menu", { name: "Insérer une étape" }).waitFor();
      await shoot(page, "editor-picker-phone");
      await page.getByRole("menuitem", { name: "Attendre", exact: true }).tap();
      await card(page, "Pendant 1 h").waitFor();
      await expectAccessible(page);
    });
  });
});
