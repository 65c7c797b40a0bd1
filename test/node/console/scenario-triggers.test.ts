import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  newWorkspace,
  OPERATOR_TOKEN,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";
import { card, editorOf, publish, wide } from "../support/scenario-editor";

const at = (x: number, y: number) => ({ position: { x, y } });
const START = { id: "in", type: "start", ...at(400, 100) };

describe.skipIf(!hasChromium)("what starts a scenario, in the console's editor", () => {
  let browser: Browser;
  let token: string;
  let editor: ReturnType<typeof editorOf>;
  const settings = (page: Page) => page.getByRole("region", { name: "Settings" });
  const triggersOf = async (id: number, part = "/draft") => {
    const { triggers = [] } = await editor.read(id, part);
    return triggers;
  };
  beforeAll(async () => {
    browser = await launchChromium();
    token = await newWorkspace("Triggered");
    editor = editorOf(browser, token);
  });

  it("is added, moved, undone and published as heads before the entry", async () => {
    const id = await editor.newScenario("Headed", { nodes: [START] });
    await editor.open(id, async (page) => {
      const { keyboard } = page;
      await card(page, "Leads come in here").click();
      await settings(page).getByText("Nothing starts this scenario by itself yet.").waitFor();
      await settings(page).getByRole("button", { name: "Add what starts it" }).click();
      await shoot(page, "triggers-menu");
      expect(await page.getByRole("menuitem", { name: "A story is answered" }).count()).toBe(0);
      await page.getByRole("menuitem", { name: "A keyword is written" }).click();
      const head = card(page, "A keyword is written");
      await head.getByText("No words yet").waitFor();
      // Nothing is wrong with what nobody has begun with.
      expect(await head.getByText("problem").count()).toBe(0);
      await page.getByLabel("Words", { exact: true }).fill("GUIDE\nle guide\n");
      await head.getByText("“GUIDE” or “le guide”").waitFor();
      await page.getByLabel("The message").selectOption("Is one of the words, and no more");
      await page.getByLabel("The same lead again").selectOption("After some days");
      await page.getByLabel("After so many days").fill("3");
      await page.getByRole("button", { name: "Only leads that …" }).click();
      await show(page, "triggers-keyword");

      const before = await head.boundingBox();
      const { x, y } = before ?? expect.fail();
      await page.mouse.move(x + 80, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 30, y + 120, { steps: 5 });
      await page.mouse.up();
      await page.getByText("Draft saved").waitFor();
      const [moved] = await triggersOf(id);
      expect(moved).toEqual({
        id: "keyword-1",
        type: "keyword",
        data: {
          words: ["GUIDE", "le guide"],
          match: "is",
          again: { after_days: 3 },
          filter: { all: [{ field: "pipeline_stage", op: "equals", value: "engaged" }] },
        },
        position: { x: expect.any(Number), y: expect.any(Number) },
      });
      await head.press("Delete");
      await head.waitFor({ state: "detached" });
      await keyboard.press("Control+z");
      await head.getByText("Once published").waitFor();
      await publish(page);
      await head.getByText("On", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Versions" }).click();
      await page
        .getByRole("button", { name: /^Compare Version/ })
        .first()
        .click();
      const added = page.getByRole("region", { name: "Added" });
      await added.getByText("A keyword is written · Exactly “GUIDE”").waitFor();
      await head.getByText("new", { exact: true }).waitFor();
      await show(page, "triggers-compared");
    });
    expect(await triggersOf(id, "")).toHaveLength(1);
  });

  it("has a form for each type, with what is wrong at the head and at its field", async () => {
    const { data: tag } = await call<{ data: { id: number } }>(token, "POST", "/tags", {
      label: "Hot",
    });
    const triggers = [
      { id: "word", type: "keyword", data: { patterns: ["^hel+o"], exclude: ["no"] } },
      { id: "tap", type: "tap", data: { payloads: ["GET_STARTED"], match: "begins" } },
      { id: "link", type: "link_referral", data: { texts: ["From the webinar"] } },
      { id: "ad", type: "ad_click", data: {} },
      { id: "first", type: "first_message", data: {} },
      { id: "any", type: "any_message", data: { types: ["image"] } },
      { id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } },
      { id: "stage", type: "stage_changed", data: { to: ["won"] } },
      { id: "made", type: "lead_created", data: { sources: [] } },
      { id: "click", type: "link_clicked", data: { short_link_ids: [404] } },
      { id: "told", type: "event", data: { name: "order_paid" } },
      { id: "day", type: "date", data: { of: "variables.on", offset_days: -2, at: "09:00" } },
      { id: "weekly", type: "recurring", data: { every: "week", weekdays: [1, 3], at: "08:00" } },
      { id: "other", type: "of_tomorrow", data: { a: 1 } },
    ];
    const id = await editor.newScenario("Each", { nodes: [START], triggers });
    await editor.open(id, async (page) => {
      const list = page.getByRole("region", { name: "What starts it", exact: true });
      await page.getByRole("button", { name: "Outline", exact: true }).click();
      expect(await list.getByRole("button", { name: /^Edit / }).count()).toBe(triggers.length);
      await show(page, "triggers-outline");
      for (const { name, says } of [
        { name: "A keyword is written", says: "Patterns" },
        { name: "A lead is created", says: "Choose at least one." },
        { name: "A date comes", says: "Days" },
        { name: "A set time comes", says: "Mon" },
      ]) {
        await list.getByRole("button", { name: new RegExp(`^Edit ${name}`) }).press("Enter");
        await settings(page).getByRole("heading", { name }).and(page.locator(":focus")).waitFor();
        await settings(page).getByText(says).first().waitFor();
        await show(page, `triggers-${name.split(" ")[1]}`);
      }
      await page.getByRole("button", { name: /^Problems/ }).click();
      const problems = page.getByRole("list", { name: "Problems" });
      await problems.getByRole("button", { name: /Unknown: of_tomorrow.*Remove it/ }).click();
      await settings(page).getByRole("heading", { name: "Unknown: of_tomorrow" }).waitFor();
      await shoot(page, "triggers-unknown");
      await card(page, "A short link is clicked").getByText("problem").waitFor();
    });
  });

  it("is asked for by the simulation, which says what it makes of it", async () => {
    const say = { id: "say", type: "message", data: { text: "Here it is." }, ...at(740, 100) };
    const id = await editor.newScenario("Played", {
      nodes: [START, say],
      edges: [{ source: "in", target: "say" }],
      triggers: [{ id: "word", type: "keyword", data: { words: ["GUIDE"] } }],
    });
    await withConsole(
      browser,
      { token, path: `/scenarios/${id}?panel=simulate`, viewport: { width: 1440, height: 900 } },
      async (page) => {
        const play = async (text: string) => {
          await page.getByLabel("What starts it").selectOption("The lead writes a message");
          await page.getByLabel("Message of the lead").fill(text);
          await page.getByRole("button", { name: "Play" }).click();
        };
        await play("hello");
        await page.getByText("Nothing here reacts to this.").waitFor();
        await page.getByText("No trigger has started this run.").waitFor();
        await page.getByRole("button", { name: "Start again" }).click();
        await page.getByLabel("What starts it").waitFor();
        await show(page, "triggers-setup");
        await play("guide");
        await page.getByText("It starts the scenario.").waitFor();
        await page.getByText("Here it is.").last().waitFor();
        await show(page, "triggers-played");
      },
    );
  });

  it("is played as a comment, a reply to a story, an ad or a form", async () => {
    const say = (text: string) => ({
      nodes: [{ id: "say", type: "message", data: { text } }],
      edges: [],
    });
    const played = async (platform: string, triggers: object[]) => {
      const id = await editor.newScenario(`Of ${platform}`, {
        ...{ platform, ...say("It is 90 €.") },
        triggers: triggers.map((trigger, at) => ({ id: `of-${at}`, ...trigger })),
      });
      return { token, path: `/scenarios/${id}?panel=simulate`, ...wide };
    };
    const starts = async (page: Page, causes: (readonly [cause: string, text: string])[]) => {
      for (const [cause, text] of causes) {
        await page.getByLabel("What starts it").selectOption(cause);
        await page.getByLabel("Message of the lead").fill(text);
        await page.getByRole("button", { name: "Play" }).click();
        await page.getByText("It starts the scenario.").waitFor();
        const chat = page.getByRole("log");
        await chat.getByText(text, { exact: true }).waitFor();
        await chat.getByText("It is 90 €.", { exact: true }).waitFor();
        await shoot(page, `simulate-${cause.replaceAll(" ", "-")}`);
        await page.getByRole("button", { name: "Start again" }).click();
        await page.getByLabel("What starts it").waitFor();
      }
    };
    const instagram = [
      { type: "comment", data: { words: ["PRICE"] } },
      { type: "story_reply", data: {} },
    ];
    await withConsole(browser, await played("instagram", instagram), (page) =>
      starts(page, [
        ["The lead comments on a post", "PRICE?"],
        ["The lead replies to a story", "Love it"],
      ]),
    );
    const whatsapp = [{ type: "ad_click", data: {} }];
    await withConsole(browser, await played("whatsapp", whatsapp), async (page) => {
      expect(await page.getByRole("option", { name: /story|comments/ }).count()).toBe(0);
      await starts(page, [["The lead comes by an ad and writes", "I saw your ad"]]);
    });
    const id = await editor.newScenario("Form", {
      nodes: [
        {
          ...{ id: "ask", type: "message" },
          data: {
            ...{ type: "flow", text: "What would you like to learn?" },
            flow: { flow_id: "112", cta: "Open the form" },
          },
        },
        {
          ...{ id: "answer", type: "wait_for_reply" },
          data: { timeout_seconds: 3_600, flow: { save: { course: "course" } } },
        },
        { id: "end", type: "exit" },
      ],
      edges: [
        { source: "ask", target: "answer" },
        ...["answers", "reply", "timeout"].map((handle) => ({
          ...{ source: "answer", target: "end", source_handle: handle },
        })),
      ],
    });
    const form = { token, path: `/scenarios/${id}?panel=simulate`, ...wide };
    await withConsole(browser, form, async (page) => {
      await page.getByRole("button", { name: "Play" }).click();
      await page.getByRole("log").getByText("Open the form").waitFor();
      await page.getByRole("button", { name: "What else the lead can do" }).click();
      await page.getByRole("menuitem", { name: "Fill in the form" }).click();
      await page.getByRole("log").getByText("Filled in the form", { exact: true }).waitFor();
      await page.getByText("The run has ended: Came to an exit").waitFor();
      await show(page, "simulate-form");
    });
  });

  it("is duplicated up to the limit, and says what to do where too many are on", async () => {
    const own = await newWorkspace("Full");
    const { newScenario, open, read } = editorOf(browser, own);
    const word = { type: "keyword", data: { words: ["GUIDE"] } };
    const triggers = Array.from({ length: 19 }, (_, at) => ({ ...word, id: `word-${at}` }));
    const id = await newScenario("Full", { nodes: [START], triggers });
    const { data } = await call<{ data: { workspace: { id: number } } }>(own, "GET", "/me");
    await call(OPERATOR_TOKEN, "PATCH", `/workspaces/${data.workspace.id}`, {
      quotas: { triggers: 5 },
    });
    await open(id, async (page) => {
      const heads = card(page, "A keyword is written");
      const duplicate = settings(page).getByRole("button", { name: "Duplicate" });
      await heads.nth(9).click();
      await duplicate.click();
      await page.getByText("Draft saved").waitFor();
      expect((await read(id, "/draft")).triggers?.at(-1)).toMatchObject({
        ...word,
        id: "keyword-1",
      });
      await duplicate.click();
      await page.getByText("A scenario has at most 20 of these.").last().waitFor();
      expect(await heads.count()).toBe(20);
      await page.getByRole("switch", { name: "Activate the scenario" }).click();
      await page.getByText("Too many triggers are on in the workspace.").waitFor();
      await page.getByRole("button", { name: "Publish" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("No run is under way.").waitFor();
      expect(await dialog.getByText("From then on it starts when:").count()).toBe(0);
      await dialog.getByLabel("Activate the scenario, too").check();
      await dialog.getByText("From then on it starts when:").waitFor();
      await dialog.getByRole("button", { name: "Publish" }).click();
      await dialog.getByText("Remove some, pause scenarios").waitFor();
      await show(page, "triggers-full");
      await dialog.getByRole("link", { name: "Show all automatic starts" }).click();
      await page.getByRole("heading", { name: "Automatic starts" }).waitFor();
    });
  });

  it("is listed for all scenarios, by type and by state, and leads to the editor", async () => {
    const own = await newWorkspace("Listed");
    const { newScenario } = editorOf(browser, own);
    const graph = { nodes: [START], edges: [] };
    const word = { id: "word", type: "keyword", data: { words: ["GUIDE"] } };
    const tap = { id: "tap", type: "tap", data: { payloads: [] } };
    await withConsole(browser, { token: own, path: "/scenarios?view=starts" }, async (page) => {
      await page.getByText("Nothing starts by itself yet").waitFor();
      await newScenario("Guide", { ...graph, triggers: [word], is_active: true });
      await newScenario("Menu", { ...graph, triggers: [tap, word], is_active: true });
      await page.reload();
      const rows = page.locator("tbody tr");
      await rows.filter({ hasText: "Off: needs fixing" }).getByText("A button is tapped").waitFor();
      expect(await rows.filter({ hasText: "“GUIDE”" }).getByText("On").count()).toBe(2);
      await show(page, "starts");
      await page.getByLabel("Starts when …").selectOption("A keyword is written");
      await page.getByRole("button", { name: "Off", exact: true }).click();
      await page.getByText("Nothing matches").waitFor();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await rows.getByRole("link", { name: "Guide" }).first().click();
      await card(page, "A keyword is written").getByText("On", { exact: true }).waitFor();
      await settings(page).getByRole("heading").and(page.locator(":focus")).waitFor();
      expect(new URL(page.url()).searchParams.get("head")).toBe("word");
    });
    const french = { token: own, path: "/scenarios?view=starts", locale: "fr-FR", ...phone };
    await withConsole(browser, french, async (page) => {
      await page.locator("tbody").getByText("Un bouton est touché").waitFor();
      await show(page, "starts-phone");
    });
  });
});
