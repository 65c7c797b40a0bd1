import type { Browser, Locator } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ADDED_TYPES } from "#console/screens/inbox/composer/add/added-types";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  origin,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";
import { composer, isInView, PICTURE, withLead } from "../support/inbox";
import { CAROUSEL, richInstagram, richWhatsapp } from "../support/rich-threads";

/** Scrolls with the wheel until a place is there, however long its page takes to load. */
async function scrollTo(place: Locator, pixels: number) {
  const scroll = async () => {
    await place.page().mouse.wheel(0, pixels);
    return place.isVisible();
  };
  await expect.poll(scroll, { timeout: 30_000 }).toBe(true);
}

describe.skipIf(!hasChromium)("the inbox", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("shows conversations and their leads", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/inbox" }, async (page) => {
      await page.getByRole("link", { name: /Garnier/ }).click();
      await page.getByText("Vous avez un replay du webinaire").last().waitFor();
      await page.getByText("Webinar follow-up").waitFor();
      await page.getByText("Clicked 3 times").waitFor();
      await show(page, "inbox");
    }));

  it("shows one pane at a time on a phone", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/inbox", ...phone }, async (page) => {
      const row = page.getByRole("link", { name: /Garnier/ });
      await row.waitFor();
      await shoot(page, "inbox-phone");
      await row.click();
      await page.getByText("Vous avez un replay du webinaire").last().waitFor();
      expect(await row.isVisible()).toBe(false);
      await shoot(page, "inbox-phone-conversation");
      await page.getByRole("button", { name: "Details of the lead" }).last().click();
      await page.getByRole("heading", { name: "Profile", exact: true }).waitFor();
      await shoot(page, "inbox-phone-lead");
      await page.getByRole("button", { name: "Close" }).last().click();
      await page.getByRole("button", { name: "Back to the list" }).click();
      await row.waitFor();
    }));

  it("answers with a canned reply and a link, and sees the click", async () => {
    const { token, write } = await withLead();
    const { data: link } = await call<{ data: { template_variable_url: string } }>(
      token,
      "POST",
      "/short-links",
      { destination_url: "https://example.com/programme", label: "Programme" },
    );
    await call(token, "POST", "/canned-replies", {
      shortcut: "places",
      text: `Hello {{first_name}}, see ${link.template_variable_url}`,
    });
    await call(token, "POST", "/canned-replies", {
      shortcut: "where",
      type: "location",
      location: { latitude: -1.9441, longitude: 30.0619, name: "Our school" },
    });
    await withConsole(browser, { token, path: "/inbox" }, async (page) => {
      await page.getByText("1 unread").waitFor({ state: "attached" });
      await page.keyboard.press("j");
      await page.getByRole("log").getByText("is there a place left?").waitFor();
      await page.getByText("1 unread").waitFor({ state: "detached" });
      await page.keyboard.press("r");
      await composer(page).pressSequentially("/pla");
      await page.getByRole("option", { name: /places/ }).click();
      await page.getByText("Hello Zoë, see ").waitFor();
      await shoot(page, "inbox-preview");
      await page.keyboard.press("Enter");
      const card = page.getByRole("link", { name: /Programme.*Not clicked yet/s });
      await card.first().waitFor();
      await page.getByRole("log").getByText("Delivered").waitFor({ state: "attached" });
      expect(await composer(page).inputValue()).toBe("");
      await composer(page).pressSequentially("/whe");
      await page.getByRole("option", { name: /where/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("log").getByText("Our school").waitFor();
      expect(await composer(page).inputValue()).toBe("");
      const sends = await call<{ data: { url: string }[] }>(token, "GET", "/link-sends");
      await fetch(new URL(new URL(sends.data[0]?.url ?? "").pathname, page.url()), {
        redirect: "manual",
        headers: { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari" },
      });
      await page
        .getByRole("log")
        .getByText(/^Clicked/)
        .waitFor();
      await write("Thank you!");
      await page.getByRole("log").getByText("Thank you!").waitFor();
      await page
        .getByLabel("Attach a file")
        .last()
        .setInputFiles({ name: "Plan.png", mimeType: "image/png", buffer: PICTURE });
      await page.getByRole("button", { name: "Remove the file" }).waitFor();
      await page.getByRole("button", { name: "Send", exact: true }).click();
      const picture = page.getByRole("log").locator("img");
      await picture.waitFor();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBe(1);
      await shoot(page, "inbox-answered");
    });
  });

  it("records a voice note, as Ogg with Opus in one channel", async () => {
    const { token, id } = await withLead();
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await page.getByRole("button", { name: "Record a voice note" }).click();
      await page.getByRole("timer").getByText("1 sec").waitFor();
      await shoot(page, "inbox-recording");
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("button", { name: "Record a voice note" }).click();
      await page.getByRole("timer").getByText("2 sec").waitFor();
      await page.getByRole("button", { name: "Attach", exact: true }).click();
      await page.getByText("Voice note").waitFor();
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("log").locator("audio").waitFor();
    });
    type Sent = { payload: object; attachments: { media: { url: string } }[] };
    const { data } = await call<{ data: Sent[] }>(token, "GET", "/messages?direction=outbound");
    expect(data).toMatchObject([{ type: "audio", payload: { voice: true } }]);
    const file = await fetch(data[0]?.attachments[0]?.media.url ?? "");
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe("OggS");
    const head = bytes.indexOf("OpusHead");
    expect(bytes[head + "OpusHead".length + 1]).toBe(1);
    expect(bytes.length).toBeGreaterThan(2_000);
  });

  it("sends messages of each type that has a dialog, quotes and reacts", async () => {
    const { token, id } = await withLead();
    const link = { label: "Programme", destination_url: "https://example.com/programme" };
    await call(token, "POST", "/short-links", link);
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const log = page.getByRole("log");
      const add = async (what: string) => {
        await page.getByRole("button", { name: "Add something else" }).click();
        await page.getByRole("menuitem", { name: what, exact: true }).click();
        return page.getByRole("dialog", { name: what, exact: true });
      };
      const send = (dialog: Locator) => dialog.getByRole("button", { name: "Send" }).click();

      const replies = await add("Reply buttons");
      await replies.getByLabel("Text").fill("Which course?");
      await replies.getByLabel("Button 1", { exact: true }).fill("Design");
      await replies.getByLabel("Button 2", { exact: true }).fill("{{oops");
      await send(replies);
      await replies.getByText("This doesn’t have the right format.").waitFor();
      await shoot(page, "inbox-reply-buttons");
      await replies.getByLabel("Button 2", { exact: true }).fill("Drawing");
      await send(replies);
      await log.getByText("Which course?").waitFor();

      const list = await add("List");
      await list.getByLabel("Text").fill("Which day?");
      for (const [place, title] of ["Tuesday", "Friday"].entries())
        await list
          .getByRole("region", { name: `Row ${place + 1}` })
          .getByLabel("Title")
          .fill(title);
      await show(page, "inbox-list");
      await send(list);
      await log.getByText("Friday").waitFor();

      const form = await add("WhatsApp form");
      await form.getByLabel("Text").fill("What would you like to learn?");
      await form.getByLabel("Id of the form").fill("112");
      await form.getByLabel("Button that opens the form").fill("Open the form");
      await shoot(page, "inbox-flow");
      await send(form);
      await log.getByText("Open the form").waitFor();

      await send(await add("Ask for the location"));
      await log.getByText("Where are you?").waitFor();

      const buttons = await add("Buttons with links");
      await buttons.getByLabel("Text").fill("Six places left");
      await buttons.getByLabel("Label").fill("See dates");
      await buttons.getByLabel("Address").fill("http://example.com");
      await send(buttons);
      await buttons.getByText(/https/).last().waitFor();
      await shoot(page, "inbox-link-button");
      const urls = buttons.locator("datalist option");
      await buttons.getByLabel("Address").fill((await urls.first().getAttribute("value")) ?? "");
      await send(buttons);
      await log.getByText("See dates").waitFor();

      const cards = await add("Cards");
      await cards.getByLabel("Text").first().fill("Two courses");
      for (const [place, title] of ["Design", "Drawing"].entries()) {
        const card = cards.getByRole("region", { name: `Card ${place + 1}` });
        await card
          .locator("input[type=file]")
          .setInputFiles({ name: "Plan.png", mimeType: "image/png", buffer: PICTURE });
        await card.getByRole("button", { name: "Remove the file" }).waitFor();
        await card.getByLabel("Title").fill(title);
        await card.getByLabel("Label").fill("Choose");
      }
      await shoot(page, "inbox-cards");
      await send(cards);
      await log.getByRole("list", { name: "Cards" }).getByText("Drawing").waitFor();

      const place = await add("Location");
      await place.getByLabel("Coordinates").fill("48.8584, 2.2945");
      await place.getByLabel("Name").fill("Atelier");
      await send(place);
      await log.getByText("Atelier").waitFor();

      const contact = await add("Contact");
      await contact.getByLabel("Name").fill("Ines Roux");
      await contact.getByLabel("Phone").fill("+33 6 39 98 01 42");
      await send(contact);
      await log.getByText("Ines Roux").waitFor();

      const asked = log.getByRole("article").filter({ hasText: "Hello, is there a place left?" });
      await asked.first().getByRole("button", { name: "React" }).click();
      await page.getByRole("menuitem", { name: "👍" }).click();
      await asked.first().getByTitle("The team’s reaction").waitFor();
      await asked.first().getByRole("button", { name: "Reply to this message" }).click();
      await page.getByText("In reply to").waitFor();
      await composer(page).fill("Yes, six");
      await page.keyboard.press("Enter");
      await log
        .getByRole("article")
        .filter({ hasText: "Yes, six" })
        .locator("blockquote")
        .waitFor();
      await shoot(page, "inbox-rich");
    });
    type Sent = { type: string; status: string };
    const { data } = await call<{ data: Sent[] }>(token, "GET", "/messages?direction=outbound");
    expect(data.map(({ type }) => type).toSorted()).toEqual(
      [...ADDED_TYPES, "reaction", "text"].toSorted(),
    );
    expect(data.some(({ status }) => status === "failed")).toBe(false);
  });

  it("shows what came by ads and forms, reactions, cards and the phone's app", async () => {
    const { token, id } = await richWhatsapp();
    const tall = { viewport: { width: 1360, height: 2600 } };
    await withConsole(browser, { token, path: `/inbox/${id}`, ...tall }, async (page) => {
      const log = page.getByRole("log");
      await log.getByText("I call you in a minute.").waitFor();
      await log.getByText("Came by the ad “Open day”.").waitFor();
      const button = log.getByRole("article").filter({ hasText: "Six places left" });
      await button.getByTitle("Reaction of Zoë Marchand").getByText("❤️").waitFor();
      expect(await log.getByText("Reacted with").count()).toBe(0);
      expect(await button.getByRole("link", { name: "See dates" }).count()).toBe(0);
      await button.getByRole("link", { name: /Programme.*Not clicked yet/s }).waitFor();
      await log.getByText("Drawing with Grace").waitFor();
      await log.getByText("Tuesday, Friday").waitFor();
      await log.getByText(/not verified/).waitFor();
      await log.getByText("Voice note").waitFor();
      await log.getByText("Phone’s app", { exact: true }).waitFor();
      await show(page, "inbox-whatsapp");
    });
    const french = { token, path: `/inbox/${id}`, locale: "fr-FR", ...phone };
    await withConsole(browser, french, async (page) => {
      await page.getByRole("log").getByText("Vient de la publicité « Open day ».").waitFor();
      await page.setViewportSize({ width: 390, height: 3600 });
      await page.getByRole("log").getByText("I call you in a minute.").waitFor();
      await shoot(page, "inbox-whatsapp-phone");
    });
  });

  it("shows stories, posts, links and comments with their answers", async () => {
    const { token, id } = await richInstagram();
    const tall = { viewport: { width: 1360, height: 1500 } };
    await withConsole(browser, { token, path: `/inbox/${id}`, ...tall }, async (page) => {
      const log = page.getByRole("log");
      const lines = () => log.getByRole("article").allTextContents();
      await log.getByText("See you there!").waitFor();
      await log.getByText("Comment under a post").waitFor();
      const story = log.getByRole("link", { name: "Open the story" }).first();
      expect(await story.getAttribute("href")).toBe("https://lookaside.example.com/story");
      expect(await story.getAttribute("target")).toBe("_blank");
      expect(
        (await lines()).map((line) => line.replace(/\d+:\d+.*/s, "").replace(/Open the \w+$/, "")),
      ).toMatchObject(
        [
          /Came by the link “spring”/,
          /Comment under a post.*PRICE\?/,
          /In reply to the comment.*PRICE\?.*It is 90 €/,
          /Public reply under the comment.*PRICE\?.*We have written to you/,
          /Replied to your story.*Love it/,
          /Sent the post “Open day” from Instagram/,
          /Mentioned you in their story/,
          /Design/,
          /Comment on a live video/,
          /See you there!/,
        ].map((pattern) => expect.stringMatching(pattern)),
      );
      await show(page, "inbox-instagram");
      await page.getByRole("button", { name: "Add something else" }).click();
      const offered = page.getByRole("menuitem");
      await offered.first().waitFor();
      expect(await offered.allTextContents()).toEqual([
        "Reply buttons",
        "List",
        "Buttons with links",
        "Cards",
      ]);
    });
    const french = { token, path: `/inbox/${id}`, locale: "fr-FR", ...phone };
    await withConsole(browser, french, async (page) => {
      await page.getByRole("log").getByText("Commentaire sous une publication").waitFor();
      await page.setViewportSize({ width: 390, height: 2000 });
      await page.getByRole("log").getByText("Vient du lien « spring ».").waitFor();
      await shoot(page, "inbox-instagram-phone");
    });
  });

  it("completes placeholders, takes notes and tags, closes and reopens", async () => {
    const { token, lead, id } = await withLead();
    await call(token, "POST", "/tags", { label: "VIP" });
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await composer(page).pressSequentially("Dear {{last");
      await page.getByRole("option", { name: /last_name.*Marchand/ }).waitFor();
      await page.keyboard.press("Enter");
      expect(await composer(page).inputValue()).toBe("Dear {{last_name}}");
      await page.getByText("Dear Marchand").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("n");
      await page.getByLabel("Note for the team").fill("Calls back on Friday");
      await page.keyboard.press("Enter");
      await page.getByText("Note by").waitFor();
      await page.getByRole("button", { name: "Add a tag" }).click();
      await page.getByRole("button", { name: "VIP" }).click();
      await page.getByRole("button", { name: "Remove the tag “VIP”" }).waitFor();
      await page.getByLabel("Stage", { exact: true }).selectOption("qualified");
      await page.getByRole("heading", { name: "Tags", exact: true }).click();
      await page.keyboard.press("e");
      await page.getByText("All done").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page
        .getByRole("link", { name: /Zoë Marchand/ })
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Snooze", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.locator("[role=menu]:focus-within").waitFor();
      for (const key of ["End", "Enter"]) await page.keyboard.press(key);
      await page.getByRole("textbox", { name: "Until" }).fill("2020-01-01T10:00");
      await page.keyboard.press("Enter");
      await page.getByText("Choose a time in the future.").waitFor();
      await shoot(page, "inbox-snooze");
      await page.getByRole("textbox", { name: "Until" }).fill("2099-01-01T10:00");
      await page.keyboard.press("Enter");
      await page.getByText("Snoozed until 1 Jan 2099, 10:00.").waitFor();
      expect(await call(token, "GET", `/conversations/${id}`)).toMatchObject({
        data: { state: "snoozed", snoozed_until: "2099-01-01T09:00:00.000Z" },
      });
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      await shoot(page, "inbox-help");
    });
    const { data } = await call<{ data: { pipeline_stage: string; tags: { label: string }[] } }>(
      token,
      "GET",
      `/leads/${lead}`,
    );
    expect(data).toMatchObject({ pipeline_stage: "qualified", tags: [{ label: "VIP" }] });
  });

  it("says why nothing can be sent, and sends a template", async () => {
    const longAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { token, id, channel, lead } = await withLead(longAgo);
    await call(token, "POST", `/channels/${channel}/templates`, {
      name: "place_left",
      language: "en",
      components: [
        { type: "HEADER", format: "TEXT", text: "Open day" },
        { type: "BODY", text: "Hello {{1}}, there is a place left." },
        { type: "FOOTER", text: "Atelier Horizon" },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "I am in" }] },
      ],
    });
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      await page.getByText("The 24-hour window is closed.").waitFor();
      await shoot(page, "inbox-window-closed");
      await page.getByRole("button", { name: "Use a template" }).click();
      await page.getByRole("button", { name: /place_left/ }).click();
      await page.getByLabel("Body {{1}}").fill("{{first_name}}");
      await page.getByText("Hello Zoë, there is a place left.").waitFor();
      await shoot(page, "inbox-template");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("log").getByText("Hello Zoë, there is a place left.").waitFor();
      for (const text of ["Open day", "Atelier Horizon", "I am in"])
        await page.getByRole("log").getByText(text, { exact: true }).waitFor();
      await shoot(page, "inbox-template-sent");
      await call(token, "POST", `/leads/${lead}/opt-out`, { scope: "marketing" });
      await page.getByRole("complementary").getByText("No marketing").waitFor();
      await page.getByRole("button", { name: "Use a template" }).click();
      await page.getByRole("button", { name: /place_left/ }).click();
      await page.getByRole("dialog").getByText("The person wants no marketing messages.").waitFor();
      await shoot(page, "inbox-no-marketing");
      await page.keyboard.press("Escape");
      await call(token, "POST", `/leads/${lead}/opt-out`);
      await page.getByText("Zoë Marchand has unsubscribed.").waitFor();
    });
  });

  it("sends a template with cards and an offer, and names what it can't send", async () => {
    const { token, id, channel } = await withLead();
    const describe = (template: object) =>
      call(token, "POST", `/channels/${channel}/templates`, template);
    await describe(CAROUSEL);
    const offer = {
      type: "LIMITED_TIME_OFFER",
      limited_time_offer: { text: "Ends soon", has_expiration: true },
    };
    const buttons = [
      { type: "COPY_CODE", example: "SPRING" },
      { type: "URL", text: "Shop", url: "https://example.com/shop" },
    ];
    const marketing = { language: "en", category: "marketing" };
    await describe({
      ...{ name: "spring_offer", ...marketing },
      components: [{ type: "BODY", text: "For {{name}}" }, offer, { type: "BUTTONS", buttons }],
    });
    await describe({
      ...{ name: "spring_products", ...marketing },
      components: [
        { type: "BODY", text: "All products" },
        { type: "BUTTONS", buttons: [{ type: "MPM", text: "Look" }] },
      ],
    });
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const choose = async (name: RegExp) => {
        await page.getByRole("button", { name: "Use a template" }).click();
        await page.getByRole("button", { name }).click();
        return page.getByRole("dialog");
      };
      const cards = await choose(/spring_courses/);
      await cards.getByLabel("Body {{1}}", { exact: true }).fill("Zoë");
      for (const [place, teacher] of ["Ada", "Grace"].entries()) {
        await cards.getByLabel(`Card ${place + 1}: Header`).fill("https://example.com/a.jpg");
        await cards.getByLabel(`Card ${place + 1}: Body {{1}}`).fill(teacher);
      }
      await cards.getByText("Drawing with Grace").waitFor();
      await show(page, "inbox-template-cards");
      await cards.getByRole("button", { name: "Send" }).click();
      await page.getByRole("log").getByText("Drawing with Grace").waitFor();

      const ending = await choose(/spring_offer/);
      await ending.getByLabel("Body {{name}}").fill("Zoë");
      await ending.getByLabel("End of the offer").fill("2099-01-01T10:00");
      await ending.getByLabel("Code to copy").fill("SPRING");
      await ending.getByText("until 1 Jan 2099, 10:00").waitFor();
      await shoot(page, "inbox-template-offer");
      await ending.getByRole("button", { name: "Send" }).click();
      await page.getByRole("log").getByText("For Zoë").waitFor();

      const products = await choose(/spring_products/);
      await products.getByText("It can’t be sent from here: it has MPM.").waitFor();
      expect(await products.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
      await page.goto(`${origin}/console/channels/${channel}/templates`);
      await page.getByText("spring_courses").click();
      await page.getByRole("dialog").getByText("Drawing with").first().waitFor();
      await show(page, "channels-template-cards");
    });
    const french = { token, path: `/inbox/${id}`, locale: "fr-FR", ...phone };
    await withConsole(browser, french, async (page) => {
      await page.getByRole("button", { name: "Utiliser un modèle" }).click();
      await page.getByRole("button", { name: /spring_courses/ }).click();
      await page
        .getByLabel(/^Carte 1/)
        .first()
        .waitFor();
      await shoot(page, "inbox-template-cards-phone");
    });
    const { data } = await call<{ data: object[] }>(token, "GET", "/messages?direction=outbound");
    expect(data).toMatchObject([
      { type: "template", status: expect.stringMatching(/sent|delivered/) },
      { type: "template", status: expect.stringMatching(/sent|delivered/) },
    ]);
  });

  it("keeps the text of what could not be sent, and tries again", async () => {
    const { token, id } = await withLead();
    await withConsole(browser, { token, path: "/inbox" }, async (page) => {
      const all = `**/v1/conversations/${id}**`;
      await page.route(all, async (route) => {
        // It is sent, but its answer is lost.
        if (route.request().method() === "POST") await route.fetch();
        await route.fulfill({ status: 409, json: { message: "Try again." } });
      });
      await page.getByRole("link", { name: /Zoë Marchand/ }).click();
      await composer(page).fill("There is!");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("alert").getByText("Not sent: Try again.").waitFor();
      await shoot(page, "inbox-failed");
      await page.unroute(all);
      await page.getByRole("button", { name: "Try again" }).last().click();
      await page.getByRole("log").getByText("Delivered").waitFor({ state: "attached" });
      expect(await page.getByRole("log").getByText("There is!").count()).toBe(1);
      expect(await call(token, "GET", `/conversations/${id}/messages`)).toMatchObject({
        data: [{ text: "There is!", origin: "person" }, { origin: null }],
      });
    });
  });

  it("loads older messages as one scrolls up, and goes to one that was found", async () => {
    const { token, id, write } = await withLead();
    for (let begun = 0; begun < 60; begun += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => write(`Line ${begun + index}`)));
    await withConsole(browser, { token, path: `/inbox/${id}` }, async (page) => {
      const first = page.getByRole("log").getByText("is there a place left?");
      await page.getByRole("log").getByText(/^Line/).first().waitFor();
      expect(await first.count()).toBe(0);
      await page.mouse.move(800, 400);
      await scrollTo(first, -8_000);
      await page.getByRole("button", { name: "Go to the latest message" }).click();
      await page.reload();
      await page.getByLabel("Search people and messages").fill("a place left");
      await page.locator("mark").click();
      await page.waitForURL(/q=a\+place\+left#message-/);
      await first.waitFor();
      await expect.poll(() => isInView(first), { timeout: 30_000 }).toBe(true);
    });
  });

  it("loads more conversations as one scrolls, filters and finds them", async () => {
    const { token, write } = await withLead();
    for (let begun = 0; begun < 120; begun += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          write(`Message ${begun + index}`, `+3363998${1000 + begun + index}`, "Zoë"),
        ),
      );
    for (const [index, text] of ["Third", "Second", "First"].entries())
      await write(text, `+3363998000${index}`);
    await withConsole(browser, { token, path: "/inbox?last=inbound" }, async (page) => {
      await page.getByText("Lead’s last word").waitFor();
      const rows = page.locator("[data-conversation]");
      await rows.first().focus();
      expect(await rows.count()).toBeLessThan(30);
      // A lead without a name is called by its number, and a closed conversation leaves its place.
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "+33639980001", level: 2 }).first().waitFor();
      expect(await rows.nth(1).textContent()).toContain("+33639980001");
      await page.keyboard.press("e");
      await page.getByText("Closed.").waitFor();
      await page.keyboard.press("j");
      await page.getByRole("log").getByText("Third").waitFor();
      await page.mouse.move(400, 500);
      const first = page.getByText("Hello, is there a place left?");
      await scrollTo(first, 4_000);
      await page.keyboard.press("/");
      await page.keyboard.type("essage 77");
      await page.locator("mark").getByText("essage 77").waitFor();
      await shoot(page, "inbox-search");
      await page.waitForURL(/q=essage\+77/);
      await page.keyboard.press("Escape");
      await page.getByText("Lead’s last word").waitFor();
    });
  });

  it("finds people by their phone in any notation, notes and templates", async () => {
    const { token, id, write } = await withLead();
    await write("Hello", "+33639970002", "Anaïs");
    await call(token, "POST", `/conversations/${id}/notes`, { text: "Rappeler jeudi matin" });
    const { channel_id } = (
      await call<{ data: { channel_id: number } }>(token, "GET", `/conversations/${id}`)
    ).data;
    await call(token, "POST", `/channels/${channel_id}/templates`, {
      ...{ name: "seance", language: "fr", category: "utility" },
      components: [{ type: "BODY", text: "Bonjour {{1}}, votre séance est confirmée" }],
    });
    await call(token, "POST", `/conversations/${id}/messages`, {
      type: "template",
      template: {
        ...{ name: "seance", language: "fr" },
        components: [{ type: "body", parameters: [{ type: "text", text: "Zoé" }] }],
      },
    });
    await withConsole(browser, { token, path: "/inbox" }, async (page) => {
      const search = page.getByPlaceholder("Name, phone, e-mail, message…");
      const results = page.locator("[data-conversation]");
      await search.fill("+33 6 39 97 00 02");
      await results.filter({ hasText: "+33639970002" }).waitFor();
      await shoot(page, "inbox-search-phone");
      await search.fill("jeudi matin");
      await results.filter({ hasText: "Note: " }).locator("mark").waitFor();
      await search.fill("seance est");
      await results.filter({ hasText: "Template: Bonjour Zoé, votre séance" }).waitFor();
      await shoot(page, "inbox-search-template");
      await expectAccessible(page);
      await search.fill("An");
      await results.filter({ hasText: "Anaïs" }).waitFor();
      await page.getByText("Type at least three letters to search messages, too.").waitFor();
    });
  });
});
