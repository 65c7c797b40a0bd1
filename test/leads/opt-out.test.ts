import { beforeEach, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import { receivers } from "#features/messaging/channels/receivers";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, newChannel, newLead, newScenario, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { order, requestsTo } from "../support/graph";
import {
  deliver,
  heldBack,
  messageNow,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { ledgerOf, optoutsOf, type Person, personOf } from "../support/received";
import { serve } from "../support/serve";

const CONFIRMATION =
  "You are unsubscribed and will get no more messages. Reply START to subscribe again.";

let client: Client;
let channel: Channel;
let number: string;
let lead: Lead;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  number = newNumber();
  lead = await newLead(client, { phone: `+${number}` });
  await say("Hello", 3_600);
});

/** Delivers a text without waiting for its effects. */
const fetcher = (request: Request) => serve(request);
const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
const bodyOf = (text: string, ago: number) =>
  whatsappBody(channel, textFrom(number, text, { timestamp: secondsAgo(ago) }));
const say = (text: string, ago = 0) => deliver(channel, bodyOf(text, ago), { fetcher });

const post = async (json: object): Promise<Message> =>
  (await client.post(`/leads/${lead.id}/messages`, json, { fetcher })).body.data;
const template = { type: "template", template: { name: "revive", language: "en_US" } };

/** The texts and the names of templates that were sent to the lead. */
async function sent() {
  await sendDue(channel.id);
  return (await requestsTo(channel.external_id!)).map(
    ({ body }) => body.text?.body ?? body.template?.name ?? body.type,
  );
}

const now = (): Promise<Person> => personOf(client, lead.id);
const refused = {
  status: "failed",
  error: { reason: "opted_out", code: null, message: "The lead has unsubscribed." },
};

describe("a lead who has unsubscribed", () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    ["by a keyword", () => say("STOP"), [CONFIRMATION]],
    ["through the API", () => client.post(`/leads/${lead.id}/opt-out`), []],
    ["by a patch", () => client.patch(`/leads/${lead.id}`, { is_optout: true }), []],
  ])(
    "%s gets nothing: queued messages fail, new ones are refused, templates too",
    async (_, unsubscribe, expected) => {
      await heldBack(channel.id, async () => {
        const queued = [await post({ text: "One" }), await post(template)];
        expect(queued.map(({ status }) => status)).toEqual(["queued", "queued"]);
        await unsubscribe();
        for (const message of queued)
          expect(await messageNow(client, message)).toMatchObject(refused);
      });
      const [conversation] = (await now()).conversations;
      const buttons = { type: "buttons", text: "Sure?", buttons: [{ title: "Yes" }] };
      for (const json of [
        { text: "Two" },
        template,
        buttons,
        { type: "image", media: { url: "https://example.com/a.jpg" } },
      ]) {
        expect(await post(json)).toMatchObject(refused);
        expect(
          (await client.post(`/conversations/${conversation!.id}/messages`, json)).body.data,
        ).toMatchObject(refused);
        expect(
          (await client.post("/messages/preview", { lead_id: lead.id, ...json })).body.data.refusal,
        ).toBe("opted_out");
      }
      const other = await newMetaChannel(client);
      expect(await post({ ...template, channel_id: other.id })).toMatchObject(refused);
      expect(await sent()).toEqual(expected);
      expect(await requestsTo(other.external_id!)).toEqual([]);
    },
  );

  it("does not get messages that wait to be retried either", async () => {
    await order(channel.external_id!, { queue: [{ do: "error", status: 500, code: 131000 }] });
    const message = await post({ text: "One" });
    await sendDue(channel.id);
    expect(await messageNow(client, message)).toMatchObject({ status: "queued" });
    await client.post(`/leads/${lead.id}/opt-out`);
    expect(await messageNow(client, message)).toMatchObject(refused);
    expect(await sent()).toEqual(["One"]);
  });

  it("has their active runs ended", async () => {
    const scenario = await newScenario(client);
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
    await say("STOP");
    const runs = (await client.get(`/scenarios/${scenario.id}/runs`)).body.data;
    expect(runs).toMatchObject([{ state: "exited", end_reason: "opted_out" }]);
  });

  it("gets messages again after START", async () => {
    await say("STOP", 20);
    const lost = await post({ text: "Lost" });
    await say("Start", 10);
    expect(await post({ text: "Welcome back" })).toMatchObject({ status: "queued" });
    expect(await post(template)).toMatchObject({ status: "queued" });
    expect(await sent()).toEqual(expect.arrayContaining(["Welcome back", "revive"]));
    expect(await messageNow(client, lost)).toMatchObject(refused);
  });

  it("from marketing alone, by a preference, still gets answers, but not what is queued as marketing", async () => {
    const value = {
      user_preferences: [{ wa_id: number, category: "marketing_messages", value: "stop" }],
    };
    await heldBack(channel.id, async () => {
      const queued = [await post({ text: "One" }), await post(template)];
      await deliver(channel, whatsappBody(channel, value, "user_preferences"));
      expect(await Promise.all(queued.map((one) => messageNow(client, one)))).toMatchObject([
        { status: "queued" },
        { status: "failed", error: { reason: "marketing_opted_out", code: null } },
      ]);
    });
    await post({ text: "Two" });
    expect(await sent()).toEqual(["One", "Two"]);
    expect(ledgerOf(await now())).toEqual(["opted_out of marketing by preference"]);
  });

  it("may be reported by the provider as well", async () => {
    await order(channel.external_id!, {
      queue: [{ do: "error", code: 131050, message: "User stopped marketing" }],
    });
    const message = await post(template);
    expect(await sent()).toEqual(["revive"]);
    const person = await now();
    expect(await optoutsOf(lead.id)).toEqual([false, true]);
    expect(person.consents).toMatchObject([
      { scope: "marketing", kind: "opted_out", method: "provider", message_id: message.id },
    ]);
    expect(await post({ text: "One" })).toMatchObject({ status: "queued" });
  });
});

