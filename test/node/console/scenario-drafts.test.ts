import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, newWorkspace, origin, shoot, withConsole } from "../support/console";
import { card, editorOf } from "../support/scenario-editor";

describe.skipIf(!hasChromium)("the drafts of the console's editor", () => {
  let browser: Browser;
  let token: string;
  let editor: ReturnType<typeof editorOf>;
  beforeAll(async () => {
    browser = await launchChromium();
    token = await newWorkspace("Drafts");
    editor = editorOf(browser, token);
  });
  afterAll(() => browser?.close());

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
    const id = await editor.newScenario("Theirs", { nodes, edges });
    await editor.open(id, async (page) => {
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
    const draft = await editor.read(id, "/draft");
    expect(draft.edges).toEqual(edges);
    expect(draft.nodes).toEqual([
      nodes[0],
      { ...nodes[1], data: { text: "Hello", mood: 7 } },
      ...nodes.slice(2),
    ]);
  });

  it("asks which draft stays when somebody else has saved one", async () => {
    const id = await editor.newScenario("Shared", { nodes: [{ id: "a", type: "start" }] });
    const theirs = { name: "Theirs", platform: "whatsapp", nodes: [{ id: "z", type: "start" }] };
    await editor.open(id, async (page) => {
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
      expect((await editor.read(id, "/draft")).name).toBe("Mine, too");
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
    expect((await editor.read(id)).is_active).toBe(true);
  });

  it("is not left with changes that could not be saved, unless one wants it", async () => {
    const id = await editor.newScenario("Cut off", { nodes: [{ id: "a", type: "start" }] });
    const path = `${origin}/v1/scenarios/${id}/draft`;
    await editor.open(id, async (page) => {
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
    expect((await editor.read(id, "/draft")).name).toBe("Mended");
  });

  it("changes nothing with a token that may only look", async () => {
    const nodes = [{ id: "a", type: "exit", data: { reason: "Over" } }];
    const id = await editor.newScenario("Looked at", { nodes });
    const input = { name: "Reader", abilities: ["scenarios:read", "leads:read"] };
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", input);
    await withConsole(browser, { token: data.token, path: `/scenarios/${id}` }, async (page) => {
      await card(page, "Over").click();
      expect(await page.getByLabel("Reason").isDisabled()).toBe(true);
      for (const name of ["Publish", "Tidy up", "Undo", "Add"])
        expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
      await page.getByRole("button", { name: "Simulate" }).click();
      await page.getByRole("button", { name: "Play" }).waitFor();
      expect(await page.getByRole("button", { name: "Test run" }).count()).toBe(0);
    });
  });
});
