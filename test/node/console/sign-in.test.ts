import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  OPERATOR_TOKEN,
  origin,
  phone,
  shoot,
  withConsole,
} from "../support/console";

describe.skipIf(!hasChromium)("the console's sign-in", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("opens the demo with one click, and stays signed in when the page is loaded again", () =>
    withConsole(browser, {}, async (page) => {
      const explore = page.getByRole("button", { name: "Explore the demo workspace" });
      await explore.waitFor();
      await shoot(page, "sign-in");
      await expectAccessible(page);
      await explore.click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      await page.reload();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
    }));

  it("keeps nothing of a session for the next one", () =>
    withConsole(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      await page.evaluate(() => sessionStorage.setItem("import-7", "{}"));
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    }));

  it("says why a tab can't go on with its token, and keeps it for that alone", async () => {
    const other = await newWorkspace("Autre atelier");
    await withConsole(browser, {}, async (page) => {
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      const limited = { status: 429, json: { message: "Too many requests." } };
      await page.route(`${origin}/v1/me`, (route) => route.fulfill(limited));
      await page.reload();
      await page
        .getByRole("alert")
        .getByText(/Too many requests/)
        .waitFor();
      await page.unroute(`${origin}/v1/me`);
      const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
      await page.route(`${origin}/v1/me`, (route) => held.then(() => route.continue()));
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("img", { name: "Loading" }).waitFor();
      goOn();
      await page.getByRole("link", { name: "Inbox" }).waitFor();

      await page.evaluate(() => sessionStorage.setItem("import-7", "{}"));
      await page.route(`${origin}/v1/me`, (route) => route.fulfill(limited));
      await page.reload();
      await page
        .getByRole("alert")
        .getByText(/Too many requests/)
        .waitFor();
      await page.unroute(`${origin}/v1/me`);
      await page.getByLabel("API token").fill(other);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "Inbox" }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem("import-7"))).toBeNull();
    });
  });

  it("loads a screen once there is a network", () =>
    withConsole(browser, { token: DEMO_TOKEN }, async (page) => {
      const goTo = (state: "online" | "offline") =>
        page.evaluate((to) => {
          Object.defineProperty(navigator, "onLine", {
            value: to === "online",
            configurable: true,
          });
          dispatchEvent(new Event(to));
        }, state);
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      await goTo("offline");
      await page.getByRole("link", { name: "Channels" }).click();
      await page.getByRole("heading", { name: /can't be reached/ }).waitFor();
      await goTo("online");
      await page.getByRole("heading", { name: "Channels", exact: true }).waitFor();
    }));

  it("keeps what is edited where a token stops working, for its own workspace alone", async () => {
    const owner = await newWorkspace("Maison Soleil");
    const other = await newWorkspace("Autre maison");
    const newToken = () =>
      call<{ data: { id: number; token: string } }>(owner, "POST", "/tokens", {
        name: "Colleague",
      });
    const [first, second] = await Promise.all([newToken(), newToken()]);
    const revoke = ({ data }: typeof first) => call(owner, "DELETE", `/tokens/${data.id}`);
    await withConsole(browser, { path: "/settings/tags" }, async (page) => {
      const signIn = async (token: string) => {
        await page.getByLabel("API token").fill(token);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      };
      const lapsed = page.getByText(/Sign in to Maison Soleil again/);
      const write = async (label: string) => {
        // A browser reports a stream that is refused, as it would be with a ticket of a revoked
        // token.
        await page.getByText("Live", { exact: true }).waitFor();
        await page.getByRole("button", { name: "Create a tag" }).click();
        await page.getByLabel("Label").fill(label);
      };
      await signIn(first.data.token);
      await write("Prospect");
      await revoke(first);
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await lapsed.waitFor();
      await shoot(page, "sign-in-lapsed");
      await page.keyboard.press("Escape");
      await signIn(second.data.token);
      await page.getByRole("cell", { name: "Prospect", exact: true }).waitFor();
      expect(await lapsed.count()).toBe(0);

      await write("Secret");
      await revoke(second);
      await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
      await lapsed.waitFor();
      await signIn(other);
      await page.getByText("No tags yet").waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(await page.getByText(/Prospect|Secret|Maison Soleil/).count()).toBe(0);
    });
  });

  it.each([
    ["an unknown token", "lea_0123456789012345678901234567890123456789012", /No workspace has/],
    ["a malformed token", "lea_ é", /This is not a token/],
  ])("says what is wrong with %s", (_, token, message) =>
    withConsole(browser, { colorScheme: "dark" }, async (page) => {
      await page.getByLabel("API token").fill(token);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("alert").getByText(message).waitFor();
      await expectAccessible(page);
    }),
  );

  it("opens the operator's screens with the operator's token", () =>
    withConsole(browser, { path: "/" }, async (page) => {
      await page.getByRole("button", { name: "Explore the demo workspace" }).click();
      await page.getByRole("heading", { name: "Home", exact: true }).waitFor();
      await page.getByRole("button", { name: "Account and appearance" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("API token").fill(OPERATOR_TOKEN);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      const places = page.getByRole("navigation");
      await places.getByRole("link", { name: "Workspaces" }).first().waitFor();
      expect(await places.getByRole("link", { name: "Inbox" }).count()).toBe(0);
      await page.getByRole("heading", { name: "Workspaces", exact: true }).waitFor();
    }));

  it("is in French for those who read French, and changes at once", () =>
    withConsole(browser, { locale: "fr-FR", token: DEMO_TOKEN, ...phone }, async (page) => {
      await page.getByRole("link", { name: "Accueil" }).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe("fr");
      await page.getByRole("button", { name: "Plus" }).click();
      await page.getByRole("button", { name: "English" }).click();
      await page.getByRole("link", { name: "Home" }).waitFor();
      await page.getByRole("button", { name: "Dark" }).click();
      await expectAccessible(page);
    }));
});
