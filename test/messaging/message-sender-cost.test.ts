import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "../../src/features/messaging/channels/schema";
import { claimBatch } from "../../src/features/messaging/outbound/worker/claim";
import { newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { newMetaChannel } from "../support/messaging";
import { metered } from "../support/meter";
import { seedConversations, seedLeads, seedMessages } from "../support/seed";

// These tests run the claim's statements themselves, without the message sender's object.

const BACKLOG = 3_000;
const NOTHING = { outcomes: [], lost: [], open: [] };
const set = (assignments: string) => testEnv.DB.prepare(`update ${assignments}`).run();

let channel: Channel;

/** Inserts this many leads in open conversations, each with a message that is due. */
beforeEach(async () => {
  const client = await newWorkspace();
  channel = await newMetaChannel(client);
  await seedLeads(client.workspaceId, BACKLOG);
  await seedConversations(channel.id, BACKLOG, { last_inbound_at: String(Date.now()) });
  await seedMessages(channel.id, { status: "'queued'", next_attempt_at: "1700000000000 + n" });
});

async function claim(limit = 30) {
  const { meter, database } = metered(testEnv.DB);
  const { messages, nextAt } = await claimBatch(
    { DB: database },
    { channelId: channel.id, ...NOTHING, limit },
  );
  expect(meter.trips).toBe(1);
  return { taken: messages.length, nextAt, rowsRead: meter.rowsRead };
}

const ofChannel = () => `where channel_id = ${channel.id}`;

describe("a claim of a channel's message sender with 3,000 messages queued", () => {
  it("reads only the messages that it claims", async () => {
    for (let rounds = 0; rounds < 2; rounds++) {
      const { taken, nextAt, rowsRead } = await claim();
      expect([taken, nextAt]).toEqual([30, null]);
      expect(rowsRead).toBeLessThanOrEqual(1_500);
      await set(
        `messages set status = 'sent', next_attempt_at = null ${ofChannel()} and next_attempt_at = 0`,
      );
    }
  });

  it("that fails all its messages is repeated at once, and reads no more", async () => {
    await set(`conversations set last_inbound_at = 1 ${ofChannel()}`);
    const { taken, nextAt, rowsRead } = await claim();
    expect(taken).toBe(0);
    expect(nextAt).toBeLessThanOrEqual(Date.now());
    expect(rowsRead).toBeLessThanOrEqual(1_000);
  });

  it("that may claim nothing, or finds nothing due, does not read them", async () => {
    expect((await claim(0)).rowsRead).toBeLessThanOrEqual(50);
    const later = Date.now() + 60_000;
    await set(`messages set next_attempt_at = ${later} ${ofChannel()}`);
    const { taken, nextAt, rowsRead } = await claim();
    expect([taken, nextAt]).toEqual([0, later]);
    expect(rowsRead).toBeLessThanOrEqual(50);
  });

  it("fails them all, once, when the channel is stopped", async () => {
    await set(`channels set status = 'stopped' where id = ${channel.id}`);
    expect((await claim()).taken).toBe(0);
    const failed = "select count(*) as n from messages where channel_id = ? and status = 'failed'";
    expect(await testEnv.DB.prepare(failed).bind(channel.id).first<number>("n")).toBe(BACKLOG);
    expect((await claim()).rowsRead).toBeLessThanOrEqual(50);
  });

  it("waits for the first message of a conversation, not for those behind it", async () => {
    const later = Date.now() + 60_000;
    await set(
      `messages set conversation_id = (select min(id) from conversations ${ofChannel()}) ${ofChannel()}`,
    );
    await set(
      `messages set next_attempt_at = ${later} where id = (select min(id) from messages ${ofChannel()})`,
    );
    expect(await claim()).toMatchObject({ taken: 0, nextAt: later });
  });

  it("waits until the pace of a conversation lets the next through", async () => {
    const paceAt = Date.now() + 300_000;
    await set(`conversations set pace_at = ${paceAt} ${ofChannel()}`);
    expect(await claim()).toMatchObject({ taken: 0, nextAt: paceAt - 54_000 });
  });
});
