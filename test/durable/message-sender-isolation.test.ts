import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { type Order, order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  newGatewayChannel,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { deliver, messageNow, newWamid, statusOf, whatsappBody } from "../support/messaging";

let [client, stranger]: Client[] = [];

beforeAll(async () => {
  [client, stranger] = [await newWorkspace(), await newWorkspace()];
});

/** Sends a message through a channel of a workspace; the provider answers as ordered. */
async function sendBy(owner: Client, reaction: Order) {
  const sending = await newChannelAndRecipient(owner);
  await order(sending.key, { queue: [reaction] });
  const message = await queueWithoutWakeUp(owner, sending.leadId, {
    channel_id: sending.channel.id,
  });
  await runMessageSender(sending.channel.id);
  return { ...sending, message: await messageNow(owner, message) };
}

const OWN_AND_FOREIGN = [
  ["of the same workspace", () => client!],
  ["of another workspace", () => stranger!],
] as const;

describe.each(OWN_AND_FOREIGN)("a webhook of a channel %s", (_, reporter) => {
  it.each<Order>([{ do: "accept" }, { do: "reset" }, { do: "status", status: 500 }])(
    "touches no message of another channel, when the provider answered %j",
    async (reaction) => {
      const { message, channel, leadId } = await sendBy(client!, reaction);
      const other = await sendBy(reporter(), { do: "accept" });
      const echo = { biz_opaque_callback_data: String(message.id) };
      const ids = [newWamid(), message.external_id ?? newWamid()];
      for (const external_id of ids) {
        const failure = { ...echo, errors: [{ code: 131050 }, { code: 131026 }] };
        for (const [status, more] of [
          ["read", echo],
          ["failed", failure],
        ] as const)
          await deliver(
            other.channel,
            whatsappBody(other.channel, statusOf({ external_id }, status, more)),
          );
      }
      expect(await messageNow(client!, message)).toEqual(message);
      expect((await client!.get(`/leads/${leadId}`)).body.data.is_optout).toBe(false);
      expect((await client!.get(`/channels/${channel.id}`)).body.data.status).toBe("active");
      expect(await messageNow(reporter(), other.message)).toEqual(other.message);
    },
  );

  it("stops no other channel", async () => {
    const { message, channel } = await sendBy(client!, { do: "accept" });
    const other = await sendBy(reporter(), { do: "accept" });
    const more = { errors: [{ code: 190 }], biz_opaque_callback_data: String(message.id) };
    await deliver(
      other.channel,
      whatsappBody(other.channel, statusOf(other.message, "failed", more)),
    );
    expect((await reporter().get(`/channels/${other.channel.id}`)).body.data.status).toBe(
      "stopped",
    );
    expect((await client!.get(`/channels/${channel.id}`)).body.data.status).toBe("active");
    expect(await messageNow(client!, message)).toEqual(message);
  });
});

describe("a webhook about another account", () => {
  it("touches nothing when the account is another workspace's, with another app secret", async () => {
    const { message, channel } = await sendBy(client!, { do: "accept" });
    const { id, name, external_id } = channel;
    const credentials = { app_secret: "another-app-secret" };
    await client!.put(`/channels/${id}`, { name, external_id, credentials });
    const other = await sendBy(stranger!, { do: "accept" });
    await deliver(other.channel, whatsappBody(channel, statusOf(message, "read")));
    expect(await messageNow(client!, message)).toEqual(message);
  });
});

describe("a gateway's report", () => {
  it("touches no message of another channel with the same id", async () => {
    const answer = { external_id: "7" };
    const send = async (owner: Client) => {
      const { channel, key } = await newGatewayChannel(owner);
      await order(key, { queue: [{ do: "accept", answer }] });
      const { leadId } = await newRecipient(owner, channel);
      const message = await queueWithoutWakeUp(owner, leadId, { channel_id: channel.id });
      await runMessageSender(channel.id);
      return messageNow(owner, message);
    };
    const [first, second, third] = [
      await send(client!),
      await send(client!),
      await send(stranger!),
    ];
    expect((await stranger!.post(`/messages/${first.id}/status`, { status: "read" })).status).toBe(
      404,
    );
    await client!.post(`/messages/${first.id}/status`, { status: "read", external_id: "7" });
    expect((await messageNow(client!, first)).status).toBe("read");
    expect([await messageNow(client!, second), await messageNow(stranger!, third)]).toEqual([
      second,
      third,
    ]);
  });
});

describe("two message senders", () => {
  it("do not disturb each other", async () => {
    const [healthy, ill] = [
      await newChannelAndRecipient(client!),
      await newChannelAndRecipient(client!),
    ];
    await order(ill.key, {
      queue: [{ do: "error", status: 429, code: 130429, retry_after: 3600 }],
    });
    const queue = ({ channel, leadId }: typeof ill) =>
      queueWithoutWakeUp(client!, leadId, { channel_id: channel.id });
    const messages = [
      await queue(ill),
      await queue(healthy),
      await queue(ill),
      await queue(healthy),
    ];
    await Promise.all([runMessageSender(ill.channel.id), runMessageSender(healthy.channel.id)]);
    const statuses = await Promise.all(
      messages.map(async (message) => (await messageNow(client!, message)).status),
    );
    expect(statuses).toEqual(["queued", "sent", "queued", "sent"]);
    expect([(await requestsTo(ill.key)).length, (await requestsTo(healthy.key)).length]).toEqual([
      1, 2,
    ]);
  });

  it("message one lead through two channels, each in its own order", async () => {
    const one = await newChannelAndRecipient(client!);
    const two = await newChannelAndRecipient(client!);
    await deliver(
      two.channel,
      whatsappBody(two.channel, { contacts: [], messages: [messageFrom(one.number)] }),
    );
    await order(one.key, { queue: [{ do: "status", status: 500, retry_after: 60 }] });
    const messages = [];
    for (const { channel } of [one, two, one, two])
      messages.push(await queueWithoutWakeUp(client!, one.leadId, { channel_id: channel.id }));
    await Promise.all([runMessageSender(one.channel.id), runMessageSender(two.channel.id)]);
    const statuses = await Promise.all(
      messages.map(async (message) => (await messageNow(client!, message)).status),
    );
    expect(statuses).toEqual(["queued", "sent", "queued", "sent"]);
  });

  const messageFrom = (from: string) => ({
    from,
    id: newWamid(),
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "text",
    text: { body: "Hi" },
  });
});
