import { createHmac } from "node:crypto";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Order, order } from "../../support/graph";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  expectAccessible,
  newWorkspace,
  origin,
  phone,
  shoot,
  withConsole,
} from "../support/console";

const SECRET = "app-secret-of-the-paused";
const UNPAID: Order = {
  do: "error",
  code: 131042,
  message: "Business eligibility payment issue",
};

/** The post of Meta when Zoé writes to the number. */
const webhookOf = (phone_number_id: string) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value: messageTo(phone_number_id) }] }],
  });

const messageTo = (phone_number_id: string) => ({
  messaging_product: "whatsapp",
  metadata: { display_phone_number: "15550100", phone_number_id },
  contacts: [{ profile: { name: "Zoé" }, wa_id: "33639980123" }],
  messages: [
    {
      from: "33639980123",
      id: `wamid.${phone_number_id}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: "text",
      text: { body: "Bonjour" },
    },
  ],
});

async function hear(channelId: number, body: string) {
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = { "X-Hub-Signature-256": `sha256=${signature}` };
  const { status } = await fetch(`${origin}/webhooks/whatsapp/${channelId}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body,
  });
  expect(status).toBe(200);
}

/** A channel that waits for its account to pay, and the conversation of a message that it keeps. */
async function newPaused(token: string, external_id: string) {
  await order(external_id, { always: UNPAID });
  const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
    platform: "whatsapp",
    provider: "whatsapp_cloud",
    name: "Sales",
    external_id,
    credentials: { access_token: "EAAG-token", app_secret: SECRET, verify_token: "verify-me" },
  });
  await hear(channel.id, webhookOf(external_id));
  const listed = await call<{ data: { id: number }[] }>(token, "GET", "/conversations");
  const conversation = `/conversations/${listed.data[0]?.id}`;
  await call(token, "POST", `${conversation}/messages`, { text: "Here is your quote" });
  const path = `/channels/${channel.id}`;
  const pauseNow = async () =>
    (await call<{ data: { pause: object | null } }>(token, "GET", path)).data.pause;
  await expect.poll(pauseNow).toMatchObject({ reason: "payment" });
  return { channel: path, conversation: conversation.replace("conversations", "inbox") };
}

describe.skipIf(!hasChromium)("a channel that is paused, in the console,", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("says why and when it tries again, and goes on by “Try now”", async () => {
    const token = await newWorkspace("Console pauses");
    const key = String(Date.now());
    const { channel, conversation } = await newPaused(token, key);
    await withConsole(browser, { token, path: channel }, async (page) => {
      await page.getByText("Add a card that works there, then try now.").waitFor();
      await page.getByText(/^One message is tried next: /).waitFor();
      await page.getByText("Business eligibility payment issue").waitFor();
      await shoot(page, "channel-paused");
      await expectAccessible(page);
      await page.goto(page.url().replace(channel, "/channels"));
      await page.getByText("Waiting for payment").waitFor();
      await shoot(page, "channels-with-pause");
      await page.goto(page.url().replace("/channels", ""));
      await page.getByText(/Sales/).first().waitFor();
      await shoot(page, "home-with-pause");
      await page.goto(`${page.url().replace(/\/$/, "")}${conversation}`);
      await page.getByText(/^The channel is paused\. Meta can’t bill .* Next try: /).waitFor();
      await page.getByRole("textbox", { name: /Zoé/ }).fill("And {{first_name}}?");
      await page.getByText(/^The channel is paused: this waits\. Next try: /).waitFor();
      await shoot(page, "inbox-paused");
      await expectAccessible(page);
    });
    const french = { token, locale: "fr-FR", ...phone };
    await withConsole(browser, { ...french, path: conversation }, async (page) => {
      await page.getByText(/^Le canal est en pause\. .* Prochain essai\s: /).waitFor();
      await shoot(page, "inbox-paused-phone");
    });
    await withConsole(browser, { ...french, path: channel }, async (page) => {
      await page.getByText(/^Un message sera essayé\s: /).waitFor();
      await shoot(page, "channel-paused-phone");
      await expectAccessible(page);
      await order(key, { always: null });
      await page.getByRole("button", { name: "Réessayer maintenant" }).click();
      await page.getByText("Sales reprend.").waitFor();
      expect(await page.getByText(/^Un message sera essayé\s: /).count()).toBe(0);
    });
    await withConsole(browser, { token, path: conversation }, async (page) => {
      await page.getByRole("region", { name: "Zoé" }).getByText("Sent", { exact: true }).waitFor();
      expect(await page.getByText(/^The channel is paused/).count()).toBe(0);
    });
  });
});
