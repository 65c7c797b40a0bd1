import { beforeAll, describe, expect, it } from "vitest";
import { SCANNER_WITHIN_MS } from "#features/links/clicks/scanners";
import { type Client, call, newShortLink, newTag, newWorkspace } from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { eventually } from "../support/eventually";
import { order, requestsTo } from "../support/graph";
import {
  deliver,
  messageNow,
  messagesOf,
  newMetaChannel,
  newNumber,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("the journey of a lead", () => {
  it("goes from a first Hello to STOP", async () => {
    const channel = await newMetaChannel(client);
    const handshake = await call(
      "GET",
      `/webhooks/whatsapp/${channel.id}?hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1158201444`,
    );
    expect([handshake.status, handshake.text]).toEqual([200, "1158201444"]);

    const number = newNumber();
    await deliver(channel, whatsappBody(channel, textFrom(number, "Hello")));
    const [lead] = (await client.get(`/leads?phone=${number}`)).body.data;
    expect(lead).toMatchObject({
      first_name: "Sheena",
      last_name: "Nelson",
      phone: `+${number}`,
      source: "whatsapp",
      is_optout: false,
    });
    const [conversation] = (await client.get(`/conversations?lead_id=${lead.id}`)).body.data;
    expect(conversation).toMatchObject({
      channel_id: channel.id,
      platform: "whatsapp",
      messages_count: 1,
      window: { is_open: true },
    });
    expect(lead.conversations).toMatchObject([
      { id: conversation.id, messages_count: 1, last_inbound_at: conversation.last_inbound_at },
    ]);

    const [sent, read, clicked] = [
      await newTag(client),
      await newTag(client),
      await newTag(client),
    ];
    const link = await newShortLink(client, {
      tag_on_sent_id: sent.id,
      tag_on_read_id: read.id,
      tag_on_clicked_id: clicked.id,
    });
    const tagsNow = async () =>
      (await client.get(`/leads/${lead.id}`)).body.data.tags.map(({ id }: { id: number }) => id);
    await order(channel.external_id!, { recipients: {} });
    const { status, body } = await client.post(`/conversations/${conversation.id}/messages`, {
      text: `Hi {{first_name}}, see ${link.template_variable_url}.`,
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      status: "queued",
      direction: "outbound",
      text: expect.stringMatching(/^Hi Sheena, see https:\/\/sho\.rt\/\w+\/[\w-]+\.$/),
    });
    const url = /https:\S+(?=\.$)/.exec(body.data.text)![0];

    const message = await eventually(async () => {
      const now = await messageNow(client, body.data);
      expect(now).toMatchObject({
        status: "sent",
        error: null,
        external_id: expect.stringMatching(/^wamid\./),
      });
      return now;
    });
    const [request] = await requestsTo(channel.external_id!);
    expect(request!.body).toMatchObject({
      to: number,
      type: "text",
      text: { body: body.data.text },
      biz_opaque_callback_data: String(message.id),
    });
    expect(await tagsNow()).toEqual([sent.id]);

    await deliver(channel, whatsappBody(channel, statusOf(message, "delivered")));
    expect(await messageNow(client, message)).toMatchObject({ status: "delivered" });
    await deliver(channel, whatsappBody(channel, statusOf(message, "read")));
    expect(await messageNow(client, message)).toMatchObject({ status: "read" });
    expect(await tagsNow()).toEqual([sent.id, read.id]);

    await later(SCANNER_WITHIN_MS, async () => expect((await click(url)).status).toBe(302));
    await later(SCANNER_WITHIN_MS, () => flushAndClassify(link.id));
    expect(await tagsNow()).toEqual([sent.id, read.id, clicked.id]);
    const [send] = (await client.get(`/link-sends?lead_id=${lead.id}`)).body.data;
    expect(send).toMatchObject({
      message_id: message.id,
      short_link_id: link.id,
      url,
      clicks_count: 1,
      sent_at: message.sent_at,
    });

    await deliver(channel, whatsappBody(channel, textFrom(number, " Stop! ")));
    await eventually(async () =>
      expect((await messagesOf(client, conversation.id)).at(-1)).toMatchObject({ status: "sent" }),
    );
    expect((await client.get(`/leads/${lead.id}`)).body.data.is_optout).toBe(true);
    const refused = await client.post(`/leads/${lead.id}/messages`, { text: "One more thing" });
    expect(refused.body.data).toMatchObject({
      conversation_id: conversation.id,
      status: "failed",
      error: { reason: "opted_out" },
    });
    const all = await messagesOf(client, conversation.id);
    expect(
      all.map(({ direction, status, text }) => [direction, status, text?.slice(0, 22)]),
    ).toEqual([
      ["inbound", "received", "Hello"],
      ["outbound", "read", expect.stringMatching(/^Hi Sheena/)],
      ["inbound", "received", " Stop! "],
      ["outbound", "sent", "You are unsubscribed a"],
      ["outbound", "failed", "One more thing"],
    ]);
    expect(await requestsTo(channel.external_id!)).toHaveLength(2);
    expect((await client.get(`/conversations/${conversation.id}`)).body.data).toMatchObject({
      messages_count: 5,
    });
  });
});
