import { createHmac } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Source } from "#client";
import { lightOf } from "#console/data/source-lights";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  expectAccessible,
  newWorkspace,
  noon,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";

type Made = { data: { id: number; inbound_url: string } };

const post = (url: string, body: object | string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** As Typeform sends an answer. */
const answered = JSON.stringify({
  event_id: "01HQ",
  event_type: "form_response",
  form_response: {
    definition: { fields: [{ id: "a", type: "short_text", title: "What is your name?" }] },
    answers: [
      { type: "text", text: "Maud Renard", field: { id: "a", type: "short_text" } },
      { type: "email", email: "maud@example.com", field: { id: "b", type: "email" } },
    ],
  },
});

const signed = (body: string, secret: string) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("base64")}`;

/** Someone who books today with Sam, and has been asked for a number in words of one's own. */
const booking = () => ({
  uri: "https://api.calendly.com/scheduled_events/E1/invitees/I1",
  ...{ name: "Maud Renard", email: "maud@example.com", timezone: "Europe/Paris" },
  questions_and_answers: [{ question: "How do we reach you?", answer: "+33 6 39 98 04 05" }],
  scheduled_event: {
    ...{ name: "Discovery call", start_time: noon(0) },
    event_memberships: [{ user_email: "sam@example.com", user_name: "Sam" }],
  },
});

/** Has outcomes move stages, and maps the number of who has booked, by their booking. */
async function settle(page: Page) {
  await page.getByText("It arrives", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Go to the source" }).click();
  await page.getByRole("button", { name: "Edit Stages" }).click();
  await page.getByRole("button", { name: "Add an outcome" }).click();
  await expectAccessible(page);
  await page.getByLabel("Outcome", { exact: true }).fill("SALE");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: "Mapping" }).click();
  await page.getByLabel("What How do we reach you? becomes").selectOption("phone");
  await page.getByText("+33639980405").waitFor();
  await page.getByRole("button", { name: "Save mapping" }).click();
  await page.getByRole("link", { name: "Received", exact: true }).click();
  await page.getByRole("row", { name: "Booking" }).getByRole("button").click();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText("A known lead, or its booking, was changed.").waitFor();
  await page.keyboard.press("Escape");
}

/** Says what came of the call, and looks at the lead. */
async function hold(page: Page) {
  await page.getByRole("link", { name: "Leads" }).click();
  await page.getByRole("link", { name: "Bookings" }).click();
  const row = page.getByRole("table", { name: "Week" }).getByRole("row", { name: /Sam/ });
  await row.getByRole("button", { name: "Maud Renard" }).click();
  const dialog = page.getByRole("dialog", { name: "Discovery call" });
  await dialog.getByRole("button", { name: "It took place" }).click();
  await dialog.getByLabel("Outcome").fill("SALE");
  await dialog.getByRole("button", { name: "Save outcome" }).click();
  await dialog.getByText("SALE", { exact: true }).waitFor();
  await dialog.getByRole("link", { name: "Maud Renard" }).click();
  await page.getByRole("heading", { name: "Maud Renard" }).waitFor();
  await page.getByText("+33639980405").first().waitFor();
  await page.getByRole("button", { name: /Won/ }).waitFor();
  await page.getByText("by Calendly").first().waitFor();
  await shoot(page, "sources-lead");
}

const tabTo = async (page: Page, wanted: Locator) => {
  await wanted.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${wanted}`);
};

const isFocused = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement);

describe("the light of a source", () => {
  const HOUR_MS = 3_600_000;
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
  const quiet = { is_active: true, connection: null, received_at: null, rejected_at: null };
  const ended = { state: "ended" } as NonNullable<Source["connection"]>;
  it.each([
    ["silent", {}],
    ["receiving", { received_at: ago(900) }],
    ["receiving", { received_at: ago(1), rejected_at: ago(2) }],
    ["rejecting", { received_at: ago(2), rejected_at: ago(1) }],
    ["receiving", { received_at: ago(90), rejected_at: ago(25) }],
    ["disconnected", { received_at: ago(1), connection: ended }],
    ["disconnected", { rejected_at: ago(1), connection: ended }],
    ["receiving", { received_at: ago(1), connection: { ...ended, state: "active" as const } }],
    ["paused", { rejected_at: ago(1), connection: ended, is_active: false }],
  ])("is %s, by its connection and what came last", (light, source) => {
    expect(lightOf({ ...quiet, ...source })).toBe(light);
  });
});

