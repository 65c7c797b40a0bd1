import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, DEMO_TOKEN, newWorkspace, shoot, show, withConsole } from "../support/console";
import { newGate } from "../support/gates";
import { card } from "../support/scenario-editor";
import {
  DAY,
  edge,
  enrol,
  LINGER,
  newScenario,
  newWaiting,
  node,
} from "../support/scenario-panels";

describe.skipIf(!hasChromium)("the panels of a scenario", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("plays the lead, by simulated time", async () => {
    const token = await newWorkspace("Simulated");
    const id = await newScenario(token, "Budget");
    await call(token, "POST", "/leads", { first_name: "Grace", phone: "+33639980405" });
    await withConsole(browser, { token, path: `/scenarios/${id}?panel=simulate` }, async (page) => {
      const panel = page.getByRole("region", { name: /^Simulat/ });
      await panel.getByLabel("First name").fill("Zoé");
      await shoot(page, "simulate-setup-light");
      await panel.getByRole("button", { name: "Play" }).click();
      const chat = panel.getByRole("log");
      await chat.getByText("Hello Zoé! What is your budget?").waitFor();
      await panel.getByText("Now at “Wait for a reply”").waitFor();
      await panel.getByRole("button", { name: "Large" }).click();
      await panel.getByText("budget", { exact: true }).waitFor();
      await panel.getByRole("button", { name: /^Skip 1 hr/ }).click();
      await chat.getByText("Thank you!").waitFor();
      await panel.getByText("Tag “Helped”").waitFor();
      await panel.getByText("The run has ended: Came to the end of its path").waitFor();
      await show(page, "simulate");
      await panel.getByRole("button", { name: "Start again" }).click();
      await panel.getByRole("button", { name: "Choose one" }).click();
      await panel.getByLabel("Search leads").fill("Gra");
      await panel.getByRole("button", { name: "Grace" }).click();
      await panel.getByRole("button", { name: "Play" }).click();
      await panel.getByText("The run has ended: No channel").waitFor();
      await panel.getByRole("button", { name: "Start again" }).click();
      await panel.getByRole("button", { name: "Play" }).click();
      await panel.getByLabel("Write as the lead…").fill("STOP");
      await panel.getByRole("button", { name: "Send" }).click();
      await panel.getByText("The run has ended: The lead unsubscribed").waitFor();
      await panel.getByRole("button", { name: "Start again" }).click();
      await panel.getByRole("button", { name: "Play" }).click();
      const skip = panel.getByRole("button", { name: /^Skip 1 day/ });
      await skip.waitFor();
      const answer = await newGate(page, "POST", /\/simulate$/, { holds: "answers" });
      await skip.click();
      await panel.getByLabel("Write as the lead…").fill("Too late");
      await panel.getByRole("button", { name: "Send" }).click();
      await skip.click();
      await answer.letGo();
      await panel.getByText("The run has ended: Came to an exit").waitFor();
      const last = (await answer.bodies()).map((body) => JSON.parse(body).events.at(-1));
      const optOuts = last.filter((event) => event?.opt_out);
      expect(optOuts.map((event) => event.after_seconds)).toEqual([DAY, DAY + 10]);
      expect(await panel.getByText("Nothing about the lead yet.").count()).toBe(1);
    });
  });

  it("plays the lead of a test run, in real time", async () => {
    const token = await newWorkspace("Tested");
    const id = await newScenario(token, "Budget", LINGER);
    await withConsole(browser, { token, path: `/scenarios/${id}?panel=simulate` }, async (page) => {
      const panel = page.getByRole("region", { name: /^(Simulate|Test run)$/ });
      await page.getByRole("button", { name: "Tidy up" }).click();
      await page.getByRole("button", { name: "Undo", disabled: false }).waitFor();
      await panel.getByRole("button", { name: "Test run" }).click();
      await panel.getByText("None yet").waitFor();
      await panel.getByLabel("First name").fill("Zoé");
      await panel.getByRole("button", { name: "Begin the test run" }).click();
      const chat = panel.getByRole("log");
      await chat.getByText("Hello Zoé! What is your budget?").waitFor();
      await panel.getByText("Draft after version 1").waitFor();
      await panel.getByText("Now at “Wait for a reply”").waitFor();
      await panel.getByRole("button", { name: "What else the lead can do" }).click();
      await page.getByRole("menuitem", { name: "Read the message" }).click();
      await chat.getByText("The run did not wait for this.").waitFor();
      const first = Promise.withResolvers<void>();
      await page.route(
        "**/events",
        async (route) => {
          await first.promise;
          await route.fallback();
        },
        { times: 1 },
      );
      await panel.getByRole("button", { name: "Large" }).click();
      await panel.getByLabel("Write as the lead…").fill("Or small?");
      await panel.getByRole("button", { name: "Send" }).click();
      first.resolve();
      await chat.getByText("Or small?").waitFor();
      await panel.getByText("budget", { exact: true }).waitFor();
      await show(page, "test-run");
      await panel.getByRole("button", { name: "Skip the wait" }).click();
      await chat.getByText("Bye!").waitFor();
      await panel.getByText("Tag “Helped”").waitFor();
      await panel.getByText("The run has ended: Came to the end of its path").waitFor();
      const lines = () => chat.getByRole("listitem").allInnerTexts();
      const before = await lines();
      expect(before).toEqual(expect.arrayContaining(["Large", "Bye!"]));
      expect(before.indexOf("Large")).toBeLessThan(
        before.findIndex((line) => /^Or small/.test(line)),
      );
      await page.reload();
      await chat.getByText("Bye!").waitFor();
      expect(await lines()).toEqual(before);
      await panel.getByText("What the run has changed").waitFor();
      await panel.getByText("Zoé", { exact: true }).waitFor();
      await panel.getByText("Tag “Helped”").waitFor();
      await shoot(page, "test-run-reloaded");
      await panel.getByRole("button", { name: "Start again" }).click();
      await panel.getByRole("button", { name: /^Zoé/ }).waitFor();
      await show(page, "test-runs");
      await panel.getByRole("button", { name: /^Zoé/ }).click();
      await card(page, "ended").waitFor();
      await page.goBack();
      await panel.getByRole("button", { name: /^Zoé/ }).waitFor();
      await card(page, "ended").waitFor({ state: "detached" });
      await page.goForward();
      await panel.getByRole("button", { name: "End and delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "End and delete" }).click();
      await panel.getByText("None yet").waitFor();

      const begun = Promise.withResolvers<void>();
      await page.route("**/test", async (route) => {
        await begun.promise;
        await route.fulfill({ status: 201, json: { data: { id: 1 } } });
      });
      await panel.getByRole("button", { name: "Begin the test run" }).click();
      await page.getByRole("link", { name: "Leads" }).click();
      await page.getByRole("heading", { name: "Leads", exact: true }).waitFor();
      const answered = page.waitForResponse("**/test");
      begun.resolve();
      await (await answered).finished();
      await page.getByRole("link", { name: "Links" }).click();
      await page.getByRole("heading", { name: "Links", exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/console/links");
    });
    const left = await call<{ data: unknown[] }>(token, "GET", "/test-runs");
    expect(left.data).toEqual([]);
  });

  it("shows what runs do at each node, live", async () => {
    const token = await newWorkspace("Counted");
    const id = await newWaiting(token, "Counted");
    await withConsole(
      browser,
      { token, path: `/scenarios/${id}?panel=statistics` },
      async (page) => {
        const panel = page.getByRole("region", { name: "Statistics" });
        await panel.getByText("No run has been here").waitFor();
        await enrol(token, id, "Ada");
        await panel.getByText("1 waiting").waitFor();
        await panel.getByRole("button", { name: "Ends" }).click();
        await panel.getByText("No run has ended.").waitFor();
        await panel.getByRole("button", { name: "Messages" }).click();
        await panel.getByText("No message was sent.").waitFor();
      },
    );
  });

  it("shows the demo's figures", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/scenarios/1?panel=statistics" },
      async (page) => {
        const panel = page.getByRole("region", { name: "Statistics" });
        await panel
          .getByText(/waiting$/)
          .first()
          .waitFor();
        await show(page, "statistics");
        await panel.getByRole("button", { name: "Messages" }).click();
        await panel.getByText("Delivered").first().waitFor();
        await shoot(page, "statistics-messages");
      },
    ));

  it("follows a run, and pauses, resumes and cancels it", async () => {
    const token = await newWorkspace("Followed");
    const id = await newWaiting(token, "Followed");
    await enrol(token, id, "Ada");
    await withConsole(browser, { token, path: `/scenarios/${id}?panel=runs` }, async (page) => {
      const panel = page.getByRole("region", { name: "Runs" });
      await panel.getByRole("link", { name: "Ada" }).waitFor();
      await panel.getByLabel("State").selectOption({ label: "Failed" });
      await panel.getByText("No run matches").waitFor();
      await panel.getByLabel("State").selectOption({ label: "All runs" });
      await panel.getByLabel("Enrolled").selectOption({ label: "Today" });
      await panel.getByRole("button", { name: "Show the run of Ada" }).click();
      await page.waitForURL(/run=\d+/);
      await panel.getByText("waits for a reply").waitFor();
      await panel.getByText("A channel reaches the lead").waitFor();
      await panel.getByRole("button", { name: "Pause" }).click();
      await panel.getByText("Paused by hand").waitFor();
      await show(page, "run");
      await panel.getByRole("button", { name: "Resume" }).click();
      await panel.getByRole("button", { name: "Cancel run" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel run" }).click();
      await panel.getByText("Cancelled").first().waitFor();
      await panel.getByRole("button", { name: "All runs" }).click();
      await panel.getByRole("listitem").filter({ hasText: "Cancelled" }).waitFor();
    });
  });

  it("compares versions, restores one and moves the runs", async () => {
    const token = await newWorkspace("Versioned");
    const id = await newWaiting(token, "Versioned");
    await enrol(token, id, "Ada");
    await call(token, "PUT", `/scenarios/${id}`, {
      name: "Versioned twice",
      platform: "whatsapp",
      is_active: true,
      nodes: [node("hello", "start"), node("answer", "wait_for_reply", { timeout_seconds: 60 })],
      edges: [edge("hello", "answer")],
    });
    await withConsole(browser, { token, path: `/scenarios/${id}?panel=versions` }, async (page) => {
      const panel = page.getByRole("region", { name: "Versions" });
      const compared = panel.getByRole("region", { name: "Compare" });
      await compared.getByText("Wait at most").waitFor();
      await compared
        .getByRole("region", { name: "Removed" })
        .getByRole("button", { name: "Send a message: Thank you!" })
        .waitFor();
      await panel.getByText("by you").first().waitFor();
      await show(page, "versions");
      await panel.getByRole("button", { name: "Restore version 1" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("1 under way. 1 of them").waitFor();
      await dialog.getByLabel("Move the runs, too").check();
      await dialog.getByRole("button", { name: "Restore" }).click();
      await dialog.getByText("1 run has moved to the newest version.").waitFor();
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await panel.getByText("Version 3").first().waitFor();
      await card(page, "Thank you!").waitFor();
    });
  });
});
