import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  expectAccessible,
  newWorkspace,
  origin,
  phone,
  shoot,
  show,
  withConsole,
} from "../support/console";
import { newGate } from "../support/gates";
import { PICTURE } from "../support/inbox";

const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

const WELCOME = {
  name: "Welcome",
  platform: "whatsapp",
  is_active: true,
  nodes: [
    { id: "ask", type: "message", data: { text: "Shall we call you, {{first_name|you}}?" } },
    {
      id: "answer",
      type: "wait_for_reply",
      data: {
        timeout_seconds: 86_400,
        matches: [{ handle: "yes", op: "contains", value: "yes" }],
      },
    },
    { id: "warm", type: "update_lead", data: { warmth: "hot" } },
    { id: "end", type: "exit" },
  ],
  edges: [
    { source: "ask", target: "answer" },
    { source: "answer", target: "warm", source_handle: "yes" },
    { source: "answer", target: "end", source_handle: "reply" },
    { source: "answer", target: "end", source_handle: "timeout" },
  ],
};

type Created = { data: { id: number } };

/** Uploads a picture, and returns the member of a message that names it. */
async function uploaded(token: string) {
  const answer = await fetch(`${origin}/v1/media`, {
    ...{ method: "POST", body: PICTURE },
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "image/png" },
  });
  const { data } = (await answer.json()) as Created;
  return { id: data.id };
}

/** Plays what the menu has under a name, with the values of its fields. */
const playing = (page: Page) => async (name: string, values: Record<string, string>) => {
  await page.getByRole("button", { name: "Do something else" }).click();
  await page.getByRole("menuitem", { name }).click();
  const dialog = page.getByRole("dialog", { name });
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.waitFor({ state: "detached" });
};