describe.skipIf(!hasChromium)("the console's sources", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("are connected by keyboard, and show when something has come", async () => {
    const token = await newWorkspace("Console sources");
    await withConsole(browser, { token, path: "/channels" }, async (page) => {
      await page.getByRole("link", { name: "Sources" }).click();
      await page.getByRole("heading", { name: "No source yet" }).waitFor();
      await show(page, "sources-none");
      await page.getByRole("link", { name: "Connect a source" }).press("Enter");
      await tabTo(page, page.getByRole("button", { name: /Typeform/ }));
      await show(page, "sources-choose");
      await page.keyboard.press("Enter");
      await expect.poll(() => isFocused(page.getByRole("region", { name: "Settings" }))).toBe(true);
      await tabTo(page, page.getByLabel("Name"));
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("Answers");
      await show(page, "sources-details");
      await page.keyboard.press("Enter");
      await page.getByText("Waiting for the first delivery").waitFor();
      const last = page.getByRole("region", { name: "Set up there" });
      await expect.poll(() => isFocused(last)).toBe(true);
      await page.getByText("Copy it now: it is not shown again.").waitFor();
      await show(page, "sources-finish");
      const codes = await page.locator("code").allTextContents();
      const url = codes.find((text) => text.includes("/in/")) ?? "";
      const secret = codes.find((text) => !text.includes("/in/")) ?? "";
      expect((await post(url, answered)).status).toBe(401);
      const headers = { "Typeform-Signature": signed(answered, secret) };
      expect((await post(url, answered, headers)).status).toBe(202);
      await page.getByText("It arrives", { exact: true }).waitFor();
      await tabTo(page, page.getByRole("link", { name: "Go to the source" }));
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Answers" }).waitFor();
      await page.getByText("Receiving", { exact: true }).waitFor();
      await page.getByText("Typeform", { exact: true }).waitFor();
      expect(await page.getByText(secret).count()).toBe(0);
      await show(page, "sources-overview");
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "New secret" }).click();
      await page.getByRole("button", { name: "New secret" }).click();
      await page.getByText("The new secret. Copy it now").waitFor();
      await expectAccessible(page);
    });
  });

  it("connect Calendly by its token, or say why not, and lead to a call that is held", async () => {
    const token = await newWorkspace("Console sources");
    const theirs = `eyJraWQi.${crypto.randomUUID()}.calendly`;
    const control = async (path: string, orders: object) => {
      const body = JSON.stringify({ key: theirs, ...orders });
      return (await fetch(`${inject("graphOrigin")}${path}`, { method: "POST", body })).json();
    };
    const order = (calendly: object) => control("/_control", { calendly });
    await order({ plan: "free" });
    await withConsole(browser, { token, path: "/channels/sources/connect" }, async (page) => {
      await page.getByRole("button", { name: /Calendly/ }).click();
      await page.getByLabel("Personal access token").fill(theirs);
      await page.getByRole("button", { name: "Create source" }).click();
      await page.getByText("Please upgrade to a paid Calendly account", { exact: false }).waitFor();
      await page.getByText("By hand instead").click();
      await page.getByText("curl https://api.calendly.com/webhook_subscriptions").waitFor();
      await show(page, "sources-calendly-refused");
      await order({ plan: "standard" });
      await page.getByLabel("Personal access token").fill(theirs);
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await page.getByText("Calendly is connected.").waitFor();
      await show(page, "sources-calendly");
      const booked = { event: "invitee.created", payload: booking(), send: true };
      expect(await control("/_calendly/deliver", booked)).toMatchObject([{ status: 202 }]);
      await settle(page);
      await hold(page);
    });
  });

  it("say on the first screen that they reject what comes, and how to mend it", async () => {
    const token = await newWorkspace("Console sources");
    await call(token, "POST", "/leads", { first_name: "Maud" });
    const verification = { scheme: "header", name: "X-Webhook-Secret" };
    const input = { kind: "webhook", name: "Zapier", verification };
    const { data } = await call<Made>(token, "POST", "/sources", input);
    const headers = { "X-Webhook-Secret": "another" };
    expect((await post(data.inbound_url, { email: "maud@example.com" }, headers)).status).toBe(401);
    await withConsole(browser, { token }, async (page) => {
      await page.getByRole("link", { name: /Zapier receives nothing/ }).click();
      await page.getByText("Rejecting requests.").waitFor();
      await show(page, "sources-rejecting");
      await page.getByRole("button", { name: "New secret" }).click();
      const dialog = page.getByRole("dialog", { name: "New secret" });
      await dialog.getByRole("button", { name: "New secret" }).click();
      await dialog.getByText("The new secret. Copy it now").waitFor();
    });
  });

  it("map what has come, live, and replay what has failed", async () => {
    const token = await newWorkspace("Console sources");
    const mapping = [{ to: "age", from: ["who"] }];
    const input = { kind: "webhook", name: "Landing page", default_country: "FR", mapping };
    const { data } = await call<Made>(token, "POST", "/sources", input);
    const body = {
      who: "Maud Renard",
      mail: "maud@example.com",
      tel: "06 39 98 04 05",
      "Budget (€)": "900",
    };
    const goal = { "Votre objectif ?": "Changer de métier" };
    await post(data.inbound_url, { who: "Léon Blanc", tel: "06 39 98 04 06", ...goal });
    await post(data.inbound_url, body);
    const path = `/channels/sources/${data.id}/deliveries`;
    await withConsole(browser, { token, path }, async (page) => {
      const rows = page.getByRole("row", { name: /Not usable/ });
      await expect.poll(() => rows.count()).toBe(2);
      const open = rows.first().getByRole("button");
      await open.waitFor();
      await show(page, "sources-deliveries");
      await open.press("Enter");
      await page.getByText("Mend the mapping, and replay it.", { exact: false }).waitFor();
      await shoot(page, "sources-delivery");
      await expectAccessible(page);
      await page.getByRole("link", { name: "Open in mapping" }).click();
      await page.getByLabel("What who becomes").selectOption("full_name");
      await page.getByLabel("What tel becomes").selectOption("phone");
      await page.getByLabel("What Budget (€) becomes").selectOption("variables.");
      await page.getByText("in another one").waitFor();
      await page.getByLabel("What Votre objectif ? becomes").selectOption("variables.");
      await page.getByText("+33639980405").waitFor();
      await page.getByText("New", { exact: true }).waitFor();
      await show(page, "sources-mapping");
      await page.getByRole("button", { name: "Save mapping" }).click();
      await page.getByText("Saved.").waitFor();
      await page.getByRole("link", { name: "Received", exact: true }).click();
      await page.getByLabel("Result").selectOption("invalid");
      await page.getByRole("button", { name: "Replay all" }).click();
      await page.getByText("2 are replayed now.").waitFor();
      await page.getByText("Nothing with this result").waitFor();
      const leads = await call<{ data: { phone: string }[] }>(token, "GET", "/leads");
      expect(leads.data.toSorted((a, b) => a.phone.localeCompare(b.phone))).toMatchObject([
        { phone: "+33639980405", variables: { budget: "900" } },
        { phone: "+33639980406", variables: { votre_objectif: "Changer de métier" } },
      ]);
    });
  });

  it("are read on a phone, in French", async () => {
    const token = await newWorkspace("Console sources");
    const form = { origins: ["https://www.example.com"], honeypot: "website" };
    const { data } = await call<Made>(token, "POST", "/sources", {
      ...{ kind: "form", name: "Page d’accueil", form },
    });
    const options = { token, ...phone, locale: "fr-FR" };
    await withConsole(browser, { ...options, path: "/channels/sources" }, async (page) => {
      await page.getByRole("link", { name: "Page d’accueil" }).waitFor();
      await expectAccessible(page);
      await shoot(page, "sources-phone-list");
      for (const part of ["", "/mapping", "/deliveries"]) {
        await page.goto(`${new URL(page.url()).origin}/console/channels/sources/${data.id}${part}`);
        await page.getByRole("heading", { name: "Page d’accueil" }).waitFor();
        await expectAccessible(page);
        await shoot(page, `sources-phone${part.replace("/", "-")}`);
        expect(await page.locator("main").evaluate((main) => main.scrollWidth)).toBe(390);
      }
    });
  });
});
