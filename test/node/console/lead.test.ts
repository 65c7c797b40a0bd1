import type { Browser } from "playwright-core";
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
  withConsole,
} from "../support/console";

const idOf = async (token: string, lead: object) =>
  (await call<{ data: { id: number } }>(token, "POST", "/leads", lead)).data.id;

describe.skipIf(!hasChromium)("the console's page of a lead", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("shows all that happened as one stream, and what is known", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/leads/5" }, async (page) => {
      const timeline = page.getByRole("region", { name: "Timeline" });
      await timeline.getByText("Entonces mi hermana").waitFor();
      await timeline
        .getByText(/Clicked Webinar replay/)
        .first()
        .waitFor();
      await timeline.getByText("Became a lead by Import").waitFor();
      // The demo's days are counted back from when it was loaded.
      const said = timeline.getByRole("article").filter({ hasText: "Entonces mi hermana" });
      const at = await said.locator("time").getAttribute("datetime");
      const day = new Intl.DateTimeFormat("en-GB", {
        ...{ day: "numeric", month: "short", timeZone: "Europe/Paris" },
      }).format(new Date(at ?? ""));
      await timeline.getByRole("heading", { name: new RegExp(day) }).waitFor();
      await page.getByRole("blockquote").getByText("soy enfermera").first().waitFor();
      await shoot(page, "lead-light");
      await expectAccessible(page);
      await timeline.getByRole("button", { name: "Activity" }).click();
      expect(await timeline.getByText("Entonces mi hermana").count()).toBe(0);
      const conversation = page.getByRole("link", { name: "Open conversation" });
      expect(await conversation.getAttribute("href")).toBe("/console/inbox/23");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Privacy" }).click();
      await page.waitForURL("**/console/privacy?lead=5");
    }));

  it("is in parts on a phone", () =>
    withConsole(
      browser,
      { token: DEMO_TOKEN, path: "/leads/5", colorScheme: "dark", ...phone },
      async (page) => {
        await page.getByText("Entonces mi hermana").waitFor();
        await shoot(page, "lead-phone");
        await page.getByRole("button", { name: "Details" }).click();
        await page.getByRole("blockquote").getByText("soy enfermera").first().waitFor();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      },
    ));

  it("creates a lead, and shows the one in the way at the field", async () => {
    const token = await newWorkspace("Lead of the console");
    await idOf(token, { first_name: "Grace", phone: "+33639980001" });
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await page.getByRole("button", { name: "New lead" }).click();
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Phone", { exact: true }).fill("+33 6 39 98 00 01");
      await page.getByRole("button", { name: "Add a variable" }).click();
      await page.getByLabel("Variable", { exact: true }).fill("city");
      await page.getByLabel("Value").fill("Nantes");
      await page.getByRole("button", { name: "Create lead" }).click();
      await page.getByText("This is taken already.").waitFor();
      await page.getByRole("link", { name: "Grace" }).waitFor();
      await shoot(page, "lead-conflict");
      await expectAccessible(page);
      await page.getByLabel("Phone", { exact: true }).fill("+33 6 39 98 00 02");
      await page.getByRole("button", { name: "Create lead" }).click();
      await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
      await page.getByText("+33639980002").first().waitFor();
      await page.getByText("Nantes").waitFor();
    });
  });

  it("refuses what can't be an address, and marks what is kept so", async () => {
    const token = await newWorkspace("Addresses of the console");
    const id = await idOf(token, { first_name: "Odd", phone: "12345", email: "pas d'email" });
    await idOf(token, { first_name: "Even", phone: "+33639980001" });
    await withConsole(browser, { token, path: `/leads/${id}` }, async (page) => {
      const facts = page.getByText("pas d'email");
      await facts.waitFor();
      await page.getByText("This can’t be an e-mail address: nobody is found by it.").waitFor();
      expect(await page.locator("a[href^='tel:'], a[href^='mailto:']").count()).toBe(0);
      await shoot(page, "lead-unusable");
      await expectAccessible(page);
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByLabel("Phone", { exact: true }).fill("12");
      await page.getByLabel("E-mail", { exact: true }).fill("pas un mail");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("This can’t be a phone number. Write it").waitFor();
      await page.getByText("This can’t be an e-mail address. Write it").waitFor();
      await expectAccessible(page);
      await page.getByLabel("Phone", { exact: true }).fill("+33 6 39 98 00 02");
      await page.getByLabel("E-mail", { exact: true }).fill("odd@example.com");
      await page.getByRole("button", { name: "Save" }).click();
      await page.locator("a[href='tel:+33639980002']").waitFor();
    });
    await idOf(token, { first_name: "Lost", phone: "n/a" });
    await withConsole(
      browser,
      { token, path: "/leads?is_reachable=0", locale: "fr-FR" },
      async (page) => {
        await page.getByRole("link", { name: "Lost" }).waitFor();
        await page.getByText("Ce n’est pas un numéro de téléphone").waitFor();
        expect(await page.getByRole("link", { name: "Even" }).count()).toBe(0);
        await page
          .getByRole("button", { name: /Joignable/ })
          .first()
          .waitFor();
        await shoot(page, "leads-unusable");
        await expectAccessible(page);
      },
    );
  });

  it("keeps to the lead that is shown, and to what was begun there", async () => {
    const token = await newWorkspace("Lead of the console");
    const ada = await idOf(token, { first_name: "Ada" });
    await idOf(token, { first_name: "Grace", phone: "+33639980077" });
    await withConsole(browser, { token, path: `/leads/${ada}` }, async (page) => {
      await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find" }).fill("06 39 98 00 77");
      await page.getByRole("option", { name: "Grace+33639980077" }).waitFor();
      await shoot(page, "palette-phone");
      await page.getByRole("option", { name: "Grace" }).click();
      await page.getByRole("heading", { name: "Grace", exact: true }).waitFor();
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByLabel("Last name").fill("Hopper");
      await page.goBack();
      await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);

      // Changes elsewhere meanwhile are known when one comes back.
      await page.getByRole("link", { name: "All leads" }).click();
      await call(token, "PATCH", `/leads/${ada}`, { pipeline_stage: "qualified" });
      await page.getByRole("row", { name: /Ada.*Qualified/ }).click();
      await page.getByRole("button", { name: "Change the stage Qualified" }).waitFor();

      await page.getByRole("link", { name: "All leads" }).click();
      await page.getByRole("grid").focus();
      await page.keyboard.press("j");
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(/\/v1\/leads\?strict=1$/, (route) => held.then(() => route.continue()));
      await page.getByRole("button", { name: "New lead" }).click();
      await page.getByLabel("First name").fill("Zoë");
      await page.getByRole("button", { name: "Create lead" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      letGo();
      await page.getByRole("row", { name: "Zoë" }).waitFor();
      expect(page.url()).toBe(`${origin}/console/leads`);
      await page.getByRole("grid").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
    });
  });

  it("changes a lead: fields, tags, stage and consent", async () => {
    const token = await newWorkspace("Lead of the console");
    await call(token, "POST", "/tags", { label: "VIP" });
    const lead = await idOf(token, { first_name: "Ada", variables: { seats: 2 } });
    await withConsole(browser, { token, path: `/leads/${lead}` }, async (page) => {
      const timeline = page.getByRole("region", { name: "Timeline" });
      await page.getByRole("button", { name: "Change the stage" }).click();
      await page.getByRole("menuitem", { name: "Qualified" }).click();
      await timeline.getByText("Moved").waitFor();
      await page.getByRole("button", { name: "Add or remove tags" }).click();
      await page.getByRole("checkbox", { name: "VIP" }).click();
      await timeline.getByText("Got the tag VIP").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      // Somebody else's change stays.
      await call(token, "PATCH", `/leads/${lead}`, { warmth: "hot" });
      await page.locator("header").getByText("Hot").waitFor();
      await page.getByLabel("Last name").fill("Lovelace");
      await page.getByLabel("Value").fill("3");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
      for (const [choice, marketing] of [
        ["Stop marketing", "visible"],
        ["Allow marketing", "detached"],
        ["Stop marketing", "visible"],
      ] as const) {
        await page.getByRole("button", { name: "More" }).click();
        await page.getByRole("menuitem", { name: choice }).click();
        if (choice === "Stop marketing")
          await page.getByRole("dialog").getByRole("button", { name: choice }).click();
        await page.locator("header").getByText("No marketing").waitFor({ state: marketing });
      }
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Opt out" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Opt out" }).click();
      await timeline.getByText("Opted out · through the API").waitFor();
      await page.getByRole("button", { name: "Edit profile" }).click();
      await page.getByLabel("Objective").fill("Publish the first program");
      await page.getByRole("spinbutton", { name: "Age" }).fill("36");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("Publish the first program").waitFor();
      await shoot(page, "lead-changed");
    });
    const { data } = await call(token, "GET", `/leads/${lead}`);
    expect(data).toMatchObject({
      last_name: "Lovelace",
      pipeline_stage: "qualified",
      warmth: "hot",
      is_optout: true,
      is_marketing_optout: true,
      age: 36,
      variables: { seats: 3 },
      tags: [{ label: "VIP" }],
    });
  });

  it("merges two leads, and deletes one", async () => {
    const token = await newWorkspace("Lead of the console");
    const name = "محمد عبد الرحمن بن عبد العزيز آل سعود الكبير 🌙";
    const keep = await idOf(token, { first_name: name, email: "m@example.com" });
    const double = await idOf(token, { first_name: "Mohamed", phone: "+33639980003" });
    const third = await idOf(token, { first_name: "Somebody else", email: "s@example.com" });
    await withConsole(browser, { token, path: `/leads/${double}` }, async (page) => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Merge with another lead" }).click();
      const search = page.getByRole("searchbox", { name: "Search leads" });
      await search.fill("s@example.com");
      await page.getByRole("dialog").getByRole("button", { name: "Somebody else" }).click();
      await page.getByRole("radio", { name: "Somebody else" }).click();
      await page.getByRole("button", { name: "Choose another" }).click();
      await search.fill("m@example.com");
      await page.getByRole("dialog").getByRole("button", { name }).click();
      expect(await page.getByRole("radio", { name: "Mohamed" }).isChecked()).toBe(true);
      await page.getByRole("radio", { name }).click();
      await shoot(page, "lead-merge");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Merge" }).click();
      await page.getByRole("heading", { name }).waitFor();
      await page.getByText("+33639980003").first().waitFor();
      await page.getByText(`Merged with lead ${double}`).waitFor();
      await shoot(page, "lead-long-name");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("row", { name: "Somebody else" }).waitFor();
      await call(token, "DELETE", `/leads/${third}`);
      await page.getByRole("heading", { name: "No leads yet" }).waitFor();
      await shoot(page, "leads-empty");
      const answer = await fetch(`${origin}/v1/leads/${keep}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(404);
    });
  });

  it("shows by which ids a lead is known, and which were replaced", async () => {
    const token = await newWorkspace("Ids of the console");
    const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      ...{ name: "Sandbox", platform: "whatsapp", provider: "sandbox" },
    });
    const at = `/channels/${channel.id}`;
    const from = "RW.84c1Q";
    await call(token, "POST", `${at}/inbound`, { from, username: "ada.k", text: "Hi" });
    await call(token, "POST", `${at}/identity-moves`, {
      ...{ from: { bsuid: from }, to: { bsuid: "RW.77dd" } },
    });
    await call(token, "POST", `${at}/inbound`, {
      ...{ from: "RW.77dd", type: "contacts", shared_number: "+33639980042" },
    });
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await page.getByRole("row", { name: "ada.k" }).getByRole("link").first().click();
      const one = (text: string) => page.getByRole("listitem").filter({ hasText: text });
      await one("+33639980042").getByText("WhatsApp number · shared on request").waitFor();
      await one("RW.77dd @ada.k").getByText("from a notice of the platform").waitFor();
      await one(from).getByText("Replaced").waitFor();
      await expectAccessible(page);
    });
  });

  it("settles pairs of leads that proved to be one person, from the list of leads", async () => {
    const token = await newWorkspace("Pairs of the console");
    const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      ...{ name: "Sandbox", platform: "whatsapp", provider: "sandbox" },
    });
    const pair = async (name: string) => {
      const lead = await idOf(token, { first_name: name, ext_id: `${name}-1` });
      const other = await idOf(token, { first_name: `${name} too`, ext_id: `${name}-2` });
      const from = `US.${name}`;
      for (const lead_id of [other, lead])
        await call(token, "POST", `/channels/${channel.id}/inbound`, { lead_id, from, text: "Hi" });
      return { lead, other };
    };
    const one = await pair("Ada");
    await call(token, "POST", `/leads/${one.lead}/opt-out`, { scope: "marketing" });
    await pair("Bob");
    await withConsole(browser, { token, path: "/leads" }, async (page) => {
      await page.getByText("In 2 pairs, both leads are the same person.").waitFor();
      await page.getByRole("button", { name: "Settle" }).click();
      const dialog = page.getByRole("dialog");
      const pairOf = (name: string) => dialog.getByRole("region", { name });
      await pairOf("Ada").waitFor();
      await shoot(page, "lead-pairs");
      await expectAccessible(page);
      await pairOf("Bob").getByRole("button", { name: "They are two people" }).click();
      await pairOf("Bob").waitFor({ state: "detached" });
      const row = (name: RegExp) => pairOf("Ada").getByRole("row", { name });
      await row(/^External id \(differs\) Ada-1 Ada-2/).waitFor();
      await row(/^No marketing Yes Yes/).waitFor();
      await page.keyboard.press("Tab");
      for (let step = 0; step < 3; step += 1) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Keep Ada too?" }).waitFor();
      await page.getByRole("button", { name: "Merge" }).click();
      await dialog.getByText("All pairs are settled.").waitFor();
    });
    const read = async (id: number) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${origin}/v1/leads/${id}`, { headers })).status;
    };
    expect([await read(one.lead), await read(one.other)]).toEqual([404, 200]);
  });

  it("writes to a lead who has written before", async () => {
    const token = await newWorkspace("Lead of the console");
    const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      name: "Sandbox",
      platform: "whatsapp",
      provider: "sandbox",
    });
    const lead = await idOf(token, { first_name: "Ada", phone: "+33639980004" });
    await call(token, "POST", `/channels/${channel.id}/inbound`, { lead_id: lead, text: "Hello?" });
    await withConsole(browser, { token, path: `/leads/${lead}` }, async (page) => {
      await page.getByText("Hello?").waitFor();
      await page.getByRole("button", { name: "Message", exact: true }).click();
      await page.getByRole("textbox", { name: "Text" }).fill("Hello, {{first_name}}!");
      await shoot(page, "lead-message");
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForURL(/\/inbox\/\d+$/);
      await page.goBack();
      await page.getByText("Hello, Ada!").waitFor();
      expect(await call(token, "GET", `/messages?lead_id=${lead}`)).toMatchObject({
        data: [{ text: "Hello, Ada!", origin: "person" }, { origin: null }],
      });
    });
  });
});