describe("the confirmation", () => {
  const confirmations = async () => (await sent()).filter((text) => text === CONFIRMATION).length;

  it("is sent once, whatever message follows", async () => {
    await say("STOP", 30);
    expect(await confirmations()).toBe(1);
    for (const word of ["STOP", "stop", "CANCEL"]) await say(word, 10);
    await say("Why?", 5);
    expect(await confirmations()).toBe(1);
    expect(ledgerOf(await now())).toHaveLength(4);
  });

  it("is sent once for a STOP that is delivered many times, at once and later", async () => {
    const body = bodyOf("STOP", 10);
    await Promise.all(Array.from({ length: 8 }, () => deliver(channel, body, { fetcher })));
    expect(await confirmations()).toBe(1);
    await deliver(channel, body);
    expect([await confirmations(), ledgerOf(await now())]).toEqual([1, ["opted_out by keyword"]]);
  });

  it("is sent once for several in one body, and for a later one that arrives first", async () => {
    const stop = (ago: number) => ({
      from: number,
      id: newWamid(),
      timestamp: secondsAgo(ago),
      type: "text",
      text: { body: "STOP" },
    });
    const stops = [stop(20), stop(15), stop(15)];
    await deliver(channel, whatsappBody(channel, { messages: stops }));
    await say("STOP", 40);
    const last = stop(10);
    await deliver(channel, whatsappBody(channel, { messages: [last] }));
    await deliver(channel, whatsappBody(channel, { messages: [...stops, last] }));
    expect([await confirmations(), ledgerOf(await now()).length]).toEqual([1, 5]);
  });

  it("is not sent to a lead who was opted out through the API, or has subscribed again since", async () => {
    await client.post(`/leads/${lead.id}/opt-out`);
    await say("STOP");
    expect(await confirmations()).toBe(0);
    await client.post(`/leads/${lead.id}/opt-in`);
    await say("STOP", 60);
    expect([await confirmations(), (await now()).lead.is_optout]).toEqual([0, false]);
  });

  it("is sent again to a lead who has subscribed in between", async () => {
    await say("STOP", 30);
    await say("START", 20);
    await say("STOP", 10);
    expect(await confirmations()).toBe(2);
    expect((await now()).lead.is_optout).toBe(true);
  });

  it("and the workspace's own keywords follow the settings within 10 seconds", async () => {
    const settings = {
      opt_out_keywords: ["Basta ya"],
      opt_in_keywords: ["Otra vez"],
      opt_out_confirmation: "Adiós.",
    };
    await client.patch("/settings", settings);
    receivers.clear();
    await say("ya basta", 30);
    expect((await now()).lead.is_optout).toBe(false);
    await say("¡BASTA YÁ!", 28);
    expect((await now()).lead.is_optout).toBe(true);
    expect(await sent()).toEqual(["Adiós."]);
    await say("vez", 20);
    expect((await now()).lead.is_optout).toBe(true);
    await say("otra vez", 10);
    expect((await now()).lead.is_optout).toBe(false);
    expect(await sent()).toEqual(["Adiós."]);
    await say("STOP", 8);
    expect((await now()).lead.is_optout).toBe(true);
    await say("START", 6);
    expect((await now()).lead.is_optout).toBe(false);
  });

  it("is not sent when the settings have none", async () => {
    await client.patch("/settings", { opt_out_confirmation: null });
    receivers.clear();
    await say("STOP");
    expect([await sent(), (await now()).lead.is_optout]).toEqual([[], true]);
  });

  it("is sent in the sandbox too", async () => {
    const sandbox = await newChannel(client);
    const play = (json: object) =>
      client.post(`/channels/${sandbox.id}/inbound`, { lead_id: lead.id, ...json });
    await play({ type: "button", text: "No more", tapped: "stop", external_id: "gw-1" });
    await play({ type: "button", text: "No more", tapped: "stop", external_id: "gw-1" });
    await sendDue(sandbox.id);
    const person = await now();
    expect(person.lead.is_optout).toBe(true);
    expect(person.messages.slice(-2)).toMatchObject([
      { type: "button" },
      { text: CONFIRMATION, status: "delivered" },
    ]);
    await play({ text: "START" });
    expect(ledgerOf(await now())).toEqual(["opted_out by button", "opted_in by keyword"]);
  });

  it("is a message of the conversation like any other", async () => {
    await say("STOP");
    await sent();
    const { messages, conversations } = await now();
    expect(messages.at(-1)).toMatchObject({
      direction: "outbound",
      type: "text",
      text: CONFIRMATION,
      status: "sent",
      run_id: null,
    });
    expect(conversations).toMatchObject([
      { messages_count: 3, last_outbound_at: messages.at(-1)!.sent_at },
    ]);
  });

  it("is not sent when the STOP comes after its window has closed", async () => {
    await testEnv.DB.prepare("update conversations set last_inbound_at = 1 where lead_id = ?")
      .bind(lead.id)
      .run();
    await say("STOP", 100_000);
    expect([await sent(), (await now()).lead.is_optout]).toEqual([[], true]);
    expect((await now()).messages.at(-1)).toMatchObject({
      status: "failed",
      error: { reason: "window_closed" },
    });
  });
});
