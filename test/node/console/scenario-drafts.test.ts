import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, newWorkspace, origin, shoot, withConsole } from "../support/console";
import { newGate } from "../support/gates";
import { card, editorOf } from "../support/scenario-editor";

describe.skipIf(!hasChromium)("the drafts of the console's editor", () => {
  let browser: Browser;
  let token: string;
  let editor: ReturnType<typeof editorOf>;
  const nodes = [
    { id: "a", type: "start" },
    { id: "b", type: "exit" },
  ];
  const theirs = { name: "Theirs", platform: "whatsapp", nodes };
  beforeAll(async () => {
    browser = await launchChromium();
    token = await newWorkspace("Drafts");
    editor = editorOf(browser, token);
  });

  it("gives back what other editors have stored, and says where the problems are", async () => {
    const theirNodes = [
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
    const id = await editor.newScenario("Theirs", { nodes: theirNodes, edges });
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
      await card(page, "Unknown: teleport").click();
      const settings = page.getByRole("textbox", { name: "Settings" });
      const before = await settings.inputValue();
      await settings.fill('{ "to": "Venus" }');
      expect(await settings.inputValue()).toBe('{ "to": "Venus" }');
      await page.getByRole("button", { name: "Undo" }).click();
      expect(await settings.inputValue()).toBe(before);
      await page.getByText("Draft saved").waitFor();
    });
    const draft = await editor.read(id, "/draft");
    expect(draft.edges).toEqual(edges);
    expect(draft.nodes).toEqual([
      theirNodes[0],
      { ...theirNodes[1], data: { text: "Hello", mood: 7 } },
      ...theirNodes.slice(2),
    ]);
  });

  it("asks which draft stays when somebody else has saved one", async () => {
    const id = await editor.newScenario("Shared", { nodes });
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
      await page.getByRole("heading", { name: "Theirs", exact: true }).waitFor();
      await page.getByRole("button", { name: "Discard the draft" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Discard the draft" }).click();
      await page.getByRole("heading", { name: "Shared", exact: true }).waitFor();
      await page.getByRole("switch", { name: "Activate the scenario" }).click();
      await page.getByText("Active", { exact: true }).waitFor();
      expect((await editor.read(id)).is_active).toBe(true);

      // The draft goes on from the version that pausing makes meanwhile.
      const answer = await newGate(page, "PUT", `/scenarios/${id}`, { holds: "answers" });
      await page.getByRole("switch", { name: "Activate the scenario" }).click();
      await page.getByRole("button", { name: "Name and settings" }).click();
      await answer.letGo();
      await page.getByText("Paused", { exact: true }).waitFor();
      await page.getByLabel("Name", { exact: true }).fill("Paused meanwhile");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Draft saved").waitFor();
      expect(await editor.read(id, "/draft")).toMatchObject({
        base_version: 3,
        is_outdated: false,
      });
    });
  });

  it("discards a draft that is still being saved", async () => {
    const id = await editor.newScenario("Kept", { nodes });
    await editor.open(id, async (page) => {
      await page.getByRole("button", { name: "Name and settings" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Not kept");
      const answer = await newGate(page, "PUT", `/scenarios/${id}/draft`, { holds: "answers" });
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saving the draft…").waitFor();
      await page.getByRole("button", { name: "Discard the draft" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Discard the draft" }).click();
      await answer.letGo();
      await page.getByRole("heading", { name: "Kept", exact: true }).waitFor();
      await page.getByText("Published", { exact: true }).waitFor();
    });
    await expect(editor.read(id, "/draft")).rejects.toThrow("404");
  });

  it("is not left with changes that could not be saved, unless one wants it", async () => {
    const id = await editor.newScenario("Cut off", { nodes });
    const path = `${origin}/v1/scenarios/${id}/draft`;
    const publish = `${origin}/v1/scenarios/${id}/publish`;
    await call(token, "PUT", `/scenarios/${id}/draft`, { ...theirs, name: "Cut" });
    const refuse = (page: Page, method: string, at: string) =>
      page.route(at, (route) =>
        route.request().method() === method
          ? route.fulfill({ status: 409, json: { message: "Busy." } })
          : route.fallback(),
      );
    await editor.open(id, async (page) => {
      await refuse(page, "PUT", path);
      await page.getByRole("button", { name: "Name and settings" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Mended");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").getByText("Busy.").waitFor();
      // The stored draft is not what would be published.
      const publishing = page.getByRole("dialog", { name: "Publish the draft" });
      await page.getByRole("button", { name: "Publish" }).click();
      await publishing.getByText("Busy.").waitFor();
      expect(await publishing.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);
      await publishing.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("link", { name: "Scenarios" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.unroute(path);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("Draft saved").waitFor();
      expect((await editor.read(id, "/draft")).name).toBe("Mended");

      await refuse(page, "POST", publish);
      await page.getByRole("button", { name: "Publish" }).click();
      const activate = publishing.getByLabel("Activate the scenario, too");
      await activate.check();
      await publishing.getByRole("button", { name: "Publish" }).click();
      await publishing.getByText("Busy.").waitFor();
      await page.unroute(publish);
      await activate.uncheck();
      const answer = await newGate(page, "POST", /\/publish$/, { holds: "answers" });
      await publishing.getByRole("button", { name: "Publish" }).click();
      // The graph is behind the dialog.
      await page.keyboard.press("/");
      expect(await page.getByLabel("Find a step").count()).toBe(0);
      await answer.letGo();
      await publishing.waitFor({ state: "detached" });
      await page.getByText("Published", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Scenarios" }).first().click();
      await page.getByRole("row").filter({ hasText: "Mended" }).getByText("Paused").waitFor();
    });
    expect(await editor.read(id)).toMatchObject({ name: "Mended", is_active: false });
    await expect(editor.read(id, "/draft")).rejects.toThrow("404");
  });

  it("changes nothing with a token that may only look", async () => {
    const exit = { id: "a", type: "exit", data: { reason: "Over" } };
    const id = await editor.newScenario("Looked at", { nodes: [exit] });
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
