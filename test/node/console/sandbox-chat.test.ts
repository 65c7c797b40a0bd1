import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
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
import { newGate } from "../support/gates";

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
