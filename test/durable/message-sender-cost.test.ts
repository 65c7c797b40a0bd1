import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../src/index";
import { type Client, newChannel, newWorkspace } from "../support/api";
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
import { metered } from "../support/meter";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { workspaceOf } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("10,000 messages that wait", () => {
  it("cost a claim no more than the claimed ones, and the cron next to nothing", async () => {
    const channel = await newMetaChannel(client);
    await seedRecipients(client, channel.id, 10_000);
    await seedMessages(channel.id);
    const { meter, database } = metered(testEnv.DB);
    await bindMessageSender(channel.id, { DB: database });
    // The first message goes alone; the next batch ends with one that pauses the channel.
    const limited: Order = { do: "error", status: 429, code: 130429, retry_after: 60 };
    await order(channel.external_id!, {
      queue: [...Array<Order>(30).fill({ do: "accept" }), ...Array<Order>(5).fill(limited)],
    });
    await runMessageSender(channel.id);
    // Beside a slow request the next batch begins, of which some are on their way by then.
    const { length } = await requestsTo(channel.external_id!);
    expect(length).toBeGreaterThanOrEqual(31);
    expect(length).toBeLessThanOrEqual(35);
    expect(await statusesOf(channel.id)).toEqual({ sent: 30, queued: 9_970 });
    // Three, and one more for each request that is slow.
    expect(meter.trips).toBeLessThanOrEqual(8);
    expect(meter.rowsRead).toBeLessThan(meter.trips * 1_500);

    await testEnv.DB.prepare(
      "update messages set next_attempt_at = 1 where next_attempt_at is not null",
    ).run();
    const cron = metered(testEnv.DB);
    const bindings = { ...testEnv, DB: cron.database, MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER };
    await worker.scheduled(createScheduledController({ cron: "* * * * *" }), bindings);
    expect(cron.meter.trips).toBe(testEnv.DIRECTORY ? 15 : 21);
    expect(cron.meter.rowsRead).toBeLessThan(70);
  });
});

describe("one alarm of a message sender", () => {
  it("stays within the runtime's limits, and leaves the rest to the next", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    await seedRecipients(owner, channel.id, 400);
    await seedMessages(channel.id);
    const { meter, database } = metered(testEnv.DB);
    await bindMessageSender(channel.id, { DB: database });
    const asked = await runInDurableObject(
      messageSenderOf(channel.id),
      async (sender, { storage }) => {
        await sender.wake(channel.id, await workspaceOf("channels", channel.id));
        await storage.deleteAlarm();
        await sender.alarm();
        return { ...meter, statements: meter.statements.length };
      },
    );
    expect(asked.trips).toBe(11);
    expect(asked.statements).toBeLessThan(500);
    await runMessageSender(channel.id);
    expect(await statusesOf(channel.id)).toEqual({ delivered: 400 });
  });
});
