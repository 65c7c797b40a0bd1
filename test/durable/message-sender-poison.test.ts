import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { type Order, order, requestsTo } from "../support/graph";
import {
  alarmOf,
  newChannelAndRecipient,
  newGatewayChannel,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { atCall, bindMessageSender, down, idNotCommitted } from "../support/message-sender-faults";
import { deliver, messageNow, statusOf, whatsappBody } from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a gateway and messages to this many leads; the gateway answers as ordered. */
async function sendTo(...answers: object[]) {
  const { channel, key } = await newGatewayChannel(client);
  await order(key, { queue: answers.map((answer) => ({ do: "accept", answer })) });
  const messages: Message[] = [];
  const queue = async () => {
    const { leadId } = await newRecipient(client, channel);
    messages.push(await queueWithoutWakeUp(client, leadId, { channel_id: channel.id }));
  };
  for (const _ of answers) await queue();
  await runMessageSender(channel.id);
  const now = () => Promise.all(messages.map((message) => messageNow(client, message)));
  return { channel, key, queue, now };
}

describe("a channel's message sender is not held up by", () => {
  it.each(["", "{", "null", '{"buttons":{}}'])("a message whose payload is %j", async (payload) => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const other = await newRecipient(client, channel);
    const queue = (to: number) => queueWithoutWakeUp(client, to, { channel_id: channel.id });
    const [poison, next, healthy] = [
      await queue(leadId),
      await queue(leadId),
      await queue(other.leadId),
    ];
    await testEnv.DB.prepare("update messages set payload = ?, type = 'buttons' where id = ?")
      .bind(payload, poison.id)
      .run();
    await runMessageSender(channel.id);
    for (const message of [next, healthy])
      expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    const query =
      "select status, error ->> 'reason' as reason, next_attempt_at as due from messages where id = ?";
    expect(await testEnv.DB.prepare(query).bind(poison.id).first()).toEqual({
      status: "failed",
      reason: "rejected",
      due: null,
    });
  });

  it("the same provider id for several messages", async () => {
    const answer = { external_id: "accepted" };
    const { channel, key, queue, now } = await sendTo(answer, answer);
    await order(key, { queue: [{ do: "accept", answer }] });
    await queue();
    await runMessageSender(channel.id);
    const messages = await now();
    expect(messages.map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
    expect(messages.map(({ external_id }) => external_id).toSorted()).toEqual([
      "accepted",
      null,
      null,
    ]);
    const nameless = messages.find(({ external_id }) => external_id === null)!;
    await client.post(`/messages/${nameless.id}/status`, { status: "delivered" });
    const delivered = (await now()).filter(({ status }) => status === "delivered");
    expect(delivered.map(({ id }) => id)).toEqual([nameless.id]);
  });

  it.each([
    ["Réf. 1", true],
    ["a\0b", false],
    ["\ud800", false],
    ["x".repeat(256), false],
  ])("an id such as %j", async (external_id, isTaken) => {
    const { now } = await sendTo({ external_id });
    const [message] = await now();
    expect(message).toMatchObject({
      status: "sent",
      external_id: isTaken ? external_id : `msg_${message!.id}`,
    });
  });

  it("a lead that is deleted while their message is sent and already reported on", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const other = await newRecipient(client, channel);
    await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await atCall(channel.id, 2, down);
    await runMessageSender(channel.id);
    const external_id = await idNotCommitted(channel.id);
    await client.delete(`/leads/${leadId}`);
    await deliver(channel, whatsappBody(channel, statusOf({ external_id }, "delivered")));
    const next = await queueWithoutWakeUp(client, other.leadId, { channel_id: channel.id });
    await runMessageSender(channel.id);
    expect(await messageNow(client, next)).toMatchObject({ status: "sent" });
    expect(await requestsTo(key)).toHaveLength(2);
  });
});

describe("credentials that can't be opened", () => {
  it("are logged, and use up no attempt: once the key is back, everything is sent", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await bindMessageSender(channel.id, { APP_KEY: "another-key-0123456789abcdef" });
    const errors = vi.spyOn(console, "error");
    for (let i = 0; i < 12; i++) await runMessageSender(channel.id);
    expect(errors).toHaveBeenCalledTimes(12);
    expect(JSON.parse(errors.mock.calls[0]![0])).toMatchObject({
      message: "messages not sent, will retry",
      channel_id: channel.id,
    });
    expect(await alarmOf(channel.id)).toBeGreaterThan(Date.now() + 50_000);
    expect(await requestsTo(key)).toEqual([]);
    const burnt =
      "select attempts, pace_at > ? + 6000 as isPaced from messages join conversations on conversations.id = conversation_id where messages.id = ?";
    expect(await testEnv.DB.prepare(burnt).bind(Date.now(), message.id).first()).toEqual({
      attempts: 1,
      isPaced: 0,
    });
    await bindMessageSender(channel.id, {});
    await order(key, { queue: Array<Order>(5).fill({ do: "status", status: 500 }) });
    for (let i = 0; i < 6; i++) await later(i * 900_000, () => runMessageSender(channel.id));
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
  });
});
