import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { messageNow } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const template = { type: "template", text: null, template: { name: "revive", language: "en" } };
const channelNow = async ({ id }: Channel): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;

async function newRefused(provider: "whatsapp_cloud" | "instagram", refusal: Order, input = {}) {
  const { channel, leadId } = await newChannelAndRecipient(client, provider);
  const key = provider === "instagram" ? `token-of-${channel.external_id}` : channel.external_id!;
  const queue = (more: object = input) =>
    queueWithoutWakeUp(client, leadId, { channel_id: channel.id, ...more });
  const run = (ms = 0) => later(ms, () => runMessageSender(channel.id));
  const forgetReply = () =>
    rowsOf("update conversations set last_inbound_at = 1 where channel_id = ?", channel.id);
  const message = await queue();
  await order(key, { always: refusal });
  const now = () => messageNow(client, message);
  return { channel, key, queue, run, forgetReply, now };
}

describe("a page that is restricted on Instagram", () => {
  it.each([1893063, 2534122, 2534029])("waits after the subcode %i", async (subcode) => {
    const refusal: Order = { do: "error", code: 10, subcode, message: "Restricted" };
    const { channel, key, queue, run, now } = await newRefused("instagram", refusal);
    await run();
    const next = await queue();
    await run(10 * MINUTE_MS);
    const { status, pause } = await channelNow(channel);
    expect([status, pause?.reason]).toEqual(["active", "page_restricted"]);
    expect(pause?.detail).toContain("Restricted");
    expect(await now()).toMatchObject({ status: "queued", error: null });
    expect(await requestsTo(key)).toHaveLength(1);
    await order(key, { always: null });
    await run(31 * MINUTE_MS);
    expect(await now()).toMatchObject({ status: "sent" });
    expect(await messageNow(client, next)).toMatchObject({ status: "sent" });
    expect((await channelNow(channel)).pause).toBeNull();
  });
});

describe("a pause that holds some messages", () => {
  it("for reports of people is a stop after 72 hours, and not before", async () => {
    const refusal: Order = { do: "error", code: 131048 };
    const sending = await newRefused("whatsapp_cloud", refusal, template);
    const { channel, key, run, forgetReply, now } = sending;
    await forgetReply();
    await run();
    const tried = [];
    for (const hours of [0.9, 1.01, 3.02, 7.03, 15.04, 31.05, 55.06, 71.9]) {
      await run(hours * HOUR_MS);
      tried.push((await requestsTo(key)).length);
    }
    expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
    expect(await channelNow(channel)).toMatchObject({ status: "active" });
    await run(72.1 * HOUR_MS);
    expect(await requestsTo(key)).toHaveLength(8);
    expect(await channelNow(channel)).toMatchObject({
      status: "stopped",
      stop_reason: "spam_rate",
      pause: null,
    });
    expect(await now()).toMatchObject({ status: "failed", error: { reason: "channel_stopped" } });
  });

  it("for misused templates is a stop after 24 hours, though texts go on until then", async () => {
    const refusal: Order = { do: "error", code: 131064 };
    const sending = await newRefused("whatsapp_cloud", refusal, template);
    const { channel, key, queue, run, now } = sending;
    await run();
    for (const hours of [0.51, 1.52, 3.53, 7.54, 11.55, 15.56, 19.57, 23.58]) {
      await run(hours * HOUR_MS);
      expect(await channelNow(channel)).toMatchObject({ status: "active" });
      await order(key, { always: null });
      const text = await queue({ text: "Hello" });
      await run((hours + 0.1) * HOUR_MS);
      expect(await messageNow(client, text)).toMatchObject({ status: "sent" });
      await order(key, { always: refusal });
    }
    await run(24.01 * HOUR_MS);
    expect(await channelNow(channel)).toMatchObject({
      status: "stopped",
      stop_reason: "template_misuse",
    });
    expect(await now()).toMatchObject({ status: "failed", error: { reason: "channel_stopped" } });
  });
});
