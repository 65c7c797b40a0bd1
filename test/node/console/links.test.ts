import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  origin,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148";

/** Follows a short link as somebody with a phone does; returns where it leads. */
async function follow(url: string) {
  const { pathname } = new URL(url);
  const answer = await fetch(`${origin}${pathname}`, {
    headers: { "User-Agent": PHONE },
    redirect: "manual",
  });
  return answer.headers.get("Location");
}

async function download(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

describe.skipIf(!hasChromium)("the console's links", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("creates a link, tries it with a lead, and shows the click as it happens", async () => {
    const token = await newWorkspace("Links");
    const slug = `open-day-${Date.now()}`;
    await call(token, "POST", "/leads", {
      first_name: "Noor",
      last_name: "van der Linden-Ó Súilleabháin",
      variables: { city: "Lyon & Paris" },
    });
    await call(token, "POST", "/tags", { label: "Interested" });
    await withConsole(browser, { token, path: "/links" }, async (page) => {
      await page.getByRole("heading", { name: "No links yet" }).waitFor();
      await shoot(page, "links-empty");
      await page.getByRole("button", { name: "Create a link" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Short URL").fill("docs");
      await dialog.getByLabel("When they click").selectOption("Interested");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("Fill this in.").waitFor();
      await dialog.getByText("This can’t be chosen. Try something else.").waitFor();
      await dialog.getByLabel("Destination").fill("https://{{first_name}}.example.com/");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("only your variables may stand").waitFor();
      await dialog.getByLabel("Destination").fill("https://example.com/day?from={{city|home}}&n=");
      await dialog.getByRole("button", { name: "first_name" }).click();
      await dialog.getByText("For a lead without these values:").waitFor();
      await shoot(page, "links-form");
      await expectAccessible(page);
      await dialog.getByLabel("Label").fill("Open day");
      await dialog.getByLabel("Short URL").fill(slug);
      await dialog.getByRole("button", { name: "Create" }).click();

      await page.getByRole("heading", { name: "Open day" }).waitFor();
      await page.getByText("No clicks yet").waitFor();
      await page.getByRole("button", { name: "Try with a lead" }).click();
      await dialog.getByRole("searchbox").fill("noor");
      await dialog.getByRole("button", { name: /^.*Noor/ }).click();
      const expected = "https://example.com/day?from=Lyon%20%26%20Paris&n=Noor";
      await dialog.getByText(expected).waitFor();
      await expectAccessible(page);
      await shoot(page, "link-try");
      await dialog.getByRole("button", { name: "Create their own link" }).click();
      const url = (await dialog.getByText(`/${slug}/`).textContent()) ?? "";
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Not yet" }).click();
      await page.getByRole("row", { name: /Noor/ }).waitFor();
      expect(await follow(url)).toBe(expected);

      const latest = page.locator("section", { hasText: "Latest clicks" });
      await latest.getByRole("link", { name: /Noor/ }).waitFor();
      const devices = page.locator("section", { hasText: "DevicesLast 30 days" });
      await devices.getByRole("listitem").filter({ hasText: "Phone1100%" }).waitFor();
      await page.getByRole("button", { name: "Clicked", exact: true }).click();
      await page.getByRole("row", { name: /Noor/ }).waitFor();

      await page.getByRole("button", { name: "Actions for Open day" }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      const id = Number(new URL(page.url()).pathname.split("/").at(-1));
      await call(token, "PUT", `/short-links/${id}`, {
        slug,
        destination_url: "https://example.com/another",
      });
      await dialog.getByLabel("Label").fill("Open evening");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("example.com/another").waitFor();

      await page.getByRole("button", { name: "Actions for Open evening" }).click();
      await page.getByRole("menuitem", { name: "Pause" }).click();
      await page.getByText("This link is paused").waitFor();
      await page.getByRole("button", { name: "Actions for Open evening" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("heading", { name: "No links yet" }).waitFor();
    });
  });

  it("lists the links and shows one", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/links" }, async (page) => {
      await page.locator("td svg polygon").first().waitFor();
      await show(page, "links");
      await page.getByRole("searchbox").fill("WEBINAR");
      await page.getByRole("link", { name: "Webinar replay" }).waitFor();
      await page.getByRole("row").nth(2).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Webinar replay" }).click();
      await page.locator("[role=img] canvas").waitFor();
      await page.getByRole("heading", { name: "Countries", exact: true }).waitFor();
      await show(page, "link");
    }));

  it("shows hours, and makes a QR code to download", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/links/2?range=7d" }, async (page) => {
      await page.getByRole("button", { name: "48 h" }).click();
      await page.getByRole("button", { name: "Hours", exact: true, pressed: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("range")).toBe("48h");
      await page.getByText("Show as table").click();
      await page.getByRole("rowheader").first().waitFor();
      await shoot(page, "link-hours");

      await page.getByRole("button", { name: "QR code" }).click();
      await page.getByRole("img", { name: /^QR code of/ }).waitFor();
      await expectAccessible(page);
      await shoot(page, "link-qr");
      const svg = await download(page, "Download SVG");
      expect(svg.name).toBe("webinar.svg");
      expect(svg.content.toString()).toMatch(/^<svg xmlns=.*<path d="M4 4h1v1h-1z/);
      const png = await download(page, "Download PNG");
      expect(png.name).toBe("webinar.png");
      expect(png.content.subarray(1, 4).toString()).toBe("PNG");
    }));

  it("fits a phone, in French", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/links", locale: "fr-FR", ...phone },
      async (page) => {
        await page.getByRole("link", { name: "Webinar replay" }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, "links-phone");
        await page.getByRole("link", { name: "Webinar replay" }).click();
        await page.locator("[role=img] canvas").waitFor();
        await page.getByRole("heading", { name: "Pays", exact: true }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await shoot(page, "link-phone");
      },
    ));

  it("tries hostile values, and shows what an unusual link has", async () => {
    const token = await newWorkspace("Unusual links");
    const { data: link } = await call<{ data: { id: number } }>(token, "POST", "/short-links", {
      destination_url: "https://{{shop|eu}}.example.com/{{first_name}}",
      label: "دعوة إلى يوم مفتوح",
      slug: `${"long-".repeat(12)}${Date.now()}`,
      is_active: false,
    });
    await call(token, "POST", "/leads", {
      first_name: "<b>../..</b>",
      variables: { shop: "evil.example/#" },
    });
    const path = `/links/${link.id}`;
    await withConsole(browser, { token, path, ...phone }, async (page) => {
      const totals = { devices: null, countries: null, unique_recipients_count: null };
      await page.route(/\/stats\?/, async (route) => {
        const response = await route.fetch();
        const { data } = await response.json();
        await route.fulfill({ json: { data: { ...data, totals: { ...data.totals, ...totals } } } });
      });
      await page.getByRole("button", { name: "7 d" }).click();
      await page.getByText("These are too many clicks").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.getByRole("button", { name: "Try with a lead" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /<b>/ }).click();
      await dialog.getByText("a value that can’t stand there").waitFor();
      await dialog.getByText("The link is paused").waitFor();
      await dialog.getByText("The values of this lead make no URL").waitFor();
      expect(await dialog.getByRole("link", { name: "Open it" }).count()).toBe(0);
      await expectAccessible(page);
      await shoot(page, "link-try-phone");
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await call(token, "DELETE", `/short-links/${link.id}`);
      await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
    });
  });

  it("says that a link is gone", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/links/999999" }, async (page) => {
      await page.getByRole("heading", { name: "This page does not exist" }).waitFor();
    }));
});
