import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  expectAccessible,
  newWorkspace,
  OPERATOR_TOKEN,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";

type Me = { data: { workspace: { id: number; name: string } } };

describe.skipIf(!hasChromium)("the operator's console", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("creates a workspace, shows its token once, and changes its quotas", () =>
    withConsole(browser, { token: OPERATOR_TOKEN }, async (page) => {
      await page.getByRole("heading", { name: "Workspaces", exact: true }).waitFor();
      expect(page.url()).toMatch(/\/console\/workspaces$/);
      await page.getByRole("button", { name: "Create a workspace" }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: "Create a workspace" }).click();
      await form.getByText("Fill this in.").waitFor();
      await form.getByLabel("Name").fill("Studio Nord");
      const country = form.getByLabel("Country");
      await country.pressSequentially("Germany");
      expect(await country.inputValue()).toBe("DE");
      await country.selectOption("Belgium");
      await form.getByRole("button", { name: "Create a workspace" }).click();
      const token = await page.getByRole("dialog").getByText(/^lea_/).textContent();
      const { data } = await call<Me>(token ?? "", "GET", "/me");
      expect(data.workspace.name).toBe("Studio Nord");
      await page.getByRole("button", { name: "I have saved it" }).click();

      await page.getByRole("heading", { name: "Studio Nord" }).waitFor();
      await page.getByRole("button", { name: "Change the quotas" }).click();
      await page.getByRole("dialog").getByLabel("Leads").fill("50");
      await expectAccessible(page);
      await shoot(page, "operator-quotas");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByText("0 of 50", { exact: true }).waitFor();

      await page.getByRole("link", { name: "Tokens" }).click();
      await page.getByText("First token").waitFor();
      await page.getByRole("button", { name: "Create a token" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Lost and found");
      await page.getByRole("dialog").getByRole("button", { name: "Create a token" }).click();
      await page.getByText(/^lea_/).waitFor();
      await page.getByRole("button", { name: "I have saved it" }).click();
      await page.getByRole("button", { name: "Revoke “First token”" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText("First token", { exact: true }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Audit log" }).click();
      await page.getByText(/^Token \d+ revoked$/).waitFor();
      await shoot(page, "operator-audit");
    }));

  it("suspends, resumes, backs up and deletes a workspace", async () => {
    const name = "Maison Éphémère 🌙";
    const token = await newWorkspace(name);
    const { id } = (await call<Me>(token, "GET", "/me")).data.workspace;
    await withConsole(browser, { token: OPERATOR_TOKEN, path: "/workspaces" }, async (page) => {
      await page.getByLabel("Find by name or id").fill("éphémère");
      await page.getByRole("link", { name }).click();
      await page.getByRole("link", { name: "Backups" }).click();
      await page.getByText("No backups").waitFor();
      let isRunning = true;
      await page.route(/\/backups$/, async (route) => {
        if (route.request().method() !== "GET" || !isRunning) return route.fallback();
        const { data, meta } = await (await route.fetch()).json();
        const running = data.map((backup: object) => ({ ...backup, state: "running" }));
        await route.fulfill({ json: { data: running, meta } });
      });
      await page.getByRole("button", { name: "Back up now" }).click();
      await page.getByText("Running").waitFor();
      await page.getByRole("link", { name: "Usage and quotas" }).click();
      await page.getByText("Nothing was used").waitFor();
      await page.getByRole("link", { name: "Backups" }).click();
      await page.getByText("Running").waitFor();
      isRunning = false;
      await page.getByText("Finished").waitFor();
      expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
      await shoot(page, "operator-backups");

      await page.getByRole("button", { name: "More" }).click();
      expect(
        await page.getByRole("menuitem", { name: "Delete (suspend it first)" }).isDisabled(),
      ).toBe(true);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Suspend" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
      await page.getByText("Fill this in.").waitFor();
      await page.getByLabel("Reason").fill("The contract has ended.");
      await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
      await page.getByText(/Suspended since .*: The contract has ended\./).waitFor();
      await page.getByRole("button", { name: "Resume" }).click();
      await page.getByRole("button", { name: "Suspend" }).click();
      await page.getByLabel("Reason").fill("Once more.");
      await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();

      await page.getByText(/Once more/).waitFor();
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      const confirm = page.getByRole("button", { name: "Delete for good" });
      expect(await confirm.isDisabled()).toBe(true);
      await page.getByLabel(/Type the name/).fill(name);
      await shoot(page, "operator-delete");
      await confirm.click();
      await page.getByText(`Workspace ${id}, deleted on`).waitFor();
      await page.getByRole("heading", { name: "Receipt", exact: true }).waitFor();
      await page.getByText("Finished").waitFor();
      // Not before the last of the data is removed, which takes minutes.
      expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
      await page.route("**/removal", async (route) => {
        const { data } = await (await route.fetch()).json();
        await route.fulfill({ json: { data: { ...data, state: "removed" } } });
      });
      await page.reload();
      await page.getByRole("button", { name: "Restore" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
      await page.getByText(/The workspace is still there/).waitFor();
      await expectAccessible(page);
      await shoot(page, "operator-removed");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("link", { name: "Workspaces" }).click();
      await page.getByLabel("Find by name or id").fill(String(id));
      await page.getByRole("link", { name: `Open workspace ${id}` }).waitFor();
    });
  });

  it("shows at its field why a workspace can't be moved", async () => {
    const token = await newWorkspace("Nomade");
    const { id } = (await call<Me>(token, "GET", "/me")).data.workspace;
    await withConsole(browser, { token: OPERATOR_TOKEN, path: "/health" }, async (page) => {
      // The service of these tests has one database.
      await page.route("**/v1/databases", async (route) => {
        const answer = await route.fetch();
        const { data } = await answer.json();
        await route.fulfill({ json: { data: [...data, { ...data[0], name: "DB_1" }] } });
      });
      await page.goto(new URL(`/console/workspaces/${id}`, page.url()).href);
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Move to another database" }).click();
      await page.getByLabel("To", { exact: true }).selectOption("DB_1");
      await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
      await page.getByText("There is no database DB_1.").waitFor();
      await expectAccessible(page);
    });
  });

  it("registers a database, and says at its field why it can't", () =>
    withConsole(browser, { token: OPERATOR_TOKEN, path: "/health" }, async (page) => {
      await page.getByRole("button", { name: "Register a database" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Register" }).click();
      await page.getByText(/must be a binding of the Worker/).waitFor();
      await expectAccessible(page);
      await shoot(page, "operator-register");
      // The service of these tests has one database.
      await page.route("**/v1/databases", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 201, json: { data: { name: "DB_1" } } })
          : route.continue(),
      );
      await page.getByLabel("Jurisdiction").selectOption("eu");
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await page.getByRole("dialog").getByRole("button", { name: "Register" }).click();
      expect((await sent).postDataJSON()).toEqual({
        name: "DB_1",
        jurisdiction: "eu",
        is_open: true,
      });
      await page.getByText("DB_1 is in service.").waitFor();
    }));

  it("recovers all workspaces, page by page, while other screens are shown", () =>
    withConsole(
      browser,
      { token: OPERATOR_TOKEN, path: "/health/recovery", isSpoilt: true },
      async (page) => {
        await page.clock.install();
        const recover = async (button: string) => {
          await page.getByRole("button", { name: button }).click();
          const dialog = page.getByRole("dialog");
          await dialog.getByText(/What came after the backup is lost/).waitFor();
          await dialog.getByRole("button", { name: "Recover" }).click();
        };
        await recover("Recover all workspaces");
        await page.getByText(/^Nothing is missing/).waitFor();

        let there = 5;
        await page.route("**/v1/workspaces?*", (route) => {
          const data = Array.from({ length: there }, (_, id) => ({ id }));
          return route.fulfill({ json: { data, meta: { next_cursor: null } } });
        });
        const cursors: (string | null)[] = [];
        const second = Promise.withResolvers<void>();
        await page.route("**/v1/backups/recover", async (route) => {
          const { cursor } = route.request().postDataJSON();
          cursors.push(cursor);
          if (cursor) await second.promise;
          const data = cursor
            ? { registered: 20, restoring: 2, next_cursor: null }
            : { registered: 500, restoring: 0, next_cursor: "next" };
          await route.fulfill({ status: 202, json: { data } });
        });
        await recover("Recover again");
        await page.getByText(/500 found that were not known/).waitFor();
        await page.getByRole("link", { name: "Health" }).first().click();
        second.resolve();
        await page.getByRole("link", { name: "Show the progress" }).click();
        await page.getByText("0 of 2 workspaces are back.").waitFor();
        expect(cursors).toEqual([null, "next"]);
        await expectAccessible(page);
        await shoot(page, "operator-recovery");
        there += 2;
        await page.clock.fastForward("00:05");
        await page.getByText("All 2 workspaces are back.").waitFor();

        await page.unroute("**/v1/backups/recover");
        await page.route("**/v1/backups/recover", (route) => {
          const message = "Register DB_1 first: workspaces were in it.";
          return route.fulfill({ status: 409, json: { code: "conflict", message } });
        });
        await recover("Recover again");
        await page.getByText("Register DB_1 first: workspaces were in it.").waitFor();
      },
    ));

  it("is accessible in both themes", () =>
    withConsole(browser, { token: OPERATOR_TOKEN, path: "/workspaces" }, async (page) => {
      await page.getByRole("table").getByRole("link").first().waitFor();
      await show(page, "operator-workspaces");
      // Other tests may have made so many that the demo's is on another page.
      await page.getByRole("searchbox").fill("Atelier Horizon");
      await page.getByRole("link", { name: "Atelier Horizon" }).last().click();
      await page.getByText("By day").waitFor();
      await show(page, "operator-workspace");
      await page.getByRole("link", { name: "Health" }).click();
      await page.getByText("Work due").waitFor();
      for (const name of ["GRAPH_URL", "INSTAGRAM_URL"])
        await page.getByText(`${name} v26.0`).waitFor();
      await page.getByText("no end announced").first().waitFor();
      await show(page, "operator-health");
    }));

  it("fits on a phone, in French", () =>
    withConsole(
      browser,
      { token: OPERATOR_TOKEN, path: "/health", locale: "fr-FR", ...phone },
      async (page) => {
        await page.getByText("Travail en attente").waitFor();
        await shoot(page, "operator-health-phone");
        await page.getByRole("link", { name: "Espaces", exact: true }).click();
        await page.getByRole("searchbox").fill("Atelier Horizon");
        await page.getByRole("link", { name: "Atelier Horizon" }).last().click();
        await page.getByText("Par jour").waitFor();
        await shoot(page, "operator-workspace-phone");
        expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390);
      },
    ));

  it("says what the operator's token does not open", () =>
    withConsole(browser, { token: OPERATOR_TOKEN, path: "/inbox" }, async (page) => {
      await page.getByRole("heading", { name: "Your token can’t open this" }).waitFor();
      await page.getByText(/tokens of a workspace/).waitFor();
      await expectAccessible(page);
      await shoot(page, "operator-forbidden");
      await page.getByRole("link", { name: "Go home" }).click();
      await page.getByRole("heading", { name: "Workspaces", exact: true }).waitFor();
    }));
});
