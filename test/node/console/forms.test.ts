import type { Browser, Locator, Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { DEMO_TOKEN, OPERATOR_TOKEN, withConsole } from "../support/console";

/** Where each dialog is, and the buttons that open it. */
const DIALOGS = [
  ["/leads", "New lead"],
  ["/leads/1", "More", "Edit"],
  ["/leads/1", "Message"],
  ["/leads/1", "Edit profile"],
  ["/scenarios", "New scenario"],
  ["/settings/tags", "Create a tag"],
  ["/settings/replies", "Write a reply"],
  ["/links", "Create a link"],
  ["/developers/tokens", "Create a token"],
  ["/developers/webhooks", "Add an endpoint"],
  ["/channels/1", "Edit"],
  ["/channels/1/templates", "New template"],
  ["/privacy/suppressions", "Add"],
] as const;
const OF_THE_OPERATOR = [
  ["/workspaces", "Create a workspace"],
  ["/workspaces/1", "Suspend"],
  ["/workspaces/1", "Change the quotas"],
  ["/workspaces/1", "More", "Edit"],
  ["/health", "Register"],
] as const;

const EXAMPLES: Record<string, string> = {
  url: "https://example.com",
  number: "1",
  tel: "+33639980404",
  date: "2030-01-01",
  "datetime-local": "2030-01-01T10:00",
};

/** Refuses all that is to be changed, for each field that was sent. */
async function refuse(route: Route) {
  const request = route.request();
  if (request.method() === "GET") return route.continue();
  const sent = Object.keys(request.postDataJSON() ?? {});
  const errors = sent.map((field) => [field, [`The ${field} field format is invalid.`]]);
  await route.fulfill({
    status: 422,
    json: { message: "Refused.", errors: Object.fromEntries(errors) },
  });
}

async function open(page: Page, names: readonly string[]) {
  for (const [index, name] of names.entries())
    await page
      .getByRole(index === 0 ? "button" : "menuitem", { name })
      .first()
      .press("Enter");
  const dialog = page.getByRole("dialog").filter({ has: page.locator("form") });
  await dialog.waitFor();
  return dialog;
}

/** Enters something wherever nothing is. */
async function fill(dialog: Locator) {
  for (const field of await dialog.locator("input, textarea, select").all()) {
    if (!(await field.isVisible()) || !(await field.isEnabled())) continue;
    const kind = (await field.getAttribute("type")) ?? "text";
    if (["checkbox", "radio", "file", "search"].includes(kind) || (await field.inputValue()))
      continue;
    const isChoice = await field.evaluate(({ tagName }) => tagName === "SELECT");
    if (!isChoice) await field.fill(EXAMPLES[kind] ?? "{}");
    else if ((await field.locator("option").count()) > 1) await field.selectOption({ index: 1 });
  }
}

/** True if the focus is on the first element of a dialog that `selector` finds, and in view. */
const isOnFirst = (dialog: Locator, selector: string) =>
  dialog.evaluate((box, css) => {
    const first = [...box.querySelectorAll(css)].find((element) => element.checkVisibility());
    const focused = document.activeElement;
    const { top = -1, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
    return Boolean(first?.contains(focused)) && top >= 0 && bottom <= innerHeight;
  }, selector);

describe.skipIf(!hasChromium)("the forms", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it.each([
    ...DIALOGS.map((dialog) => [dialog.join(" > "), DEMO_TOKEN, dialog] as const),
    ...OF_THE_OPERATOR.map((dialog) => [dialog.join(" > "), OPERATOR_TOKEN, dialog] as const),
  ])("open on their first field, and go to their first fault: %s", async (_, token, dialog) => {
    const [path, ...names] = dialog;
    // Low, so that what is below the fold has to be scrolled to.
    const viewport = { width: 1280, height: 600 };
    await withConsole(browser, { token, path, viewport }, async (page) => {
      await page.route("**/v1/**", refuse);
      const form = await open(page, names);
      await expect.poll(() => isOnFirst(form, "input, textarea, select")).toBe(true);
      await fill(form);
      await form.locator("[type=submit]").last().click();
      await expect.poll(() => isOnFirst(form, "[aria-invalid=true], [data-fault]")).toBe(true);
    });
  });

  it.each([
    ["/developers/tokens", "Create a token", "abilities"],
    ["/leads", "New lead", "variables.city"],
  ])("go to a fault of what is no input: %s", (path, name, fault) =>
    withConsole(browser, { token: DEMO_TOKEN, path }, async (page) => {
      await page.route("**/v1/**", (route) =>
        route.request().method() === "GET"
          ? route.continue()
          : route.fulfill({ status: 422, json: { message: "No.", errors: { [fault]: ["No."] } } }),
      );
      const form = await open(page, [name]);
      await fill(form);
      await form.locator("[type=submit]").last().click();
      await form.getByText("No.", { exact: true }).waitFor();
      await expect.poll(() => isOnFirst(form, "[data-fault]")).toBe(true);
    }),
  );

  it("say at their top what none of their fields shows", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/settings/tags" }, async (page) => {
      const errors = { label: ["Bad label."], "colour.0": ["Bad colour."], icon: ["Bad icon."] };
      await page.route("**/v1/tags", (route) =>
        route.request().method() === "GET"
          ? route.continue()
          : route.fulfill({ status: 422, json: { message: "Refused.", errors } }),
      );
      const form = await open(page, ["Create a tag"]);
      await form.locator("[type=submit]").click();
      await form.getByText("Bad label.", { exact: true }).waitFor();
      const note = form.getByText("Bad colour. Bad icon.", { exact: true });
      await expect.poll(() => isOnFirst(form, "[data-fault]")).toBe(true);
      const [above, below] = [
        await note.boundingBox(),
        await form.getByLabel("Label").boundingBox(),
      ];
      expect(above?.y).toBeLessThan(below?.y ?? 0);
    }));

  it("show the API's own texts where what says them better can't be read", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/settings", hasFaults: true },
      async (page) => {
        await page.route(/\/files\/field-words-/, (route) => route.abort());
        await page.getByLabel("Where people can go next").fill("example");
        await page.getByRole("button", { name: "Save" }).last().click();
        await page.getByText(/^The fallback.url field/).waitFor();
      },
    ));
});
