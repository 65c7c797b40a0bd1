import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import { newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { eventually } from "../support/eventually";
import { order, release, requestsTo } from "../support/graph";
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
import { atCall, down } from "../support/message-sender-faults";
import { messageNow, messageSenderOf, newMetaChannel } from "../support/messaging";
import { workspaceOf } from "../support/scope";

const countTo = async (key: string) => (await requestsTo(key)).length;

describe("a request that hangs", () => {
  /** Queues a message that hangs, another one to the same lead, and 40 to others. */
  async function newHanging({ isProven = false } = {}) {
    const owner = await newWorkspace();
    const { channel, key, leadId, number } = await newChannelAndRecipient(owner);
    await order(key, { recipients: { [number]: { do: "hold" } } });
    const queue = (to: number): Promise<Message> =>
      queueWithoutWakeUp(owner, to, { channel_id: channel.id });
    if (isProven) {
      await queue((await newRecipient(owner, channel)).leadId);
      await runMessageSender(channel.id);
    }
    const [hanging, behind] = [await queue(leadId), await queue(leadId)];
    for (let count = 40; count > 0; count--)
      await queue((await newRecipient(owner, channel)).leadId);
    const statusOf = async (message: Message) => (await messageNow(owner, message)).status;
    return { owner, channel, key, number, hanging, behind, queue, statusOf };
  }

  it("delays the messages of its own lead only, also those that come meanwhile", async () => {
    const { owner, channel, key, number, hanging, behind, queue, statusOf } = await newHanging();
    const run = runMessageSender(channel.id);
    await eventually(async () =>
      expect(await statusesOf(channel.id)).toEqual({ sending: 1, queued: 1, sent: 40 }),
    );
    const late = await queue((await newRecipient(owner, channel)).leadId);
    await messageSenderOf(channel.id).wake(channel.id, await workspaceOf("channels", channel.id));
    await eventually(async () => expect(await statusOf(late)).toBe("sent"));
    expect([await statusOf(hanging), await statusOf(behind)]).toEqual(["sending", "queued"]);
    await order(key, { recipients: {} });
    await release(key);
    await run;
    expect(await statusesOf(channel.id)).toEqual({ sent: 43 });
    const recipients = (await requestsTo(key)).map(({ body }) => body.to);
    expect(recipients.filter((to) => to === number)).toHaveLength(2);
    expect(recipients).toHaveLength(43);
  });

  it("is made once, even if D1 fails meanwhile, or applies an earlier claim late", async () => {
    const proven = { isProven: true };
    const { owner, channel, key, number, queue, statusOf } = await newHanging(proven);
    let applyLate = async (): Promise<unknown> => undefined;
    await atCall(channel.id, 1, (call) => {
      applyLate = call;
      return down(call);
    });
    await runMessageSender(channel.id);
    await atCall(channel.id, 2, down);
    await runMessageSender(channel.id);
    expect(await statusesOf(channel.id)).toMatchObject({ sending: 30 });
    const run = runMessageSender(channel.id);
    await eventually(async () => expect((await statusesOf(channel.id)).sent).toBe(41));
    await applyLate();
    const late = await queue((await newRecipient(owner, channel)).leadId);
    await messageSenderOf(channel.id).wake(channel.id, await workspaceOf("channels", channel.id));
    await eventually(async () => expect(await statusOf(late)).toBe("sent"));
    await order(key, { recipients: {} });
    await release(key);
    await run;
    expect(await statusesOf(channel.id)).toEqual({ sent: 44 });
    const recipients = (await requestsTo(key)).map(({ body }) => body.to);
    expect([recipients.length, recipients.filter((to) => to === number).length]).toEqual([44, 2]);
  });
});

describe("a provider that does not answer", () => {
  it("is tried less and less often, with one message, and the others stay queued", async () => {
    const owner = await newWorkspace();
    const channel = await newMetaChannel(owner);
    const key = channel.external_id!;
    await seedRecipients(owner, channel.id, 40);
    await seedMessages(channel.id);
    await order(key, { always: { do: "reset" } });
    const delays: number[] = [];
    let [elapsed, asked] = [0, 0];
    for (let pauses = 1; pauses <= 7; pauses++) {
      await later(elapsed, async () => {
        await runMessageSender(channel.id);
        const delay = (await alarmOf(channel.id))! - Date.now();
        delays.push(Math.round(delay / 1_000));
        elapsed += delay;
      });
      const count = await countTo(key);
      // Three, and four that were open by then.
      if (pauses === 1) expect(count).toBeLessThanOrEqual(7);
      else expect(count).toBe(asked + 1);
      asked = count;
      expect(await statusesOf(channel.id)).toEqual({ unknown: count, queued: 40 - count });
      await evictDurableObject(messageSenderOf(channel.id));
    }
    expect(delays).toEqual([10, 20, 40, 80, 160, 300, 300]);
    await order(key, { always: null });
    await later(elapsed - 5_000, () => runMessageSender(channel.id));
    expect(await countTo(key)).toBe(asked);
    await later(elapsed + 1_000, () => runMessageSender(channel.id));
    expect(await statusesOf(channel.id)).toEqual({ unknown: asked, sent: 40 - asked });
  });
});
