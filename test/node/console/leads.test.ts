import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  origin,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";

type Outcome = { data: { id: number }[] };
type Leads = { data: { id: number; tags: { label: string }[]; pipeline_stage: string }[] };

/** A workspace with leads called Ada 1, Ada 2 and so on, every other of them in stage `won`. */
async function workspaceOf(count: number) {
  const token = await newWorkspace("Leads of the console");
  const leads = Array.from({ length: count }, (_, index) => ({
    first_name: "Ada",
    last_name: String(index + 1),
    ext_id: `ada-${index + 1}`,
    pipeline_stage: index % 2 === 0 ? "new" : "won",
  }));
  const { data } = await call<Outcome>(token, "POST", "/leads/batch", { mode: "create", leads });
  return { token, ids: data.map(({ id }) => id) };
}

const row = (page: Page, name: string) => page.getByRole("row", { name });
/** Others may have come before those that the demo begins with. */
const anyLead = (page: Page) => page.getByRole("grid").getByRole("link").first();
const chooseRow = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name}`, exact: true });

describe.skipIf(!hasChromium)("the console's leads", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("are a table", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/leads" }, async (page) => {
      await anyLead(page).waitFor();
      await show(page, "leads");
    }));

  it("are cards on a phone", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/leads", ...phone }, async (page) => {
      await anyLead(page).waitFor();
      await shoot(page, "leads-phone");
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }));

  it("scroll through all pages and back", async () => {
    const { token } = await workspaceOf(350);
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await row(page, "Ada 350").waitFor();
      const grid = page.getByRole("grid", { name: "Leads" });
      for (const name of ["Ada 250", "Ada 150", "Ada 50"]) {
        await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await row(page, name).waitFor();
      }
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.getByRole("link", { name: "Ada 1", exact: true }).waitFor();
      await page.getByText("350 leads").waitFor();
      expect(await page.getByRole("row").count()).toBeLessThan(60);
      await grid.evaluate((element) => element.scrollTo(0, 0));
      await row(page, "Ada 350").waitFor();
    });
  });

  it("are walked, chosen and opened by keyboard", async () => {
    const { token } = await workspaceOf(20);
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await row(page, "Ada 20").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press(" ");
      await page.getByText("1 lead selected").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.getByText("3 leads selected").waitFor();
      await page.keyboard.press("Control+a");
      await page.getByText("Everyone who matches is selected").waitFor();
      await page.keyboard.press("Escape");
      expect(await page.getByRole("toolbar").count()).toBe(0);
      await page.keyboard.press("Home");
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Ada 19" }).waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Columns and density" }).click();
      await page.getByRole("checkbox", { name: "External id" }).click();
      await page.getByRole("button", { name: "Compact" }).click();
      await shoot(page, "leads-columns");
      await page.reload();
      await row(page, "ada-20").waitFor();
    });
  });

  it("are found by all that is typed, and left in peace once one goes on", async () => {
    const { token } = await workspaceOf(20);
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await row(page, "Ada 20").waitFor();
      const search = page.getByRole("searchbox", { name: "Search leads" });
      // More is typed at the moment at which the address follows.
      await search.evaluate((input: HTMLInputElement) => {
        const { replaceState } = history;
        history.replaceState = (...state) => {
          history.replaceState = replaceState;
          replaceState.apply(history, state);
          input.focus();
          document.execCommand("insertText", false, "3");
        };
      });
      await search.fill("ada 1");
      await page.getByText("1 lead", { exact: true }).waitFor();
      expect(await search.inputValue()).toBe("ada 13");

      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route("**/files/inbox-*.js", (route) => held.then(() => route.continue()));
      await search.fill("ada");
      await page.getByRole("link", { name: "Inbox" }).first().click();
      // By then, the typing has rested.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      letGo();
      await page.getByRole("heading", { name: "Inbox", exact: true }).waitFor();
      expect(page.url()).toBe(`${origin}/console/inbox`);
    });
  });

  it("that are chosen keep to their filters", async () => {
    const { token } = await workspaceOf(20);
    await withConsole(browser, { token, path: "/leads?pipeline_stage=won" }, async (page) => {
      await page.getByText("10 leads").waitFor();
      await page.getByRole("button", { name: "Remove the filter Stage" }).click();
      await page.getByText("20 leads").waitFor();
      await chooseRow(page, "Ada 20").click();
      await page.getByRole("button", { name: "Add tags" }).click();
      await page.getByRole("dialog").waitFor();
      await page.goBack();
      await page.getByText("10 leads").waitFor();
      await chooseRow(page, "Ada 20").click();
      await page.getByText("1 lead selected").waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
    });
  });

  it("are filtered by chips that stand in the address, and kept as a segment", async () => {
    const { token } = await workspaceOf(20);
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await row(page, "Ada 20").waitFor();
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("menuitem", { name: "Stage", exact: true }).click();
      await page.getByRole("radio", { name: "Won" }).click();
      await page.getByText("10 leads").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("ada 1");
      await page.getByText("5 leads").waitFor();
      await page.reload();
      await page.getByText("5 leads").waitFor();
      expect(new URL(page.url()).searchParams.get("pipeline_stage")).toBe("won");
      await page.getByRole("button", { name: "Save as segment" }).click();
      await page.getByRole("textbox", { name: "Name" }).fill("Won, called Ada 1");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Won, called Ada 1", exact: true }).click();
      await shoot(page, "leads-segment");
      await page.getByRole("menuitem", { name: "Change its filters" }).click();
      await page.getByRole("button", { name: "Remove the filter Stage" }).click();
      await page.getByRole("button", { name: /Save to/ }).click();
      await page.getByText("11 leads").waitFor();
      await page.getByRole("button", { name: "Won, called Ada 1", exact: true }).click();
      await page.getByRole("menuitem", { name: "Delete segment" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("20 leads").waitFor();
    });
  });

  it("are tagged and moved by the hundred, and exported", async () => {
    const { token } = await workspaceOf(120);
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await chooseRow(page, "Ada 120").click();
      await chooseRow(page, "Ada 116").click({ modifiers: ["Shift"] });
      await page.getByText("5 leads selected").waitFor();
      await page.getByRole("button", { name: "Add tags" }).click();
      await page.getByRole("searchbox", { name: "Find a tag" }).fill("VIP 💎");
      await page.getByRole("button", { name: "Create “VIP 💎”" }).click();
      await page.getByRole("checkbox", { name: "VIP 💎" }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Add tags" }).click();
      await page.getByText("Done · 5 of 5").waitFor();
      await row(page, "VIP 💎").nth(4).waitFor();

      await chooseRow(page, "Ada 120").click();
      await page.getByRole("button", { name: "Select everyone who matches" }).click();
      await page.getByRole("button", { name: "Move to stage" }).click();
      await page.getByRole("menuitem", { name: "Qualified" }).click();
      await page.getByText("Done · 120 leads").waitFor();

      await chooseRow(page, "Ada 120").click();
      await page.getByRole("button", { name: "Remove tags" }).click();
      await page.getByRole("checkbox", { name: "VIP 💎" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove tags" }).click();
      await page.getByText("Done · 1 of 1").waitFor();
      const { data } = await call<Leads>(token, "GET", "/leads?per_page=100");
      expect(data.map(({ pipeline_stage }) => pipeline_stage)).toEqual(
        Array(100).fill("qualified"),
      );
      expect(data.filter(({ tags }) => tags.length > 0)).toHaveLength(4);

      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "CSV, for spreadsheets" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
      const lines = readFileSync(await download.path(), "utf8")
        .trim()
        .split("\r\n");
      expect(lines).toHaveLength(121);
      expect(lines[0]).toBe(
        "first_name,last_name,pipeline_stage,warmth,tags,phone,last_inbound_at,created_at",
      );
      await page.getByText("Done · 120 leads").waitFor();
      await shoot(page, "leads-work");
    });
  });

  it("are enrolled once it is seen who would be, and who not and why", async () => {
    const { token, ids } = await workspaceOf(20);
    await call(token, "POST", `/leads/${ids[19]}/opt-out`);
    for (const name of ["Farewell", "Welcome"])
      await call(token, "POST", "/scenarios", {
        name,
        platform: "whatsapp",
        nodes: [{ id: "end", type: "exit" }],
      });
    await withConsole(browser, { token, path: "/leads", colorScheme: "dark" }, async (page) => {
      await chooseRow(page, "Ada 20").click();
      await page.getByRole("button", { name: "Select everyone who matches" }).click();
      await page.getByRole("button", { name: "Enrol", exact: true }).click();
      await page.getByRole("combobox", { name: "Scenario" }).selectOption({ index: 1 });
      await page.getByRole("button", { name: "Enrol 19 leads" }).waitFor();
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(/dry_run=1/, (route) => held.then(() => route.continue()));
      await page.getByRole("combobox", { name: "Scenario" }).selectOption({ index: 2 });
      const enrol = page.getByRole("dialog").getByRole("button", { name: "Enrol", exact: true });
      expect(await enrol.isDisabled()).toBe(true);
      letGo();
      await page.getByRole("button", { name: "Enrol 19 leads" }).waitFor();
      await page.getByText("has opted out").waitFor();
      await page.getByLabel("Begin at").fill("2020-01-01T10:00");
      await page.getByRole("button", { name: "Enrol 19 leads" }).click();
      await page.getByRole("alert").waitFor();
      await shoot(page, "leads-enrol");
      await expectAccessible(page);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel("Begin at").fill(`${tomorrow}T10:00`);
      await page.getByLabel("Leads per hour").fill("60");
      await page.getByRole("button", { name: "Enrol 19 leads" }).click();
      await page
        .getByRole("dialog")
        .getByText(/Begins .* · 60 per hour/)
        .waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
      await page.getByRole("button", { name: "Cancel enrolment" }).click();
      await page.getByText(/Cancelled/).waitFor();
    });
  });
});
