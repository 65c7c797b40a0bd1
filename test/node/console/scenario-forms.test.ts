import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, newWorkspace, phone, shoot, show, withConsole } from "../support/console";
import { card, editorOf } from "../support/scenario-editor";

describe.skipIf(!hasChromium)("the forms of the console's editor", () => {
  let browser: Browser;
  let token: string;
  let editor: ReturnType<typeof editorOf>;
  const settings = (page: Page) => page.getByRole("region", { name: "Settings" });
  beforeAll(async () => {
    browser = await launchChromium();
    token = await newWorkspace("Forms");
    const variables = { city: "Lyon", res: { plan: "pro", days: [3] }, "not one": 1 };
    await call(token, "POST", "/leads", { first_name: "Ada", variables });
    editor = editorOf(browser, token);
  });

  it("offers the variables of the workspace where a placeholder is begun, and by a button", async () => {
    const nodes = [
      { id: "hi", type: "message", data: { text: "Hi" } },
      { id: "ask", type: "wait_for_reply", data: { save_to: "budget" } },
      { id: "call", type: "webhook", data: { url: "https://example.com/" } },
    ];
    const id = await editor.newScenario("Filled", { nodes });
    await editor.open(id, async (page) => {
      const { keyboard } = page;
      await card(page, "Hi").click();
      const text = page.getByLabel("Text", { exact: true });
      await text.fill("");
      await text.pressSequentially("Hello {{");
      const offered = page.getByRole("listbox", { name: "Suggestions" });
      await offered.getByRole("option", { name: "first_name" }).waitFor();
      await show(page, "editor-placeholders");
      await keyboard.type("pl");
      await offered.getByRole("option", { name: "res.plan" }).waitFor();
      expect(await offered.getByRole("option").count()).toBe(1);
      // A frame may be long in coming: what is typed meanwhile follows what was inserted.
      await page.evaluate(() => {
        const frame = window.requestAnimationFrame;
        window.requestAnimationFrame = (act) => Number(setTimeout(frame, 100, act));
        setTimeout(() => Object.assign(window, { requestAnimationFrame: frame }), 100);
      });
      await keyboard.press("Enter");
      await keyboard.type(" from ");
      await page.getByRole("button", { name: "Insert a placeholder" }).first().click();
      const menu = page.getByRole("menu");
      for (const name of ["preferences_url", "budget", "res.plan"])
        await menu.getByRole("menuitem", { name, exact: true }).waitFor();
      expect(await menu.getByRole("menuitem", { name: /not one|days/ }).count()).toBe(0);
      await menu.getByRole("menuitem", { name: "city", exact: true }).click();
      await menu.waitFor({ state: "detached" });
      await keyboard.type("! {{b");
      await offered.getByRole("option", { name: "budget" }).waitFor();
      // Escape closes the suggestions alone.
      await keyboard.press("Escape");
      await offered.waitFor({ state: "detached" });
      expect(await text.inputValue()).toBe("Hello {{res.plan}} from {{city}}! {{b");
      await keyboard.press("Backspace");
      await keyboard.press("ArrowDown");
      await keyboard.press("Tab");
      expect(await text.inputValue()).toBe("Hello {{res.plan}} from {{city}}! {{last_name}}");
      await card(page, "example.com").click();
      await page.getByLabel("Address (URL)").press("End");
      await keyboard.type("?id={{ext");
      await keyboard.press("Enter");
      expect(await page.getByLabel("Address (URL)").inputValue()).toBe(
        "https://example.com/?id={{ext_id}}",
      );
      await page.getByText("Draft saved").waitFor();
    });
    const draft = await editor.read(id, "/draft");
    expect(draft.nodes.map(({ data }) => data)).toEqual([
      { text: "Hello {{res.plan}} from {{city}}! {{last_name}}" },
      nodes[1]?.data,
      { url: "https://example.com/?id={{ext_id}}" },
    ]);
  });

  it("creates tags and links where they are chosen", async () => {
    const known = await call<{ data: { id: number } }>(token, "POST", "/tags", { label: "Warm" });
    const nodes = [
      { id: "hi", type: "message", data: { text: "Look: " } },
      { id: "tag", type: "add_tag", data: { tag_ids: [] } },
      { id: "wait", type: "wait_for_event", data: { event: "link_clicked", filter: {} } },
    ];
    const id = await editor.newScenario("Created", { nodes });
    await editor.open(id, async (page) => {
      const { keyboard } = page;
      const create = (name: string) =>
        settings(page).getByRole("button", { name, exact: true }).press("Enter");
      await card(page, "No tags chosen").click();
      await create("Create a tag");
      await keyboard.type("Brand new");
      await show(page, "editor-new-tag");
      await keyboard.press("Enter");
      await card(page, "Brand new").waitFor();
      await page.getByLabel("Tags", { exact: true }).and(page.locator(":focus")).waitFor();
      await create("Create a tag");
      await keyboard.type(" warm ");
      await keyboard.press("Enter");
      await card(page, "Warm").waitFor();
      await create("Create a tag");
      await keyboard.press("Escape");
      await settings(page).getByRole("heading", { name: "Add tags" }).waitFor();

      await card(page, "Look").click();
      await page.getByLabel("Text", { exact: true }).press("End");
      await page.getByRole("button", { name: "Insert a short link" }).click();
      await page.getByRole("menuitem", { name: "Create a short link" }).click();
      await page.getByLabel("Destination").and(page.locator(":focus")).waitFor();
      await keyboard.type("not an address");
      await keyboard.press("Enter");
      const creating = page.getByRole("group", { name: "Create a short link" });
      await creating.getByRole("alert").waitFor();
      await shoot(page, "editor-new-link");
      await page.getByLabel("Destination").fill("https://example.com/new");
      await page.getByLabel("Short URL").fill("forms-new");
      await keyboard.press("Enter");
      await page.getByLabel("Destination").waitFor({ state: "detached" });
      expect(await page.getByLabel("Text", { exact: true }).inputValue()).toMatch(
        /^Look: https?:\/\/\S+forms-new\S*$/,
      );
      await card(page, "Until a link is clicked").click();
      await page.getByLabel("Short links").selectOption({ label: "forms-new" });
      await page.getByText("Draft saved").waitFor();
    });
    const [, tag, wait] = (await editor.read(id, "/draft")).nodes;
    expect(tag?.data).toEqual({ tag_ids: [expect.any(Number), known.data.id] });
    expect(wait?.data).toMatchObject({ filter: { short_link_ids: [expect.any(Number)] } });
  });

  it("asks the simulation if the window is open", async () => {
    const nodes = [
      { id: "in", type: "start" },
      { id: "hi", type: "message", data: { text: "Bonjour" } },
    ];
    const edges = [{ source: "in", target: "hi" }];
    const id = await editor.newScenario("Window", { nodes, edges });
    const open = { token, path: `/scenarios/${id}?panel=simulate`, ...phone, locale: "fr-FR" };
    await withConsole(browser, open, async (page) => {
      const panel = page.getByRole("region", { name: /^(Simul|Parcours de test)/ });
      const play = async (button: string) => {
        await panel.getByRole("button", { name: button }).click();
        await panel.getByText("Le parcours est terminé").first().waitFor();
      };
      await show(page, "simulate-window-phone");
      await play("Jouer");
      await panel.getByRole("log").getByText("Bonjour", { exact: true }).waitFor();
      await panel.getByRole("button", { name: "Recommencer" }).click();
      await panel.getByRole("button", { name: "Fenêtre fermée" }).click();
      await play("Jouer");
      await shoot(page, "simulate-window-closed");
      await panel.getByText("→ La fenêtre de 24 heures était fermée").waitFor();
      expect(await panel.getByRole("log").getByText("Bonjour", { exact: true }).count()).toBe(0);
    });
  });
});
