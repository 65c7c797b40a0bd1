import { abortAllDurableObjects, evictDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { type Order, order, requestsTo } from "../support/graph";
import {
  runMessageSender,
  seedMessages,
  seedRecipients,
  statusesOf,
} from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { messageSenderOf, newMetaChannel } from "../support/messaging";
import { workspaceOf } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** Evicts or aborts a channel's message sender while it works. */
const disturb = (channelId: number, attempt: number) =>
  attempt % 2 === 0
    ? evictDurableObject(messageSenderOf(channelId)).catch(() => {})
    : abortAllDurableObjects();

describe("150 messages, of which a tenth times out,", () => {
  it("are sent once each, by a message sender that is woken from many sides and evicted", async () => {
    const channel = await newMetaChannel(client);
    await seedRecipients(client, channel.id, 150);
    await seedMessages(channel.id);
    const query = "select phone from leads where workspace_id = ? and id % 10 = 0";
    const { results } = await testEnv.DB.prepare(query)
      .bind(client.workspaceId)
      .all<{ phone: string }>();
    const lost: Order = { do: "silence" };
    const hurry = () => bindMessageSender(channel.id, { SEND_TIMEOUT_MS: 300 });
    await hurry();
    await order(channel.external_id!, {
      recipients: Object.fromEntries(results.map(({ phone }) => [phone.slice(1), lost])),
    });
    const waking = async () => {
      for (let i = 0; i < 12; i++) {
        await messageSenderOf(channel.id)
          .wake(channel.id, await workspaceOf("channels", channel.id))
          .catch(() => {});
        await scheduler.wait(100);
      }
    };
    const evicting = async () => {
      for (let attempt = 0; attempt < 3; attempt++) {
        await scheduler.wait(300);
        await evictDurableObject(messageSenderOf(channel.id)).catch(() => {});
        await hurry();
      }
    };
    await Promise.all([waking(), waking(), waking(), evicting()]);
    await runMessageSender(channel.id);
    const { sent = 0, unknown = 0, ...others } = await statusesOf(channel.id);
    expect([sent + unknown, others]).toEqual([150, {}]);
    // On a busy machine other answers may come too late as well.
    expect(unknown).toBeGreaterThanOrEqual(15);
    expect(sent).toBeGreaterThanOrEqual(100);
    const ids = (await requestsTo(channel.external_id!)).map(
      ({ body }) => body.biz_opaque_callback_data,
    );
    expect([ids.length, new Set(ids).size]).toEqual([150, 150]);
  });
});

describe("100 messages of a message sender that is killed again and again", () => {
  it("are sent at most once, and each ends as sent or unknown", async () => {
    const channel = await newMetaChannel(client);
    await seedRecipients(client, channel.id, 100);
    await seedMessages(channel.id);
    for (let attempt = 0; attempt < 8; attempt++) {
      const run = runMessageSender(channel.id).catch(() => {});
      await scheduler.wait(10 + 7 * attempt);
      await disturb(channel.id, attempt);
      await run;
    }
    await runMessageSender(channel.id);
    const { sent = 0, unknown = 0 } = await statusesOf(channel.id);
    expect(sent + unknown).toBe(100);
    const ids = (await requestsTo(channel.external_id!)).map(
      ({ body }) => body.biz_opaque_callback_data,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(sent);
    // A message sender has five requests open at a time.
    expect(unknown).toBeLessThanOrEqual(4 * 5);
  });
});
