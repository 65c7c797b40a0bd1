import { createHmac } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
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

const APP_SECRET = "5f2b7c1e0d4a4b7e9a553c1d2e4f6a7b";

/** The post of Meta when somebody writes to the number. */
const webhookOf = (numberId: string) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "1",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "15550100", phone_number_id: numberId },
              contacts: [{ profile: { name: "Zoé" }, wa_id: "33639980199" }],
              messages: [
                {
                  from: "33639980199",
                  id: `wamid.${numberId}`,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  type: "text",
                  text: { body: "Hello" },
                },
              ],
            },
          },
        ],
      },
    ],
  });

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

describe.skipIf(!hasChromium)("the console's channels", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("connects WhatsApp, and shows when Meta has called", async () => {
    const token = await newWorkspace("Console channels");
    await withConsole(browser, { token, path: "/channels", isSpoilt: true }, async (page) => {
      await page.clock.install();
      const passTime = () => page.clock.fastForward("00:10");
      await page.getByRole("heading", { name: "No channel yet" }).waitFor();
      await page.getByRole("link", { name: "Connect a channel" }).click();
      await page.getByRole("button", { name: /WhatsApp Cloud API/ }).waitFor();
      await shoot(page, "channels-connect");
      await expectAccessible(page);
      await page.getByRole("button", { name: /WhatsApp Cloud API/ }).click();
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByRole("alert").first().waitFor();
      expect(await page.getByRole("alert").count()).toBe(4);
      const numberId = String(Date.now());
      await fill(page, {
        Name: "Sales",
        "Phone number id": numberId,
        "Access token": "EAAGm0PX4ZCpsBAKZC",
        "App secret": APP_SECRET,
      });
      await shoot(page, "channels-connect-details");
      await expectAccessible(page);
      const verifyToken = await page.getByLabel("Verify token").inputValue();
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByText("Waiting for Meta’s first call").waitFor();
      await page.getByText(verifyToken, { exact: true }).waitFor();
      await shoot(page, "channels-connect-finish");
      const url = (await page.getByText(/\/webhooks\/whatsapp\//).textContent()) ?? "";
      const challenge = { "hub.mode": "subscribe", "hub.challenge": "1" };
      const query = new URLSearchParams({ ...challenge, "hub.verify_token": verifyToken });
      expect((await fetch(`${url}?${query}`)).status).toBe(200);
      await passTime();
      await page.getByText("Meta has verified the address").waitFor();
      await shoot(page, "channels-connect-verified");
      await expectAccessible(page);
      const body = webhookOf(numberId);
      const signature = createHmac("sha256", APP_SECRET).update(body).digest("hex");
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { "X-Hub-Signature-256": `sha256=${signature}` },
      });
      expect(answer.status).toBe(200);
      await passTime();
      await page.getByText("Meta has called us").waitFor();
      await page.getByText(/^Last call: .*\. Calls are noted once an hour\./).waitFor();
      await page.getByRole("link", { name: "Go to the channel" }).click();
      await page.getByRole("heading", { name: "Sales", exact: true }).waitFor();
      await page.getByText("Access token (stored, never shown)").waitFor();
      await page.getByText("Meta has called us").waitFor();
      await page.getByText("Address verified").waitFor();
      expect(await page.getByText(verifyToken).count()).toBe(0);
      await shoot(page, "channels-overview");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Marketing templates go through").selectOption("marketing_messages");
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("The endpoint for marketing messages").waitFor();
    });
  });

  it("connects Instagram by either login, and shows what a check has found", async () => {
    const token = await newWorkspace("Console channels");
    const account = `1784${Date.now()}`;
    const accessToken = `IGAA${account}`;
    const order = (orders: object) =>
      fetch(`${inject("graphOrigin")}/_control`, {
        method: "POST",
        body: JSON.stringify({ key: accessToken, ...orders }),
      });
    await withConsole(browser, { token, path: "/channels" }, async (page) => {
      await page.getByRole("link", { name: "Connect a channel" }).click();
      await page.getByRole("button", { name: /Instagram API/ }).click();
      await page.getByLabel("Login").selectOption({ label: "Through its Facebook page" });
      await page.getByText(/link it to a Facebook page/).waitFor();
      await shoot(page, "channels-connect-facebook");
      await page.getByLabel("Login").selectOption({ label: "Instagram’s own login" });
      await fill(page, {
        Name: "Atelier",
        "Instagram user ID": "17840000000001",
        "Access token": accessToken,
        "App secret": APP_SECRET,
      });
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByText(account).waitFor();
      await shoot(page, "channels-connect-wrong-id");
      await expectAccessible(page);
      await fill(page, { "Instagram user ID": account });
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByText("Waiting for Meta’s first call").waitFor();
      await page.getByRole("link", { name: "Go to the channel" }).click();
      await page.getByRole("heading", { name: "Atelier", exact: true }).waitFor();

      const check = async () => {
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Check now" }).click();
      };
      await order({ subscribed: [] });
      await check();
      await page.getByText("Webhooks not subscribed.").waitFor();
      await page.getByText(/No app is subscribed to the account/).waitFor();
      await show(page, "channels-check-faults");
      await page.getByRole("link", { name: "All channels" }).click();
      await page.getByRole("link", { name: "Atelier" }).click();
      await page.getByText(/Subscribe the app to all fields/).waitFor();
      await page.getByRole("button", { name: "Check now" }).waitFor();
      await order({ subscribed: null });
      await page.getByRole("button", { name: "Check now" }).click();
      await page.getByText("Webhooks not subscribed.").waitFor({ state: "detached" });
    });
  });

  it("edits, stops, starts and deletes a channel, and keeps its credentials", async () => {
    const token = await newWorkspace("Console channels");
    const { data } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      platform: "whatsapp",
      provider: "webhook",
      name: "Gateway",
      gateway_url: "https://gateway.example.com/messages",
      credentials: { signing_secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
    });
    await withConsole(
      browser,
      { token, path: `/channels/${data.id}`, colorScheme: "dark" },
      async (page) => {
        await page.getByText("Waiting for your gateway’s first call").waitFor();
        await page.getByRole("button", { name: "Edit" }).click();
        await page.getByLabel("Name").fill("Gateway of the shop");
        await page.getByLabel("Friday").fill("22:00-24:00");
        await page.getByText("Stored. Leave blank to keep it.").waitFor();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Save changes" }).click();
        await page.getByRole("heading", { name: "Gateway of the shop" }).waitFor();
        await page.getByText("Friday 22:00–24:00").waitFor();
        const gateway_url = "https://gateway.example.com/messages";
        const business_hours = { weekly: { friday: [{ from: "22:00", to: "24:00" }] } };
        const edited = await call<{ data: object }>(token, "GET", `/channels/${data.id}`);
        expect(edited.data).toMatchObject({ business_hours });
        const renamed = { name: "Renamed meanwhile", gateway_url, business_hours };
        await call(token, "PUT", `/channels/${data.id}`, renamed);
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Stop" }).click();
        await page.getByRole("button", { name: "Stop", exact: true }).click();
        await page.getByText("Nothing is sent", { exact: false }).waitFor();
        await shoot(page, "channels-stopped-dark");
        await expectAccessible(page);
        const stopped = await call<{ data: object }>(token, "GET", `/channels/${data.id}`);
        expect(stopped.data).toMatchObject({
          name: "Renamed meanwhile",
          stop_reason: "by_request",
          ...{ gateway_url, business_hours },
          credentials: { signing_secret: true },
        });
        await page.getByRole("button", { name: "Start again" }).click();
        await page.getByText("Not checked yet", { exact: true }).waitFor();
        await page.getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await page.getByRole("button", { name: "Delete", exact: true }).click();
        await page.getByRole("heading", { name: "No channel yet" }).waitFor();
      },
    );
  });

  it("shows that a channel has started, whatever of before is still being read", async () => {
    const token = await newWorkspace("Console reads");
    const body = { platform: "instagram", name: "Shop" };
    const { data } = await call<{ data: { id: number } }>(token, "POST", "/channels", body);
    const path = `/channels/${data.id}`;
    const set = (is_active: boolean) => call(token, "PUT", path, { name: "Shop", is_active });
    await set(false);
    await withConsole(browser, { token, path }, async (page) => {
      await page.getByText("Live", { exact: true }).waitFor();
      const start = page.getByRole("button", { name: "Start again" });
      await start.waitFor();
      const read = await newGate(page, "GET", path, { holds: "answers", times: 1 });
      await set(true);
      await set(false);
      await read.reached();
      await start.click();
      await start.waitFor({ state: "detached" });
      await read.letGo();
      await read.ended();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await start.count()).toBe(0);
    });
  });

  it("describes a template, shows it as leads see it, and changes it", async () => {
    const token = await newWorkspace("Console templates");
    const { data } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      platform: "whatsapp",
      name: "Shop",
    });
    await withConsole(browser, { token, path: `/channels/${data.id}/templates` }, async (page) => {
      await page.getByRole("button", { name: "New template" }).click();
      await page.getByRole("button", { name: "Create template" }).click();
      await page.getByRole("alert").first().waitFor();
      await fill(page, {
        Name: "place_left",
        Text: "Hello {{1}}, there is a place left on {{2}}.",
        Footer: "Atelier Horizon",
      });
      await fill(page, {
        "Example of {{1}}": "Zoé",
        "Example of {{2}}": "Tuesday",
      });
      const dialog = page.getByRole("dialog", { name: "New template" });
      await dialog.getByLabel("Language").selectOption({ label: "French (fr)" });
      for (const [type, fields] of [
        ["Quick reply", { "Words on the button": "I take it" }],
        ["Website", { "Words on the button": "Look", Address: "https://example.com/{{1}}" }],
      ] as const) {
        await dialog.getByRole("button", { name: type, exact: true }).click();
        const button = dialog.getByRole("group", { name: `: ${type}` });
        for (const [label, text] of Object.entries(fields))
          await button.getByLabel(label).fill(text);
      }
      await page.getByLabel("Example of the whole address").fill("https://example.com/a");
      await shoot(page, "channels-template-new");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Create template" }).click();
      await page.getByRole("button", { name: "place_left" }).click();
      await page.getByText("Described here only", { exact: false }).waitFor();
      await page.getByRole("cell", { name: "Tuesday" }).waitFor();
      await shoot(page, "channels-template");
      await page.getByRole("button", { name: "Edit" }).click();
      const form = page.getByRole("dialog", { name: "Edit place_left" });
      await form.getByLabel("Text", { exact: true }).fill("{{1}}, two places are left on {{2}}.");
      await shoot(page, "channels-template-edit");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Save template" }).click();
      await form.waitFor({ state: "detached" });
      await page.getByText("two places are left", { exact: false }).waitFor();
      const list = `/channels/${data.id}/templates`;
      expect((await call<{ data: object[] }>(token, "GET", list)).data).toMatchObject([
        {
          name: "place_left",
          language: "fr",
          category: "marketing",
          components: [
            {
              type: "BODY",
              text: "{{1}}, two places are left on {{2}}.",
              example: { body_text: [["Zoé", "Tuesday"]] },
            },
            { type: "FOOTER", text: "Atelier Horizon" },
            {
              type: "BUTTONS",
              buttons: [
                { type: "QUICK_REPLY", text: "I take it" },
                {
                  type: "URL",
                  url: "https://example.com/{{1}}",
                  example: ["https://example.com/a"],
                },
              ],
            },
          ],
        },
      ]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Refused" }).click();
      await page.getByText("No template matches").waitFor();
    });
  });

  it("shows which templates WhatsApp has refused, and why", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/channels/1/templates", colorScheme: "dark" },
      async (page) => {
        await page.getByRole("button", { name: "guide_ready" }).first().waitFor();
        await shoot(page, "channels-templates-dark");
        await expectAccessible(page);
        await page.getByRole("button", { name: "Refused" }).click();
        await page.getByRole("button", { name: "last_chance" }).click();
        await page.getByText("WhatsApp says: INVALID_FORMAT", { exact: false }).waitFor();
        await shoot(page, "channels-template-dark");
        await expectAccessible(page);
      },
    ));

  it.each([
    ["desktop", {}],
    ["phone", { ...phone, colorScheme: "dark" }],
  ] as const)("shows the demo's channels and a lead's phone: %s", (name, options) =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/channels", ...options }, async (page) => {
      await page.getByRole("link", { name: "Play the lead" }).first().waitFor();
      await show(page, `channels-${name}`);
      await page.getByRole("link", { name: "Play the lead" }).last().click();
      await page
        .getByRole("region", { name: "Who do you want to be?" })
        .getByRole("listitem")
        .first()
        .waitFor();
      await shoot(page, `channels-people-${name}`);
      await page.getByRole("button", { name: /^.*Fatoumata Diallo/ }).click();
      await page.getByRole("log").getByRole("listitem").nth(2).waitFor();
      await show(page, `channels-demo-chat-${name}`);
    }),
  );
});
