import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, release, requestsTo } from "../support/graph";
import {
  alarmOf,
  newChannelAndRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { aroundD1, atCall, down, unanswered } from "../support/message-sender-faults";
import { messageNow, messageSenderOf } from "../support/messaging";
import { workspaceOf } from "../support/scope";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/**
 * Senders that fail go on a second later, of the machine's time: a busy one would let that pass
 * between what a test does and what it looks at. By their clock, which stands still, that is not
 * yet, and by the machine's it is a day away.
 */
const AHEAD_MS = 86_400_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + AHEAD_MS });
});

/** Queues a message, and orders the provider's answer. */
async function newMessage(...queue: Order[]) {
  const { channel, key, leadId } = await newChannelAndRecipient(client);
  await order(key, { queue });
  const message: Message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
  const sends = async () => (await requestsTo(key)).filter(({ sent }) => sent).length;
  return {
    channelId: channel.id,
    key,
    leadId,
    message,
    sends,
    status: async () => (await messageNow(client, message)).status,
  };
}

const reset = (channelId: number) => ({
  evicted: () => evictDurableObject(messageSenderOf(channelId)),
  aborted: () => abortAllDurableObjects(),
});

describe.each(["evicted", "aborted"] as const)("a message sender that is %s", (how) => {
  it("after it has claimed a message and before it asks the provider sends it", async () => {
    const { channelId, status, sends } = await newMessage();
    await atCall(channelId, 1, unanswered);
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sending", 0]);
    await reset(channelId)[how]();
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sent", 1]);
  });

  it("after it has the answer and before it has committed it commits it then", async () => {
    const { channelId, status, sends } = await newMessage();
    await atCall(channelId, 2, down);
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sending", 1]);
    await reset(channelId)[how]();
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sent", 1]);
  });

  it("after it has committed the answer without knowing so does nothing more", async () => {
    const { channelId, status, sends } = await newMessage();
    await atCall(channelId, 2, unanswered);
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sent", 1]);
    await reset(channelId)[how]();
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sent", 1]);
  });

  it("while a refused message waits sends it again, once", async () => {
    const { channelId, status, sends } = await newMessage({ do: "status", status: 500 });
    await atCall(channelId, 2, unanswered);
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["queued", 0]);
    await reset(channelId)[how]();
    await later(3_000, () => runMessageSender(channelId));
    expect([await status(), await sends()]).toEqual(["sent", 1]);
  });
});

describe("a message sender", () => {
  it("that dies during the request to the provider never repeats it", async () => {
    const { channelId, status, sends } = await newMessage({ do: "silence" });
    const run = runMessageSender(channelId).catch(() => {});
    while ((await sends()) === 0) await scheduler.wait(5);
    await abortAllDurableObjects();
    await run;
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["unknown", 1]);
    await later(60_000, () => runMessageSender(channelId));
    expect([await status(), await sends()]).toEqual(["unknown", 1]);
  });

  it("asks D1 less and less often while it fails, even when new messages arrive", async () => {
    const { channelId, status } = await newMessage();
    await aroundD1(channelId, down);
    const delays: number[] = [];
    for (let i = 0; i < 8; i++) {
      await later(0, async () => {
        await runMessageSender(channelId);
        await messageSenderOf(channelId).wake(channelId, await workspaceOf("channels", channelId));
        delays.push(((await alarmOf(channelId))! - Date.now()) / 1_000);
      });
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await evictDurableObject(messageSenderOf(channelId));
    await runMessageSender(channelId);
    expect(await status()).toBe("sent");
  });

  it("sends nothing twice when its writes succeed after it has given them up", async () => {
    const { channelId, key, status, sends } = await newMessage({ do: "hold" });
    let late = async (): Promise<unknown> => undefined;
    await atCall(channelId, 1, async (call) => {
      late = call;
      return down(call);
    });
    await runMessageSender(channelId);
    const run = runMessageSender(channelId);
    while ((await sends()) === 0) await scheduler.wait(5);
    await late();
    await release(key);
    await run;
    await runMessageSender(channelId);
    expect([await status(), await sends()]).toEqual(["sent", 1]);
  });

  it("that has lost its alarm resumes with the next message", async () => {
    const { channelId, leadId, status } = await newMessage();
    await atCall(channelId, 1, unanswered);
    await runMessageSender(channelId);
    await runInDurableObject(messageSenderOf(channelId), (_, { storage }) => storage.deleteAlarm());
    const next = await queueWithoutWakeUp(client, leadId, { channel_id: channelId });
    await runMessageSender(channelId);
    expect([await status(), (await messageNow(client, next)).status]).toEqual(["sent", "sent"]);
  });
});
