import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
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
import { withLead } from "../support/inbox";

type Made = { data: { id: number } };

async function newLead(token: string, first_name: string) {
  const { data } = await call<Made>(token, "POST", "/leads", { first_name });
  return data.id;
}

async function book(token: string, lead_id: number, starts_at: string, more: object = {}) {
  const body = { lead_id, name: "Discovery call", starts_at, ...more };
  return (await call<Made>(token, "POST", "/bookings", body)).data.id;
}

const SAM = { host: { name: "Sam", email: "sam@example.com" } };
const INES = { host: { name: "Inès", email: "ines@example.com" } };

describe.skipIf(!hasChromium)("the console's bookings", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("are a week by days and hosts, or a list, and open to say what happened", async () => {
    const token = await newWorkspace("Console bookings");
    const [maud, leon] = [await newLead(token, "Maud"), await newLead(token, "Léon")];
    const answers = { "Your WhatsApp no.": "06 39 98 04 05" };
    const today = await book(token, maud, noon(0), { ...SAM, answers, time_zone: "Asia/Tokyo" });
    await book(token, leon, noon(0), INES);
    await book(token, leon, noon(8), INES);
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await page.getByRole("link", { name: "Bookings" }).click();
      const week = page.getByRole("table", { name: "Week" });
      await week.getByRole("row", { name: /Sam/ }).getByRole("button", { name: "Maud" }).waitFor();
      expect(await week.getByRole("button").count()).toBe(2);
      await show(page, "bookings-week");
      await page.getByLabel("Host").selectOption("Inès");
      await week.getByRole("button", { name: "Maud" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Clear filters" }).click();

      await week.getByRole("button", { name: "Maud" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Discovery call" });
      await dialog.getByText("06 39 98 04 05").waitFor();
      await dialog.getByText("(Asia/Tokyo)").waitFor();
      await shoot(page, "bookings-dialog");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "It took place" }).click();
      await page.getByText("Discovery call: Held").waitFor();
      await dialog.getByLabel("Outcome").fill("SALE");
      await dialog.getByLabel("Value").fill("1500.5");
      await dialog.getByRole("button", { name: "Save outcome" }).click();
      await dialog.getByText("SALE", { exact: true }).waitFor();
      const { data } = await call<{ data: object }>(token, "GET", `/bookings/${today}`);
      expect(data).toMatchObject({ state: "held", outcome: "SALE", outcome_value: 1500.5 });
      await dialog.getByRole("button", { name: "It is cancelled" }).click();
      await page.getByRole("button", { name: "Cancel booking" }).click();
      await page.getByText("Discovery call: Cancelled").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });

      await page.getByRole("button", { name: "Upcoming" }).click();
      await page.getByRole("link", { name: "Léon" }).last().waitFor();
      await page.getByRole("button", { name: "All", exact: true }).click();
      await page.getByRole("cell", { name: "Cancelled" }).waitFor();
      await show(page, "bookings-list");
      await page.getByRole("link", { name: "Maud" }).click();
      await page.getByRole("heading", { name: "Bookings" }).waitFor();
    });
  });

  it("fit on a phone, and stand on the lead's page, the next one first", async () => {
    const token = await newWorkspace("Console bookings");
    const lead = await newLead(token, "Maud");
    const past = await book(token, lead, noon(0), SAM);
    await call(token, "PATCH", `/bookings/${past}`, { state: "held" });
    const next = await book(token, lead, noon(9), SAM);
    const options = { token, path: "/leads/bookings", ...phone, locale: "fr-FR" };
    await withConsole(browser, options, async (page) => {
      await page.getByRole("button", { name: /Maud/ }).waitFor();
      await shoot(page, "bookings-phone-fr");
      await expectAccessible(page);
      expect(await page.locator("main").evaluate((main) => main.scrollWidth)).toBe(390);
    });
    await withConsole(browser, { token, path: `/leads/${lead}` }, async (page) => {
      await page.getByText(/^Upcoming · /).waitFor();
      await page.getByText("Booked").first().waitFor();
      await shoot(page, "bookings-lead");
      await expectAccessible(page);
      await call(token, "PATCH", `/bookings/${next}`, { state: "no_show" });
      await page.getByText("Did not come to the booking").waitFor();
      await page.getByText(/^Upcoming · /).waitFor({ state: "detached" });
    });
  });

  it("show the next one beside the conversation", async () => {
    const { token, lead, id } = await withLead();
    await book(token, lead, noon(-3), INES);
    await book(token, lead, noon(9), SAM);
    await book(token, lead, noon(4), { ...SAM, name: "Strategy call" });
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await page.getByRole("heading", { name: "Next booking" }).waitFor();
      await page.getByText("Strategy call · Sam").waitFor();
      await shoot(page, "bookings-inbox");
      await expectAccessible(page);
      const booked = page.locator("details", { hasText: "Next booking" });
      await booked.getByRole("button").press("Enter");
      await page.getByRole("dialog", { name: "Strategy call" }).waitFor();
    });
  });
});
