import { assert, beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { requestsTo } from "../support/graph";
import { uploaded } from "../support/media";
import {
  newChannelAndRecipient,
  newGatewayChannel,
  queueWithoutWakeUp,
} from "../support/message-sender";
import { deliver, messageNow, sendDue, textFrom, whatsappBody } from "../support/messaging";
import { enrol, newFlow, runNow, settle } from "../support/run-scheduler";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** The newest message of a lead. */
async function newest(leadId: number, of = client): Promise<Message> {
  const { body, text } = await of.get(`/messages?lead_id=${leadId}&per_page=10`);
  assert(body.data?.[0], text);
  return body.data[0];
}

/** A channel of WhatsApp's own with a lead who has written a message. */
async function begin() {
  const { channel, key, leadId, number } = await newChannelAndRecipient(client);
  await deliver(channel, whatsappBody(channel, textFrom(number, "Where are you?")));
  return { channel, key, leadId, asked: await newest(leadId) };
}

const send = (leadId: number, { id }: Pick<Channel, "id">, input: object) =>
  client.post(`/leads/${leadId}/messages`, { channel_id: id, ...input });

const setPayload = (id: number, payload: object) =>
  testEnv.DB.prepare("update messages set payload = ? where id = ?")
    .bind(JSON.stringify(payload), id)
    .run();

const place = { latitude: -1.9441, longitude: 30.0619 };
const voice = { link: "https://example.com/a.ogg", voice: true };

describe("a message of ours on WhatsApp", () => {
  it("is sent in the form of its type", async () => {
    const { channel, key, leadId, asked } = await begin();
    await client.patch(`/leads/${leadId}`, { first_name: "Ada" });
    const { external_id } = asked;
    const sent: [object, object][] = [
      [
        {
          type: "location",
          location: { ...place, name: "{{first_name}}'s school", address: "{{street}} {{town}}" },
        },
        { type: "location", location: { ...place, name: "Ada's school" } },
      ],
      [
        {
          type: "contacts",
          contacts: [
            { name: "{{first_name}}", phones: ["+33 6 39 98 01 42"], emails: ["a@example.com"] },
            { name: "Reception" },
          ],
        },
        {
          type: "contacts",
          contacts: [
            {
              name: { formatted_name: "Ada", first_name: "Ada" },
              phones: [{ phone: "+33 6 39 98 01 42" }],
              emails: [{ email: "a@example.com" }],
            },
            { name: { formatted_name: "Reception", first_name: "Reception" } },
          ],
        },
      ],
      [
        { type: "request_location", text: "Where, {{first_name}}?" },
        {
          type: "interactive",
          interactive: {
            type: "location_request_message",
            body: { text: "Where, Ada?" },
            action: { name: "send_location" },
          },
        },
      ],
      [
        { type: "audio", voice: true, media: { url: voice.link } },
        { type: "audio", audio: voice },
      ],
      [
        { text: "Here", reply_to: asked.id },
        {
          context: { message_id: external_id },
          type: "text",
          text: { body: "Here", preview_url: false },
        },
      ],
      ...["👍🏾", null].map((emoji): [object, object] => [
        { type: "reaction", reaction: { message_id: asked.id, emoji } },
        { type: "reaction", reaction: { message_id: external_id, emoji: emoji ?? "" } },
      ]),
    ];
    for (const [input] of sent)
      expect(await send(leadId, channel, input)).toHaveProperty("status", 201);
    await sendDue(channel.id);
    const bodies = (await requestsTo(key)).map(({ body }) => {
      const { messaging_product, recipient_type, to, biz_opaque_callback_data, ...own } = body;
      return own;
    });
    expect(bodies).toEqual(sent.map(([, body]) => body));
  });

  it("goes without a quote that is gone, and no reaction goes then", async () => {
    const { channel, key, leadId, asked } = await begin();
    const queue = (input: object) =>
      queueWithoutWakeUp(client, leadId, { channel_id: channel.id, text: undefined, ...input });
    const quoting = await queue({ text: "Here", reply_to: asked.id });
    const reaction = { message_id: asked.id, emoji: "❤" };
    const reacting = await queue({ type: "reaction", reaction });
    await setPayload(asked.id, { deleted: true });
    await sendDue(channel.id);
    expect(await messageNow(client, quoting)).toMatchObject({ status: "sent" });
    expect(await messageNow(client, reacting)).toMatchObject({ status: "failed" });
    expect(await requestsTo(key)).toMatchObject([{ body: { text: { body: "Here" } } }]);
    expect((await requestsTo(key))[0]!.body).not.toHaveProperty("context");
    const { body } = await send(leadId, channel, { text: "Here", reply_to: asked.id });
    expect(body.errors).toHaveProperty("reply_to");
  });

  it("counts as no message if it is a reaction", async () => {
    const { channel, leadId, asked } = await begin();
    const conversation = async () =>
      (await client.get(`/conversations/${asked.conversation_id}`)).body.data;
    const today = async () => (await client.get("/usage")).body.data.days.at(-1);
    const [talk, { messages_sent }] = [await conversation(), await today()];
    const reaction = { message_id: asked.id, emoji: "👍" };
    const { body } = await send(leadId, channel, { type: "reaction", reaction, as: "person" });
    await sendDue(channel.id);
    expect(await messageNow(client, body.data)).toMatchObject({ status: "sent" });
    expect(await conversation()).toEqual(talk);
    expect(await today()).toMatchObject({ messages_sent });
  });

  it("is refused by the name of what it can't have", async () => {
    const { channel, leadId, asked } = await begin();
    const other = await begin();
    const { body: sent } = await send(leadId, channel, { text: "Hi" });
    await sendDue(channel.id);
    const [ogg, mp3] = [await uploaded(client, "audio/ogg"), await uploaded(client, "audio/mpeg")];
    const card = {
      name: "x".repeat(1_000),
      emails: Array(10).fill(`${"y".repeat(60)}@example.com`),
    };
    const react = (message_id: number, emoji: string | null = "👍") => ({
      type: "reaction",
      reaction: { message_id, emoji },
    });
    const wrong: [object, string][] = [
      [{ text: "Hi", reply_to: other.asked.id }, "reply_to"],
      [{ text: "Hi", reply_to: 999_999_999 }, "reply_to"],
      [{ ...react(asked.id), reply_to: asked.id }, "reply_to"],
      [react(sent.data.id), "reaction.message_id"],
      [react(other.asked.id), "reaction.message_id"],
      [react(asked.id, "yes"), "reaction.emoji"],
      [{ type: "location" }, "location"],
      [{ type: "location", location: { ...place, latitude: 90.1 } }, "location.latitude"],
      [{ type: "location", location: place, text: "Here" }, "text"],
      [{ type: "contacts", contacts: Array(11).fill({ name: "Ada" }) }, "contacts"],
      [{ type: "contacts", contacts: Array(10).fill(card) }, "contacts"],
      [{ type: "contacts", contacts: [{ name: "Ada", phones: ["no"] }] }, "contacts.0.phones.0"],
      [{ type: "request_location", text: "x".repeat(1_025) }, "text"],
      [{ type: "video", media: { url: voice.link }, voice: true }, "voice"],
      [{ type: "audio", media: { id: mp3.id }, voice: true }, "voice"],
    ];
    for (const [input, field] of wrong)
      expect((await send(leadId, channel, input)).body.errors, field).toHaveProperty([field]);
    const unread = { type: "location", location: { latitude: "1", longitude: null } };
    expect((await send(leadId, channel, unread)).body.errors).toEqual({
      "location.latitude": ["The location.latitude field must be a number."],
      "location.longitude": ["The location.longitude field is required."],
    });
    const preview = { lead_id: leadId, channel_id: channel.id, type: "audio", voice: true };
    await testEnv.DB.prepare("update media set size = 600000 where id = ?").bind(ogg.id).run();
    const { body } = await client.post("/messages/preview", { ...preview, media: { id: ogg.id } });
    expect(body.data.warnings).toMatchObject([{ code: "large_voice_note", path: "media.id" }]);
    await testEnv.DB.prepare("update messages set sent_at = ? where id = ?")
      .bind(Date.now() - 31 * 86_400_000, asked.id)
      .run();
    const old = await send(leadId, channel, react(asked.id));
    expect(old.body.errors).toHaveProperty(["reaction.message_id"]);
  });
});

describe("a message of ours on Instagram", () => {
  it("quotes, reacts with ❤️, and may be a PDF", async () => {
    const { channel, key, leadId, number } = await newChannelAndRecipient(client, "instagram");
    const mid = `mid.${number}`;
    const timestamp = Date.now();
    const recipientId = { id: key };
    const message = { mid, text: "Hello" };
    const written = { sender: { id: number }, recipient: recipientId, timestamp, message };
    const entry = [{ id: key, time: timestamp, messaging: [written] }];
    await deliver(channel, { object: "instagram", entry });
    const { id: first } = await newest(leadId);
    const pdf = await uploaded(client, "application/pdf");
    const reaction = { message_id: first, emoji: "❤️" };
    const inputs = [
      { text: "Yes", reply_to: first },
      { type: "reaction", reaction },
      { type: "reaction", reaction: { ...reaction, emoji: null } },
      { type: "document", media: { id: pdf.id } },
    ];
    const answers = [];
    for (const input of inputs) answers.push((await send(leadId, channel, input)).body.data);
    await sendDue(channel.id);
    for (const answer of answers)
      expect(await messageNow(client, answer)).toMatchObject({ status: "sent" });
    const bodies = (await requestsTo(`token-of-${key}`)).map(({ body }) => body);
    const recipient = { id: expect.any(String) };
    const payload = { message_id: mid };
    const metadata = expect.any(String);
    expect(bodies).toEqual([
      {
        messaging_type: "RESPONSE",
        recipient,
        message: { text: "Yes", metadata },
        reply_to: { mid },
      },
      { recipient, sender_action: "react", payload: { ...payload, reaction: "love" } },
      { recipient, sender_action: "unreact", payload },
      {
        messaging_type: "RESPONSE",
        recipient,
        message: { attachment: { type: "file", payload: { url: expect.any(String) } }, metadata },
      },
    ]);
    const text = await uploaded(client, "text/plain");
    const wrong: [object, string][] = [
      [{ type: "location", location: place }, "type"],
      [{ type: "contacts", contacts: [{ name: "Ada" }] }, "type"],
      [{ type: "request_location", text: "Where?" }, "type"],
      [{ type: "audio", media: { url: voice.link }, voice: true }, "voice"],
      [{ type: "reaction", reaction: { ...reaction, emoji: "👍" } }, "reaction.emoji"],
      [{ type: "document", media: { id: text.id } }, "media.id"],
    ];
    for (const [input, field] of wrong)
      expect((await send(leadId, channel, input)).body.errors, field).toHaveProperty([field]);
    await testEnv.DB.prepare("update media set size = ? where id = ?")
      .bind(25 * 1_048_576 + 1, pdf.id)
      .run();
    const large = await send(leadId, channel, { type: "document", media: { id: pdf.id } });
    expect(large.body.errors).toHaveProperty(["media.id"]);
  });
});

describe("a gateway", () => {
  it("gets the types, with its own ids of quoted messages, and hands on a place", async () => {
    const { channel, key } = await newGatewayChannel(client, {
      accepts: ["location", "contacts", "reaction", "audio", "request_location"],
    });
    const { id: leadId } = await newLead(client, { phone: "+33639980199" });
    const asked = await newInbound(client, channel.id, leadId, { external_id: "gw-1" });
    const target = { message_id: asked.id, external_id: "gw-1" };
    const contacts = [{ name: "Ada", phones: ["+33639980142"], emails: [] }];
    const inputs = [
      { type: "location", location: place, reply_to: asked.id },
      { type: "contacts", contacts },
      { type: "reaction", reaction: { message_id: asked.id, emoji: "👍" } },
      { type: "audio", voice: true, media: { url: voice.link } },
      { type: "request_location", text: "Where?" },
    ];
    for (const input of inputs) await send(leadId, channel, input);
    await sendDue(channel.id);
    const bodies = (await requestsTo(key)).map(({ body }) => body.data);
    expect(bodies).toMatchObject([
      { type: "location", location: place, reply_to: target },
      { type: "contacts", contacts },
      { type: "reaction", reaction: { ...target, emoji: "👍" } },
      { type: "audio", voice: true },
      { type: "request_location", text: "Where?" },
    ]);
    const answer = await newInbound(client, channel.id, leadId, {
      type: "location",
      payload: place,
    });
    expect(answer).toMatchObject({ type: "location", payload: place });
  });
});

describe("a run that asks for a place", () => {
  it("takes only a location, and saves it without what is not its own", async () => {
    const own = await newWorkspace();
    const channel = await newChannel(own);
    const { id: leadId } = await newLead(own, { phone: "+33639980198" });
    await newInbound(own, channel.id, leadId);
    const flow = await newFlow(
      own,
      {
        ask: ["message", { type: "request_location", text: "Where?" }],
        wait: ["wait_for_reply", { validate: "location", max_attempts: 5, save_to: "home" }],
        here: ["message", { location: { ...place, name: "{{home.name}}" } }],
        done: ["exit"],
      },
      "ask>wait:reply>here>done",
    );
    const run = await enrol(own, flow.id, leadId);
    const write = async (input: object) => {
      await settle(own);
      await newInbound(own, channel.id, leadId, { text: undefined, ...input });
      await settle(own);
    };
    await write({ text: "-1.9, 30" });
    await write({ type: "location", payload: { latitude: "1", longitude: { x: 2 } } });
    await write({ type: "location", payload: { latitude: 91, longitude: 2 } });
    expect(await runNow(own, run)).toMatchObject({ state: "waiting", end_reason: null });
    await write({ type: "location", payload: { ...place, name: "Hill", url: "https://x.test" } });
    expect((await runNow(own, run)).state).toBe("exited");
    const { body } = await own.get(`/leads/${leadId}`);
    expect(body.data.variables).toEqual({ home: { ...place, name: "Hill" } });
    expect(await newest(leadId, own)).toMatchObject({
      type: "location",
      payload: { location: { ...place, name: "Hill" } },
    });
  });
});
