import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, origin, withConsole } from "../support/console";
import { newGate } from "../support/gates";
import { composer, withLead } from "../support/inbox";
import { atEachLoad } from "../support/tabs";

const SNOOZED = { state: "snoozed", snoozed_until: new Date(Date.now() + 8.64e7).toISOString() };
const TAKEN = { status: 409, json: { message: "Not now." } };

/** Two conversations: Zoë Marchand's, and one with somebody who comes after her. */
async function withTwo() {
  const workspace = await withLead();
  const { data } = await workspace.write("Me too", "+33639980712", "Abel Second");
  const second = data.conversation_id;
  const { data: conversation } = await call<{ data: { lead_id: number } }>(
    workspace.token,
    "GET",
    `/conversations/${second}`,
  );
  return { ...workspace, second, secondLead: conversation.lead_id };
}

const row = (page: Page, name: string) =>
  page.locator("[data-conversation]").filter({ hasText: name });

describe.skipIf(!hasChromium)("the inbox, while something is under way", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("lists a conversation that could not be closed, and none that was", async () => {
    const { token, id } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await composer(page).waitFor();
      const refusing = await newGate(page, "PATCH", `/conversations/${id}`, {
        holds: "nothing",
        answer: TAKEN,
      });
      for (const toasts of [1, 2]) {
        await page.keyboard.press("e");
        await expect.poll(() => page.getByText("Not now.").count()).toBe(toasts);
        await row(page, "Zoë Marchand").waitFor();
      }
      await refusing.remove();

      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.waitForURL(/state=all/);
      await row(page, "Zoë Marchand").waitFor();
      await page.keyboard.press("e");
      await page.getByText("Closed.").waitFor();
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByText("All done").waitFor();
    });
  });

  it("hears a key as soon as a conversation can be seen", async () => {
    const { token, id } = await withLead();
    await withConsole(browser, { token, path: "/inbox" }, async (page) => {
      await atEachLoad(page, () => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector("textarea[data-composer]")) return;
          observer.disconnect();
          const key = new KeyboardEvent("keydown", { key: "e", bubbles: true, cancelable: true });
          document.body.dispatchEvent(key);
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(`${origin}/console/inbox/${id}`);
      await page.getByText("Closed.").waitFor();
    });
  });

  it("shows what has happened before the first events came", async () => {
    const { token, id, write } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const tickets = await newGate(page, "POST", "/stream/tickets");
      await page.reload();
      await page.getByRole("log").getByText("is there a place left?").waitFor();
      await write("And what does it cost?");
      await call(token, "PATCH", `/conversations/${id}`, SNOOZED);
      await tickets.letGo();
      await page.getByRole("log").getByText("what does it cost?").waitFor();
      await page.getByText("All done").waitFor();
    });
  });

  it("keeps what has happened since the conversation was asked for", async () => {
    const { token, id } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await composer(page).waitFor();
      const path = `/conversations/${id}`;
      const reads = await newGate(page, "GET", path, { holds: "answers" });
      await page.keyboard.press("e");
      await page.getByText("Closed.").waitFor();
      await reads.reached();
      await call(token, "PATCH", path, SNOOZED);
      const snoozed = page.locator("header span + span .lucide-moon-star");
      await snoozed.waitFor();
      await reads.letGo();
      await reads.passed();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await snoozed.isVisible()).toBe(true);
    });
  });

  it("loses the open conversation, too, that has left a list while that was asked for", async () => {
    const { token, id } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await composer(page).waitFor();
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.waitForURL(/state=all/);
      const lists = await newGate(page, "GET", "/conversations", { holds: "answers", times: 1 });
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await lists.reached();
      await call(token, "PATCH", `/conversations/${id}`, SNOOZED);
      // In each frame: what the event makes the page ask for gives the held answer up.
      await page.waitForFunction(() => document.querySelector("header .lucide-moon-star"));
      await lists.letGo();
      await lists.ended();
      await page.getByText("All done").waitFor();
    });
  });

  it("does to a conversation what was asked in its order, and undoes it", async () => {
    const { token, id, write } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await composer(page).waitFor();
      const path = `/conversations/${id}`;
      const changes = await newGate(page, "PATCH", path);
      await page.keyboard.press("e");
      await page.getByRole("button", { name: "Reopen" }).waitFor();
      // An answer that is read meanwhile does not know of it yet.
      const reads = await newGate(page, "GET", path, { holds: "nothing" });
      await write("By the way");
      await reads.passed();
      await page.getByRole("log").getByText("By the way").waitFor();
      expect(await page.getByRole("button", { name: "Reopen" }).isVisible()).toBe(true);
      await page.keyboard.press("e");
      await page.getByRole("button", { name: "Close", exact: true }).waitFor();
      await changes.letGo();
      await page.getByText("Open again.").waitFor();
      const stateNow = async () =>
        (await call<{ data: { state: string } }>(token, "GET", path)).data.state;
      expect(await stateNow()).toBe("open");

      // A snoozed conversation is so again, and a key that is held is pressed once.
      await call(token, "PATCH", path, SNOOZED);
      await page.getByText("All done").waitFor();
      await page.locator("header span + span .lucide-moon-star").waitFor();
      for (const _ of [1, 2]) await page.keyboard.down("e");
      await page.getByText("Closed.").nth(1).waitFor();
      expect(await stateNow()).toBe("closed");
      await page.getByRole("button", { name: "Undo" }).last().click();
      await expect.poll(stateNow).toBe("snoozed");
    });
  });

  it("does not show a note again that was deleted", async () => {
    const { token, id, second } = await withTwo();
    await call(token, "POST", `/conversations/${id}/notes`, { text: "Calls back on Friday" });
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const log = page.getByRole("log");
      await log.getByText("Calls back").waitFor();
      await page.getByRole("button", { name: "Delete the note" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await log.getByText("Calls back").waitFor({ state: "detached" });
      await page.locator(`a[data-conversation="${second}"]`).click();
      await log.getByText("Me too").waitFor();
      await page.locator(`a[data-conversation="${id}"]`).click();
      await log.getByText("is there a place left?").waitFor();
      expect(await log.getByText("Calls back").count()).toBe(0);
    });
  });

  it("keeps leads apart while one of them is changed", async () => {
    const { token, id, lead, second } = await withTwo();
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", {
      name: "Without events",
      abilities: ["conversations:read", "conversations:write", "leads:read", "leads:write"],
    });
    await withConsole(browser, { token: data.token, path: `/inbox/${second}` }, async (page) => {
      const panel = page.getByRole("complementary");
      const stage = panel.getByLabel("Stage", { exact: true });
      await panel.getByRole("heading", { name: "Abel Second" }).waitFor();
      await row(page, "Zoë Marchand").click();
      await panel.getByRole("heading", { name: "Zoë Marchand" }).waitFor();
      const changes = await newGate(page, "PATCH", `/leads/${lead}`);
      await stage.selectOption("qualified");
      await row(page, "Abel Second").click();
      await panel.getByRole("heading", { name: "Abel Second" }).waitFor();
      await changes.letGo();
      await row(page, "Zoë Marchand").click();
      await panel.getByRole("heading", { name: "Zoë Marchand" }).waitFor();
      await expect.poll(() => stage.inputValue()).toBe("qualified");
      await row(page, "Abel Second").click();
      await panel.getByRole("heading", { name: "Abel Second" }).waitFor();
      expect(await stage.inputValue()).toBe("new");
      expect(id).not.toBe(second);
    });
  });

  it("sends nothing while words are composed or replies are looked for", async () => {
    const { token, id } = await withLead();
    await call(token, "POST", "/canned-replies", { shortcut: "places", text: "One is left." });
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const text = composer(page);
      await text.pressSequentially("/");
      await page.getByRole("option", { name: /places/ }).waitFor();
      const found = await newGate(page, "GET", "/canned-replies");
      await text.pressSequentially("pla");
      await page.keyboard.press("Enter");
      expect(await text.inputValue()).toBe("/pla");
      await found.letGo();
      await page.getByRole("option", { name: /places/ }).waitFor();
      await text.dispatchEvent("keydown", { key: "Enter", isComposing: true });
      expect(await text.inputValue()).toBe("/pla");
      const choose = async () => {
        await page.keyboard.press("Enter");
        return text.inputValue();
      };
      await expect.poll(choose).toBe("One is left.");
    });
  });

  it("stays live where an older page can't be had, and does not keep asking for it", async () => {
    const { token, id, write } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const asked: string[] = [];
      await page.route(/\/v1\/conversations(\/\d+\/messages)?\?/, async (route) => {
        const url = new URL(route.request().url());
        if (url.searchParams.has("cursor")) {
          asked.push(url.pathname);
          return route.fulfill(TAKEN);
        }
        const response = await route.fetch();
        const json = await response.json();
        await route.fulfill({ response, json: { ...json, meta: { next_cursor: "older" } } });
      });
      await page.reload();
      await page.getByRole("button", { name: "Try again" }).first().waitFor();
      await write("Thank you!");
      await page.getByRole("log").getByText("Thank you!").waitFor();
      // Once, and again with what is new; not by the hundred.
      expect(asked.length).toBeLessThan(30);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  });
});
