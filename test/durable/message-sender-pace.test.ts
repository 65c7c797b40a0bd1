import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { atTime, later } from "../support/clicks";
import { order, requestsTo } from "../support/graph";
import {
  alarmOf,
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
  seedMessages,
  statusesOf,
} from "../support/message-sender";
import { messageNow, newMetaChannel } from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("to one lead", () => {
  it("ten messages go at once and then one every six seconds, and no other lead waits for that", async () => {
    const { channel, key, number } = await newChannelAndRecipient(client);
    await seedMessages(channel.id, 14);
    const other = await newRecipient(client, channel);
    await queueWithoutWakeUp(client, other.leadId, { channel_id: channel.id });
    const now = await later(0, async () => {
      await runMessageSender(channel.id);
      return Date.now();
    });
    const sentTo = async (to: string) =>
      (await requestsTo(key)).filter(({ body }) => body.to === to).length;
    expect([await sentTo(number), await sentTo(other.number)]).toEqual([10, 1]);
    const alarm = (await alarmOf(channel.id))!;
    expect(alarm - now).toBeGreaterThan(4_000);
    expect(alarm - now).toBeLessThanOrEqual(6_000);
    const sendAt = (time: number) => atTime(time, () => runMessageSender(channel.id));
    await sendAt(alarm - 1_000);
    expect(await sentTo(number)).toBe(10);
    await sendAt(alarm);
    expect(await sentTo(number)).toBe(11);
    const message = await queueWithoutWakeUp(client, other.leadId, { channel_id: channel.id });
    await sendAt(alarm + 1);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    // By then the platform allows half a burst again.
    await sendAt(alarm + 30_000);
    expect(await statusesOf(channel.id)).toEqual({ sent: 16 });
    expect(await sentTo(number)).toBe(14);
  });

  it("a message that is retried counts as another one", async () => {
    const { channel, key } = await newChannelAndRecipient(client);
    await order(key, { queue: [{ do: "status", status: 500 }] });
    await seedMessages(channel.id, 11);
    await runMessageSender(channel.id);
    await later(3_000, () => runMessageSender(channel.id));
    expect(await requestsTo(key)).toHaveLength(10);
  });

  it("all go at once on Instagram", async () => {
    const channel = await newMetaChannel(client, "instagram");
    await newRecipient(client, channel);
    await seedMessages(channel.id, 15);
    await runMessageSender(channel.id);
    expect(await statusesOf(channel.id)).toEqual({ sent: 15 });
  });
});
