import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Conversation } from "#features/messaging/conversations/schema";
import {
  type Client,
  idsOf,
  make,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newWorkspace,
} from "../support/api";
import { messagesOf, newMetaChannel, newNumber } from "../support/messaging";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

describe("the list of conversations", () => {
  let client: Client;
  let [whatsapp, second, instagram]: Channel[] = [];
  let conversations: Conversation[];
  let leads: number[];

  beforeAll(async () => {
    client = await newWorkspace();
    [whatsapp, second, instagram] = [
      await newChannel(client),
      await newChannel(client),
      await newChannel(client, { platform: "instagram" }),
    ];
    leads = [(await newLead(client)).id, (await newLead(client)).id];
    const [one, other] = leads as [number, number];
    await newInbound(client, whatsapp!.id, one, { at: ago(50) });
    await newInbound(client, second!.id, one, { at: ago(30) });
    await newInbound(client, instagram!.id, one, { at: ago(20) });
    await newInbound(client, whatsapp!.id, other, { at: ago(10) });
    // The lead has never written in this conversation.
    await make(client, `/leads/${other}/messages`, { channel_id: instagram!.id, text: "Hello" });
    conversations = (await client.get("/conversations")).body.data.toReversed();
    expect(conversations).toHaveLength(5);
  });

  const found = async (query: string) => {
    const ids = await idsOf(client, `/conversations?${query}`);
    return conversations.flatMap(({ id }, index) => (ids.includes(id) ? [index + 1] : []));
  };

  it("can be filtered by lead, channel, platform and last inbound message, alone and together", async () => {
    const [one, other] = leads;
    const queries: Record<string, number[]> = {
      [`lead_id=${one}`]: [1, 2, 3],
      [`channel_id=${whatsapp!.id}`]: [1, 4],
      "platform=instagram": [3, 5],
      "platform=whatsapp": [1, 2, 4],
      [`lead_id=${one}&platform=whatsapp`]: [1, 2],
      [`lead_id=${other}&channel_id=${instagram!.id}`]: [5],
      [`channel_id=${whatsapp!.id}&platform=instagram`]: [],
      [`last_inbound_from=${ago(31)}`]: [2, 3, 4],
      [`last_inbound_to=${ago(25)}`]: [1, 2],
      [`last_inbound_from=${ago(31)}&last_inbound_to=${ago(15)}`]: [2, 3],
      [`last_inbound_from=${ago(31)}&platform=whatsapp`]: [2, 4],
      [`last_inbound_from=${ago(31)}&channel_id=${whatsapp!.id}`]: [4],
      [`last_inbound_to=${ago(25)}&lead_id=${one}`]: [1, 2],
      "lead_id=4000000000": [],
    };
    for (const [query, expected] of Object.entries(queries))
      expect([query, await found(query)]).toEqual([query, expected]);
  });

  it("keeps workspaces apart", async () => {
    const stranger = await newWorkspace();
    for (const query of [
      `lead_id=${leads[0]}`,
      `channel_id=${whatsapp!.id}`,
      `last_inbound_from=${ago(60)}`,
      "",
    ])
      expect(await idsOf(stranger, `/conversations?${query}`)).toEqual([]);
  });

  it("shows until when the window is open", () => {
    expect(conversations.map(({ window }) => window.is_open)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    for (const { window, last_inbound_at } of conversations)
      expect(window.closes_at).toBe(
        last_inbound_at && new Date(Date.parse(last_inbound_at) + 24 * HOUR_MS).toISOString(),
      );
  });
});

describe("a message that can't be sent", () => {
  let client: Client;

  beforeAll(async () => {
    client = await newWorkspace();
  });

  /** Expects the message in its conversation with the reason, unsent and counted. */
  async function expectRefused(leadId: number, json: object, reason: string) {
    const { status, body } = await client.post(`/leads/${leadId}/messages`, json);
    expect([status, body.data.status, body.data.error.reason]).toEqual([201, "failed", reason]);
    expect((await messagesOf(client, body.data.conversation_id)).at(-1)).toEqual(body.data);
    const { data } = (await client.get(`/conversations/${body.data.conversation_id}`)).body;
    expect(data).toMatchObject({ lead_id: leadId, last_outbound_at: null });
    return data as Conversation;
  }

  it("is returned with its reason, and visible in the conversation", async () => {
    const lead = await newLead(client, { phone: `+${newNumber()}` });
    const nowhere = await expectRefused(lead.id, { text: "Hello" }, "no_channel");
    expect(nowhere).toMatchObject({ channel_id: null, platform: "whatsapp", messages_count: 1 });
    expect((await expectRefused(lead.id, { text: "Hello" }, "no_channel")).id).toBe(nowhere.id);

    const channel = await newMetaChannel(client);
    const conversation = await expectRefused(lead.id, { text: "Hello" }, "window_closed");
    expect(conversation.channel_id).toBe(channel.id);
    await expectRefused(
      (await newLead(client, { phone: null })).id,
      { text: "Hello" },
      "no_identity",
    );
    await client.post(`/leads/${lead.id}/opt-out`);
    await expectRefused(lead.id, { text: "Hello" }, "opted_out");
    await client.post(`/leads/${lead.id}/opt-in`);
    await client.put(`/channels/${channel.id}`, {
      name: "Off",
      external_id: channel.external_id,
      is_active: false,
    });
    expect(
      (await expectRefused(lead.id, { text: "Hello" }, "channel_stopped")).messages_count,
    ).toBe(3);
  });

  it("stays in a conversation whose channel was deleted", async () => {
    const channel = await newChannel(client, { platform: "instagram" });
    const lead = await newLead(client);
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    await client.delete(`/channels/${channel.id}`);
    const message = await newMessage(client, conversation_id);
    expect(message).toMatchObject({
      conversation_id,
      status: "failed",
      error: { reason: "no_channel" },
    });
    expect((await client.get(`/conversations/${conversation_id}`)).body.data).toMatchObject({
      channel_id: channel.id,
      messages_count: 2,
    });
  });

  it("is sent by the channel of the lead's own number", async () => {
    const [first, second] = [await newMetaChannel(client), await newMetaChannel(client)];
    const phone = `+${newNumber()}`;
    const lead = await newLead(client, {
      phone,
      whatsapp_phone_number_id: Number(second.external_id),
    });
    const preview = async () =>
      (await client.post("/messages/preview", { lead_id: lead.id, text: "Hello" })).body.data
        .channel_id;
    expect(await preview()).toBe(second.id);
    await client.put(`/channels/${first.id}`, {
      name: "Default",
      external_id: first.external_id,
      is_default: true,
    });
    await client.patch(`/leads/${lead.id}`, { whatsapp_phone_number_id: 7 });
    expect(await preview()).toBe(first.id);
  });
});
