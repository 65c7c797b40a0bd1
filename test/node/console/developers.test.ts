import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
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
import { newGate } from "../support/gates";
import { atEachLoad } from "../support/tabs";

/** Each part, and what is there once it is. */
const PARTS = [
  ["tokens", "Camille"],
  ["webhooks", /Add an endpoint|Ajouter un point d’accès/],
  ["events", /^(run|message|conversation|lead|link)\./],
  ["audit", /^(Request|Requête)$/],
  ["usage", /By day|Par jour/],
  ["reference", "Agents"],
] as const;

/** The first with a text, which the options of a select have as well. */
const there = (page: Page, text: string | RegExp) =>
  page.getByText(text).and(page.locator(":not(option)")).first();

/** A server that fails at first, and answers well once `isWell`. */
function startReceiver() {
  const state = { isWell: false };
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(state.isWell ? 200 : 500).end(state.isWell ? "thanks" : "not now");
  });
  return new Promise<{ server: Server; url: string; state: typeof state }>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, url: `http://localhost:${port}/hook`, state });
    });
  });
}

describe.skipIf(!hasChromium)("the console's screen for developers", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("creates a token with chosen abilities, shows it once, and revokes it with its children", async () => {
    const token = await newWorkspace("Jetons");
    await withConsole(browser, { token, path: "/developers" }, async (page) => {
      await page.getByRole("button", { name: "Create a token" }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: "Create a token" }).click();
      await form.getByText("Fill this in.").waitFor();
      await form.getByLabel("Name").fill("Nightly export");
      await form.getByLabel("Expires").selectOption({ label: "In 90 days" });
      await form.getByRole("button", { name: "Choose…" }).click();
      const tokens = form.getByRole("group", { name: "Tokens" });
      await tokens.getByRole("button", { name: "Read and change" }).click();
      await shoot(page, "developers-token-form");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Create a token" }).click();
      const secret = await page.getByRole("dialog").locator("code").textContent();
      await shoot(page, "developers-token-made");
      await call(secret ?? "", "POST", "/tokens", {
        name: "Made by it",
        abilities: ["tokens:read"],
      });
      await page.getByRole("button", { name: "I have saved it" }).click();

      await page.reload();
      await page.getByText("Made by it").waitFor();
      expect(await page.getByText(secret ?? "").count()).toBe(0);
      await page.getByRole("button", { name: "Revoke “Nightly export”" }).click();
      await page.getByLabel(/Also revoke what it has made/).check();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText("2 tokens revoked.").waitFor();
      await page.getByText("Made by it", { exact: true }).waitFor({ state: "detached" });
    });
  });

  it("registers an endpoint, and shows, retries and replays its deliveries", async () => {
    const { server, url, state } = await startReceiver();
    const token = await newWorkspace("Webhooks");
    await withConsole(browser, { token, path: "/developers/webhooks" }, async (page) => {
      await page.getByRole("button", { name: "Add an endpoint" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("URL").fill("ftp://nowhere");
      await form.getByRole("button", { name: "Choose…" }).click();
      await form.getByText("Leads", { exact: true }).click();
      await form.getByText("All, including future types").filter({ visible: true }).waitFor();
      await form.getByLabel("lead.created").check();
      await form.getByRole("button", { name: "Add an endpoint" }).click();
      await form.getByRole("alert").first().waitFor();
      await expectAccessible(page);
      await shoot(page, "developers-endpoint-form");
      await form.getByLabel("URL").fill(url);
      await form.getByRole("button", { name: "Add an endpoint" }).click();
      await page.getByText(/^whsec_/).waitFor();
      await page.getByRole("button", { name: "I have saved it" }).click();

      const show = page.getByRole("button", { name: "Show", exact: true });
      const answer = await newGate(page, "GET", /default-secret$/, { holds: "answers" });
      await show.click();
      // The one that is on its way would be taken for the new one.
      await page.getByRole("button", { name: "Replace the secret", disabled: true }).waitFor();
      await answer.letGo();
      await page.getByText(/^whsec_/).waitFor();

      await page.getByRole("link", { name: url }).click();
      await page.getByRole("button", { name: "Send a test" }).click();
      await page.getByRole("button", { name: /webhook_endpoint\.test/ }).click();
      const drawer = page.getByRole("dialog");
      await drawer.getByText("not now").waitFor();
      await shoot(page, "developers-delivery");
      await expectAccessible(page);
      state.isWell = true;
      await drawer.getByRole("button", { name: "Send again" }).click();
      await drawer.getByText("thanks").waitFor();
      await drawer.getByRole("button", { name: "Close" }).click();

      await call(token, "POST", "/leads", { first_name: "Maud" });
      await page.getByRole("button", { name: "Delivered", exact: true }).click();
      await page.getByRole("button", { name: /lead\.created/ }).waitFor();
      await shoot(page, "developers-endpoint");
      await page.getByRole("button", { name: "More" }).first().click();
      await page.getByRole("menuitem", { name: "Send events again…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
      await page.getByText("1 event is sent again.").waitFor();
      await page.getByRole("button", { name: "More" }).first().click();
      await page.getByRole("menuitem", { name: "Switch off" }).click();
      await page.getByText("Switched off").waitFor();
    });
    server.close();
  });

  it("shows events as they happen, unless it is paused", async () => {
    const token = await newWorkspace("Événements");
    await withConsole(browser, { token, path: "/developers/events" }, async (page) => {
      await page.getByText("New events appear here at once.").waitFor();
      await call(token, "POST", "/leads", { first_name: "Ada", last_name: "Loveless" });
      await page.getByText("Ada Loveless").waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      await call(token, "POST", "/leads", { first_name: "ليلى" });
      await page.getByRole("button", { name: "Resume (1 new)" }).waitFor();
      expect(await page.getByText("ليلى").count()).toBe(0);
      await page.getByRole("button", { name: "Resume (1 new)" }).click();
      await page.getByText("ليلى").waitFor();
      await page.getByRole("button", { name: /Ada Loveless/ }).click();
      await page
        .getByRole("region", { name: "The event as JSON" })
        .getByText('"lead.created"')
        .waitFor();
      await shoot(page, "developers-event");
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByLabel("Types of events").selectOption("message.*");
      await page.getByText("Nothing has happened").waitFor();
    });
  });

  it("lists who changed what, and filters it", async () => {
    const token = await newWorkspace("Audit");
    await call(token, "POST", "/tags", { label: "VIP" });
    await call(token, "PATCH", "/settings", { time_zone: "Europe/Paris" });
    const job = { name: "Old job", abilities: ["tags:write"] };
    const made = await call<{ data: { id: number; token: string } }>(token, "POST", "/tokens", job);
    await call(made.data.token, "POST", "/tags", { label: "Made by the job" });
    await call(token, "DELETE", `/tokens/${made.data.id}`);
    await withConsole(browser, { token, path: "/developers/audit" }, async (page) => {
      await page
        .getByText(/^Tag \d+ created$/)
        .first()
        .waitFor();
      await page.getByText("Token Old job revoked").waitFor();
      await page.getByLabel("What").selectOption({ label: "Settings" });
      await page.getByText("Settings updated").waitFor();
      expect(await page.getByText(/^Tag \d+ created$/).count()).toBe(0);
      await page.getByLabel("Who").selectOption({ label: "Operator" });
      await page.getByText("Nothing was changed").waitFor();
    });
  });

  it("is accessible in both themes", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/developers" }, async (page) => {
      for (const [part, text] of PARTS) {
        await page.locator(`nav a[href$="/developers/${part}"]`).click();
        await there(page, text).waitFor();
        await show(page, `developers-${part}`);
      }
    }));

  it("fits on a phone, in French", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/developers", locale: "fr-FR", ...phone },
      async (page) => {
        for (const [part, text] of PARTS) {
          await page.locator(`nav a[href$="/developers/${part}"]`).click();
          await there(page, text).waitFor();
          await shoot(page, `developers-${part}-phone`);
          expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390);
          // Rows become blocks, each value with its heading.
          if (part === "tokens")
            expect(
              await page
                .getByRole("cell")
                .nth(1)
                .evaluate((cell: Element) => getComputedStyle(cell, "::before").content),
            ).toBe('"Ce qu’il permet"');
        }
      },
    ));

  it("opens in a browser whose language is no locale", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/developers" }, async (page) => {
      await atEachLoad(page, () => {
        Object.defineProperty(navigator, "languages", { get: () => ["en-US@posix"] });
      });
      await page.reload();
      await page.getByText("Camille").waitFor();
    }));

  it("asks for nothing that the token may not have", async () => {
    const token = await newWorkspace("Peu de droits");
    const lead = await call(token, "POST", "/leads", { first_name: "Ada" });
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", {
      name: "Little",
      abilities: ["leads:read", "webhooks:read"],
    });
    await withConsole(browser, { token: data.token }, async (page) => {
      const refused: string[] = [];
      page.on("response", (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      // Without loading the page again, so that one screen follows another.
      const open = (path: string) =>
        page.evaluate((to) => {
          history.pushState({}, "", to);
          dispatchEvent(new PopStateEvent("popstate", { state: {} }));
        }, `/console${path}`);
      const closed = page.getByRole("heading", { name: "Your token can’t open this" });
      for (const [path, heading] of [
        ["/leads", "Leads"],
        [`/leads/${lead.data.id}`, "Ada"],
        ["/inbox", null],
        ["/developers", "Developers"],
        ["/developers/usage", null],
        ["/developers/reference", "Developers"],
        ["/leads/import", null],
        ["/privacy/consents", "Privacy"],
        ["/privacy/retention", null],
        ["/settings/general", null],
        ["/settings", "Settings"],
        ["/scenarios/1", null],
        ["/", "Home"],
      ] as const) {
        await open(path);
        if (heading) await page.getByRole("heading", { name: heading, exact: true }).waitFor();
        else await closed.waitFor();
      }
      expect(refused).toEqual([]);
    });
  });

  it("opens only what the token may see", async () => {
    const token = await newWorkspace("Droits");
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", {
      name: "Usage only",
      abilities: ["usage:read"],
    });
    await withConsole(browser, { token: data.token, path: "/developers" }, async (page) => {
      await page.getByText("API requests").first().or(page.getByText("Leads")).first().waitFor();
      expect(page.url()).toMatch(/\/developers\/usage$/);
      expect(await page.getByRole("link", { name: "Tokens" }).count()).toBe(0);
      for (const [path, ability] of [
        ["/developers/tokens", "tokens:read"],
        ["/leads", "leads:read"],
        ["/workspaces", "the operator's token alone"],
      ]) {
        await page.goto(new URL(`/console${path}`, page.url()).href);
        await page.getByRole("heading", { name: "Your token can’t open this" }).waitFor();
        await page.getByText(ability ?? "").waitFor();
        await expectAccessible(page);
      }
    });
  });
});