describe.skipIf(!hasChromium)("the sandbox's chat", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("plays a new lead in a sandbox: writes, taps, reacts, quotes and clicks", async () => {
    const token = await newWorkspace("Console sandbox");
    const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      platform: "whatsapp",
      name: "Shop",
    });
    const { data: link } = await call<{ data: { template_variable_url: string } }>(
      token,
      "POST",
      "/short-links",
      { destination_url: "https://example.com/open-day", label: "Open day" },
    );
    await call(token, "POST", "/scenarios", WELCOME);
    const chat = `/channels/${channel.id}/chat`;
    await withConsole(browser, { token, path: chat, userAgent: PERSON }, async (page, context) => {
      await page.getByRole("button", { name: "Somebody new" }).click();
      await page.getByLabel("Name").fill("Zoé");
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByRole("textbox", { name: "Message" }).fill("Is there a place left?");
      await page.keyboard.press("Enter");
      const screen = page.getByRole("log");
      const inside = page.getByRole("region", { name: "Inside" });
      await screen.getByText("Is there a place left?").waitFor();
      await inside.getByText("Wrote “Is there a place left?”").waitFor();
      await page.waitForURL(/lead=/);
      const lead = new URL(page.url()).searchParams.get("lead");
      const send = (body: object) => call(token, "POST", `/leads/${lead}/messages`, body);
      await send({
        type: "buttons",
        text: "There is! Shall we call you?",
        buttons: [{ id: "yes", title: "Yes, please" }, { title: "No" }],
      });
      await screen.getByRole("button", { name: "Yes, please" }).click();
      await inside.getByText("Chose “Yes, please”").waitFor();
      await send({ text: `Read this: ${link.template_variable_url}` });
      await screen.getByText("Read this:").waitFor();
      const read = Date.now();
      await screen.getByText("Read this:").hover();
      await page.getByRole("button", { name: "React" }).last().click();
      await page.getByRole("button", { name: "React with 🔥" }).click();
      await inside.getByText("Reacted with 🔥").waitFor();
      await page.getByRole("button", { name: "Reply", exact: true }).last().click();
      await page.getByRole("textbox", { name: "Message" }).fill("I have read it");
      await page.getByRole("button", { name: "Send" }).click();
      await screen.getByText("I have read it").waitFor();
      // The redirect leads elsewhere, where no test goes.
      await context.route(`${link.template_variable_url}/**`, async (route) => {
        await route.fetch({ maxRedirects: 0 });
        await route.fulfill({ body: "The open day" });
      });
      // A click within two seconds counts as a scanner's.
      await setTimeout(Math.max(0, read + 2_100 - Date.now()));
      const [opened] = await Promise.all([
        context.waitForEvent("page"),
        screen.getByRole("link", { name: /^http/ }).click(),
      ]);
      await opened.getByText("The open day").waitFor();
      await opened.close();
      await inside.getByText("Clicked the link Open day").waitFor();
      await inside.getByRole("button", { name: "Start a scenario" }).click();
      await page.getByRole("menuitem", { name: "Welcome" }).click();
      await screen.getByText("Shall we call you, Zoé?").waitFor();
      await inside.getByText("Welcome waits at “Wait for a reply”").waitFor();
      await page.getByRole("textbox", { name: "Message" }).fill("Oh yes!");
      await page.keyboard.press("Enter");
      await inside.getByText("Changed: warmth").waitFor();
      await inside.getByText("Reached the end of Welcome").waitFor();
      await page.locator("input[type=file]").setInputFiles({
        name: "Plan.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("Tuesday, 18:00"),
      });
      await screen.getByText("Plan.txt").waitFor();
      await screen.getByText("🔥").waitFor();
      await expect
        .poll(async () => {
          const { data } = await call<{ data: { direction: string; status: string }[] }>(
            token,
            "GET",
            "/messages?direction=outbound",
          );
          return data.map(({ status }) => status);
        })
        .toEqual(["read", "read", "read"]);
      await shoot(page, "channels-chat-light");
      await expectAccessible(page);
    });
  });

  it("asks somebody who hides their number for it, who shares it", async () => {
    const token = await newWorkspace("Console sandbox");
    const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      platform: "whatsapp",
      name: "Shop",
    });
    await withConsole(browser, { token, path: `/channels/${channel.id}/chat` }, async (page) => {
      await page.getByRole("button", { name: "Somebody new" }).click();
      await page.getByLabel("Name").fill("Zoé");
      await page.getByRole("checkbox", { name: "They hide their number" }).click();
      expect(await page.getByLabel("Account id").inputValue()).toMatch(/^US\.\d+$/);
      await page.getByRole("button", { name: "Begin" }).click();
      await page.getByRole("textbox", { name: "Message" }).fill("Call me!");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Conversation" }).waitFor();
      const chat = page.url();
      await call(token, "POST", `/channels/${channel.id}/inbound`, {
        ...{ type: "call", lead_id: Number(new URL(chat).searchParams.get("lead")) },
      });

      await page.getByRole("region", { name: "Inside" }).getByText("Called").waitFor();

      await page.goto(`${origin}/console/inbox`);
      await page.getByRole("link", { name: /Zoé/ }).click();
      await page.getByText("Called on WhatsApp.").waitFor();
      await page.getByLabel("Message to Zoé").fill("On which number?");
      const ask = page.getByRole("button", { name: "Ask for the phone number" });
      await ask.click();
      const question = page.getByRole("dialog").getByLabel("Text");
      expect(await question.inputValue()).toBe("On which number?");
      await expectAccessible(page);
      await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
      const thread = page.getByRole("log");
      await thread.getByText("Share phone number").waitFor();
      expect(await page.getByLabel("Message to Zoé").inputValue()).toBe("");

      await page.goto(chat);
      await page.getByRole("button", { name: "Share phone number" }).click();
      await page.getByText("Changed: phone").waitFor();
      await page.goBack();
      await thread.getByText("Shared their number").waitFor();
      await ask.waitFor({ state: "detached" });
      await shoot(page, "inbox-shared-number");
      await expectAccessible(page);
    });
  });

  it("plays places, ads, forms and the phone's app from one menu", async () => {
    const token = await newWorkspace("Console sandbox");
    const body = { platform: "whatsapp", name: "Shop" };
    const { data: channel } = await call<Created>(token, "POST", "/channels", body);
    await call(token, "POST", `/channels/${channel.id}/templates`, {
      ...{ name: "open_day", language: "en" },
      components: [
        { type: "HEADER", format: "TEXT", text: "Open day" },
        { type: "BODY", text: "There is a place left." },
        { type: "FOOTER", text: "Atelier" },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "I am in" }] },
      ],
    });
    await withConsole(browser, { token, path: `/channels/${channel.id}/chat` }, async (page) => {
      await page.getByRole("button", { name: "Somebody new" }).click();
      await page.getByLabel("Name").fill("Zoé");
      await page.getByRole("button", { name: "Begin" }).click();
      const screen = page.getByRole("log");
      const play = playing(page);
      await play("Come by an ad", { Text: "I saw your ad" });
      await screen.getByText(/^Came by the ad 12/).waitFor();
      await page.waitForURL(/lead=/);
      const lead = new URL(page.url()).searchParams.get("lead");
      const send = (message: object) => call(token, "POST", `/leads/${lead}/messages`, message);
      await send({ type: "request_location", text: "Where are you?" });
      await screen.getByRole("button", { name: "Send location" }).click();
      await page.getByText("Sent a location").waitFor();
      await page.getByRole("button", { name: "Do something else" }).click();
      await page.getByRole("menuitem").first().waitFor();
      await shoot(page, "chat-menu");
      await page.keyboard.press("Escape");
      await play("Send a location", { "Name of the place": "At the school" });
      await screen.getByText("At the school").waitFor();
      await send({
        ...{ type: "flow", text: "What would you like to learn?" },
        flow: { flow_id: "112", cta: "Open the form", screen: "WISHES" },
      });
      await screen.getByRole("button", { name: "Open the form" }).click();
      const form = page.getByRole("dialog", { name: "Fill in the form" });
      await shoot(page, "chat-form");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Send" }).click();
      await page.getByText("Filled in a form").waitFor();
      const files = [await uploaded(token), { url: "https://example.com/drawing.jpg" }];
      const cards = ["Design", "Drawing"].map((title, place) => ({
        ...{ title, text: "Six weeks", media: files[place] },
        buttons: [{ title: `Choose ${title}` }],
      }));
      await send({ type: "cards", text: "Two courses", cards });
      await expect
        .poll(() => screen.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBe(1);
      await screen.getByRole("link", { name: "On example.com, not loaded here" }).waitFor();
      await screen.getByRole("button", { name: "Choose Drawing" }).click();
      await page.getByText("Chose “Choose Drawing”").waitFor();
      await send({ type: "template", template: { name: "open_day", language: "en" } });
      for (const text of ["Open day", "Atelier", "I am in"])
        await screen.getByText(text, { exact: true }).waitFor();
      await play("Answer in the phone’s app", { Text: "I call you." });
      await screen.getByText("I call you.").waitFor();
      await show(page, "chat-whatsapp");
    });
    const sent = await call<{ data: { origin: string | null; answers: object | null }[] }>(
      token,
      "GET",
      "/messages",
    );
    expect(sent.data[0]).toMatchObject({ origin: "native_app", direction: "outbound" });
    const answered = sent.data.filter(({ answers }) => answers !== null);
    expect(answered).toMatchObject([
      { answers: { unverified: false, values: { course: "Design" } } },
    ]);
  });

  it("plays stories, posts, links and comments on Instagram", async () => {
    const token = await newWorkspace("Console sandbox");
    const body = { platform: "instagram", name: "@atelier" };
    const { data: channel } = await call<Created>(token, "POST", "/channels", body);
    const path = `/channels/${channel.id}/chat`;
    await withConsole(browser, { token, path }, async (page) => {
      const begin = async () => {
        await page.getByRole("button", { name: "Somebody new" }).click();
        await page.getByRole("button", { name: "Begin" }).click();
      };
      await begin();
      const play = playing(page);
      await play("Comment on a post", { Text: "PRICE?" });
      await page.getByText("It isn’t kept").waitFor();
      const price = await call<Created>(token, "POST", "/scenarios", {
        ...{ name: "Price", platform: "instagram", is_active: true },
        triggers: [{ id: "word", type: "comment", data: { words: ["price"] } }],
        nodes: [
          { id: "answer", type: "message", data: { text: "It is 90 €." } },
          { id: "end", type: "exit" },
        ],
        edges: [{ source: "answer", target: "end" }],
      });
      await play("Comment on a post", { Text: "PRICE?" });
      // The comment starts a scenario, which makes a lead of its author.
      await page.waitForURL(/lead=/);
      const screen = page.getByRole("log");
      await screen.getByText("It is 90 €.").waitFor();
      await play("Comment on a post", { Text: "Thank you" });
      await page.getByText("Commented “Thank you”").waitFor();
      await play("Come by a link", {});
      await screen.getByText("Came by the link “spring”").waitFor();
      await play("Reply to a story", { Text: "Love it" });
      await screen.getByText("In reply to a story").waitFor();
      await play("Mention the business in a story", {});
      await screen.getByText("Mentions the business in a story").waitFor();
      await play("Send a post", {});
      await screen.getByText("A post from Instagram").waitFor();
      await show(page, "chat-instagram");
      await page.goto(`${origin}/console/scenarios/${price.data.id}?panel=runs`);
      await page.getByRole("button", { name: /^Show the run of/ }).click();
      await page.getByRole("link", { name: "PRICE?" }).click();
      await page.waitForURL(/\/inbox\/\d+#comment-\d+$/);
      const { hash } = new URL(page.url());
      await page.locator(hash).getByText("PRICE?").waitFor();
    });
    await withConsole(browser, { token, path, ...phone, locale: "fr-FR" }, async (page) => {
      await page.getByRole("listitem").getByRole("button").first().click();
      await page.getByText("Mentionne l’entreprise dans une story").waitFor();
      await shoot(page, "chat-phone");
      await page.getByRole("button", { name: "Faire autre chose" }).click();
      await page.getByRole("menuitem", { name: "Répondre à une story" }).waitFor();
      await shoot(page, "chat-menu-phone");
      await page.getByRole("menuitem", { name: "Commenter une publication" }).click();
      await page.getByRole("dialog").waitFor();
      await shoot(page, "chat-comment-phone");
      await expectAccessible(page);
    });
  });

  it("shows the rows of a list on Instagram as quick replies, also on a phone", async () => {
    const token = await newWorkspace("Console sandbox");
    const { data: channel } = await call<{ data: { id: number } }>(token, "POST", "/channels", {
      platform: "instagram",
      name: "@atelier",
    });
    const { data: message } = await call<{ data: { conversation_id: number } }>(
      token,
      "POST",
      `/channels/${channel.id}/inbound`,
      { from: "17840000000099", name: "ليلى بنعلي", text: "مرحبا" },
    );
    const odd = {
      media: { url: "https://example.com/%zz.png" },
      list: { button: "", sections: [null] },
    };
    await call(token, "POST", `/channels/${channel.id}/inbound`, {
      ...{ from: "17840000000099", type: "image", payload: odd },
    });
    await call(token, "POST", `/conversations/${message.conversation_id}/messages`, {
      type: "list",
      text: "Which course is it?",
      list: { button: "Courses", sections: [{ rows: [{ id: "design", title: "Design" }] }] },
    });
    await withConsole(
      browser,
      { token, path: `/channels/${channel.id}/chat`, ...phone },
      async (page) => {
        // Events before its first ones are there are not lost.
        const events = await newGate(page, "GET", "/events", { holds: "answers" });
        await page.getByRole("button", { name: /ليلى بنعلي/ }).click();
        await page.getByRole("button", { name: "Design" }).click();
        await page.getByRole("log").getByText("Design").nth(1).waitFor();
        const people = page.getByRole("listitem", { includeHidden: true });
        await people.filter({ hasText: /ليلى بنعلي.*Design/ }).waitFor({ state: "attached" });
        await events.letGo();
        await page.getByRole("button", { name: "Inside", exact: true }).click();
        await page.getByText("Chose “Design”").waitFor();
        await shoot(page, "channels-inside-phone");
        await expectAccessible(page);
        await page.getByRole("button", { name: "Phone", exact: true }).click();
        await page.getByRole("button", { name: "Choose somebody else" }).click();
        await page.getByRole("heading", { name: "Who do you want to be?" }).waitFor();

        await page.getByRole("button", { name: "Somebody new" }).click();
        await page.getByRole("button", { name: "Begin" }).click();
        const inbound = await newGate(page, "POST", /\/inbound$/, { holds: "answers" });
        await page.getByRole("textbox", { name: "Message" }).fill("Hi");
        await page.keyboard.press("Enter");
        await page.getByRole("button", { name: "Choose somebody else" }).click();
        const known = page.waitForResponse(/\/v1\/conversations\/\d+$/);
        await inbound.letGo();
        await (await known).finished();
        await page.getByRole("button", { name: /ليلى بنعلي/ }).click();
        await page.getByRole("log").getByText("Design").first().waitFor();
      },
    );
  });
});
