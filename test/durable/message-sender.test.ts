import { evictDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, newChannel, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, release, requestsTo } from "../support/graph";
import {
  alarmOf,
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
  seedMessages,
  seedRecipients,
  statusesOf,
} from "../support/message-sender";
import { messageNow, messageSenderOf, newMetaChannel } from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const textsTo = async (key: string) => (await requestsTo(key)).map(({ body }) => body.text.body);
const countTo = async (key: string) => (await requestsTo(key)).length;

/** Allows for a fifth of jitter, and for the time that the machine takes between two readings. */
const isAbout = (ms: number) => (value: number) =>
  value >= ms * 0.8 - 100 && value <= ms * 1.2 + 100;

describe("a channel's message sender", () => {
  it("sends a message once", async () => {
    const { channel, key, leadId, number } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId);
    expect(message).toMatchObject({ status: "queued", sent_at: null });
    for (let i = 0; i < 3; i++) await runMessageSender(channel.id);
    const sent = await messageNow(client, message);
    expect(sent).toMatchObject({
      status: "sent",
      error: null,
      sent_at: expect.any(String),
      external_id: expect.stringMatching(/^wamid\./),
    });
    const requests = await requestsTo(key);
    expect(requests.map(({ body }) => [body.to, body.biz_opaque_callback_data])).toEqual([
      [number, String(message.id)],
    ]);
    expect(await alarmOf(channel.id)).toBeNull();
  });

  it("delivers at once through the sandbox", async () => {
    const channel = await newChannel(client);
    const { leadId } = await newRecipient(client, channel);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await runMessageSender(channel.id);
    const { status, sent_at, delivered_at } = await messageNow(client, message);
    expect({ status, delivered_at }).toEqual({ status: "delivered", delivered_at: sent_at });
    expect(sent_at).not.toBeNull();
  });

  it("keeps the order of a conversation, and rests while one of its messages waits to be retried", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    await order(key, { queue: [{ do: "accept" }, { do: "error", status: 500, code: 131000 }] });
    for (const text of ["1", "2", "3"])
      await queueWithoutWakeUp(client, leadId, { text, channel_id: channel.id });
    await runMessageSender(channel.id);
    expect(await textsTo(key)).toEqual(["1", "2"]);
    expect(await alarmOf(channel.id)).toBeGreaterThan(Date.now());
    await later(5_000, () => runMessageSender(channel.id));
    expect(await textsTo(key)).toEqual(["1", "2", "2", "3"]);
  });

  it("retries after 2, 8, 30, 120 and 600 seconds, and gives up after the sixth attempt", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    await order(key, { queue: Array<Order>(9).fill({ do: "status", status: 503 }) });
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    let elapsed = 0;
    for (const [index, delay] of [2_000, 8_000, 30_000, 120_000, 600_000, null].entries()) {
      const now = Date.now() + elapsed;
      await later(elapsed, () => runMessageSender(channel.id));
      expect(await countTo(key)).toBe(index + 1);
      const alarm = await alarmOf(channel.id);
      if (delay === null) expect(alarm).toBeNull();
      else expect(alarm! - now).toSatisfy(isAbout(delay));
      expect((await messageNow(client, message)).status).toBe(delay === null ? "failed" : "queued");
      elapsed += alarm === null ? 0 : alarm - now + 2_000;
    }
    expect(await messageNow(client, message)).toMatchObject({
      error: { reason: "unavailable", code: null, message: "HTTP 503" },
    });
  });

  it("pauses the whole channel until Retry-After, also when it is evicted", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const other = await newRecipient(client, channel);
    await order(key, { queue: [{ do: "error", status: 429, code: 130429, retry_after: 90 }] });
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await runMessageSender(channel.id);
    await queueWithoutWakeUp(client, other.leadId, { channel_id: channel.id });
    await evictDurableObject(messageSenderOf(channel.id));
    await runMessageSender(channel.id);
    await later(80_000, () => runMessageSender(channel.id));
    expect(await countTo(key)).toBe(1);
    expect(await alarmOf(channel.id)).toBeGreaterThan(Date.now() + 80_000);
    await later(92_000, () => runMessageSender(channel.id));
    expect(await countTo(key)).toBe(3);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
  });

  it.each([
    [{ do: "error", status: 429, code: 80007 }, { sent: 20 }],
    [
      { do: "error", code: 190 },
      { sent: 1, failed: 19 },
    ],
  ] as const)(
    "sends no more of a batch once the provider has answered %j",
    async (reaction, then) => {
      const owner = await newWorkspace();
      const channel = await newMetaChannel(owner);
      await seedRecipients(owner, channel.id, 20);
      await seedMessages(channel.id);
      const queue = [{ do: "accept" } as const, ...Array<Order>(20).fill(reaction)];
      await order(channel.external_id!, { queue });
      await runMessageSender(channel.id);
      // The first goes alone; then as many requests as there are connections.
      expect(await countTo(channel.external_id!)).toBe(6);
      await order(channel.external_id!, { queue: [] });
      await later(60_000, () => runMessageSender(channel.id));
      expect(await statusesOf(channel.id)).toEqual(then);
    },
  );

  it("checks again whether messages may be sent that waited behind slow answers", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    const others = await Promise.all(
      Array.from({ length: 5 }, () => newRecipient(client, channel)),
    );
    for (const { leadId } of others)
      await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    const { leadId: last } = await newRecipient(client, channel);
    const unwanted = await queueWithoutWakeUp(client, last, { channel_id: channel.id });
    await order(key, { queue: Array<Order>(5).fill({ do: "hold" }) });
    const run = runMessageSender(channel.id);
    while ((await countTo(key)) < 5) await scheduler.wait(5);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6_000 });
    await client.patch(`/leads/${last}`, { is_optout: true });
    await release(key);
    await run;
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    expect(await messageNow(client, unwanted)).toMatchObject({
      status: "failed",
      error: { reason: "opted_out" },
    });
    expect(await countTo(key)).toBe(6);
  });

  it("delays only the lead who was sent too much", async () => {
    const { channel, key, leadId, number } = await newChannelAndRecipient(client);
    const other = await newRecipient(client, channel);
    await order(key, { recipients: { [number]: { do: "error", code: 131056 } } });
    for (const to of [leadId, leadId, other.leadId, other.leadId])
      await queueWithoutWakeUp(client, to, { channel_id: channel.id });
    const delay = await later(0, async () => {
      await runMessageSender(channel.id);
      return (await alarmOf(channel.id))! - Date.now();
    });
    expect(delay).toSatisfy(isAbout(7_200));
    const recipientsOf = async () => (await requestsTo(key)).map(({ body }) => body.to);
    expect((await recipientsOf()).toSorted()).toEqual(
      [number, other.number, other.number].toSorted(),
    );
    await order(key, { recipients: { [number]: { do: "accept" } } });
    await later(10_000, () => runMessageSender(channel.id));
    expect((await recipientsOf()).slice(3)).toEqual([number, number]);
  });
});
