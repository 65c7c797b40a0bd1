import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { claimBatch } from "#features/messaging/outbound/worker/claim";
import { newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { newMetaChannel } from "../support/messaging";
import { metered } from "../support/meter";
import { scopeOf } from "../support/scope";
import { seedConversations, seedLeads, seedMessages } from "../support/seed";

// These tests run the claim's statements themselves, without the message sender's object.

const BACKLOG = 3_000;
const NOTHING = {
  allowance: { used: 0, from: 0, deferral: null, replies: null },
  outcomes: [],
  lost: [],
  open: [],
  pause: { isPossible: false, lookedAt: 0 },
};
/** The `next_attempt_at` of a message whose scenario is paused. */
const HELD = Date.parse("9999-12-31T23:59:59.999Z");
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
  const { messages, nextAt } = await claimBatch(scopeOf(0, { ...testEnv, DB: database }), {
    channelId: channel.id,
    ...NOTHING,
    limit,
  });
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
    expect(rowsRead).toBeLessThanOrEqual(1_550);
  });

  it("that may claim nothing, or finds nothing due, does not read them", async () => {
    expect((await claim(0)).rowsRead).toBeLessThanOrEqual(50);
    const later = Date.now() + 60_000;
    await set(`messages set next_attempt_at = ${later} ${ofChannel()}`);
    const { taken, nextAt, rowsRead } = await claim();
    expect([taken, nextAt]).toEqual([0, later]);
    expect(rowsRead).toBeLessThanOrEqual(50);
  });

  const countFailed = (reason: string) =>
    testEnv.DB.prepare(
      "select count(*) as n from messages where channel_id = ? and error ->> 'reason' = ?",
    )
      .bind(channel.id, reason)
      .first<number>("n");

  it.each([
    [
      "stopped",
      "channel_stopped",
      () => set(`channels set status = 'stopped' where id = ${channel.id}`),
    ],
    [
      "deleted",
      "no_channel",
      () => testEnv.DB.prepare("delete from channels where id = ?").bind(channel.id).run(),
    ],
  ])("fails 200 at a time, each once, when the channel is %s", async (_, reason, end) => {
    await set(`messages set next_attempt_at = ${HELD} ${ofChannel()} and id % 2 = 0`);
    await end();
    for (let count = 200; count < BACKLOG; count += 200) {
      const { taken, nextAt, rowsRead } = await claim();
      expect([taken, await countFailed(reason)]).toEqual([0, count]);
      expect(nextAt).toBeLessThanOrEqual(Date.now());
      expect(rowsRead).toBeLessThanOrEqual(8_800);
    }
    expect(await claim()).toMatchObject({ taken: 0, nextAt: null });
    expect(await countFailed(reason)).toBe(BACKLOG);
    expect((await claim()).rowsRead).toBeLessThanOrEqual(50);
  });

  it("fails 200 at a time, each once, to a lead that has opted out", async () => {
    const first = `(select min(id) from conversations ${ofChannel()})`;
    await set(`messages set conversation_id = ${first} ${ofChannel()}`);
    await set(
      `leads set is_optout = 1 where id = (select lead_id from conversations where id = ${first})`,
    );
    for (let count = 201; count < BACKLOG; count += 201) {
      const { taken, nextAt } = await claim();
      expect([taken, await countFailed("opted_out")]).toEqual([0, count]);
      expect(nextAt).toBeLessThanOrEqual(Date.now());
    }
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
