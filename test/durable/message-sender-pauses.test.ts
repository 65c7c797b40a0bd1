import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { type Order, order, requestsTo } from "../support/graph";
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
import { atCall, bindMessageSender, down, unanswered } from "../support/message-sender-faults";
import { deliver, messageNow, newMetaChannel, statusOf, whatsappBody } from "../support/messaging";
import { metered } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const WORDS = "Business eligibility payment issue";
const unpaid: Order = { do: "error", code: 131042, message: WORDS };
const times = (count: number, one: Order) => Array<Order>(count).fill(one);
const channelNow = async ({ id }: Pick<Channel, "id">): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;
const reasonOf = async (channel: Channel) => (await channelNow(channel)).pause?.reason ?? null;
const sentTo = async (key: string) => (await requestsTo(key)).length;
const resume = ({ id }: Channel) => client.post(`/channels/${id}/resume`);

async function eventsOf(channelId: number) {
  const { data } = (await client.get("/events?order=asc&type[]=channel.*&per_page=100")).body;
  return data.flatMap((event: { type: string; data: Record<string, unknown> }) =>
    event.data.channel_id === channelId ? [[event.type, event.data.reason]] : [],
  );
}

/** A channel whose one message was refused, as the account does not pay. */
async function newPaused() {
  const sending = await newChannelAndRecipient(client);
  const { channel, key } = sending;
  const template = { name: "revive", language: "en" };
  const queue = (leadId = sending.leadId) =>
    queueWithoutWakeUp(client, leadId, {
      channel_id: channel.id,
      type: "template",
      text: null,
      template,
    });
  const message = await queue();
  await order(key, { queue: [unpaid] });
  await runMessageSender(channel.id);
  const run = (ms: number) => later(ms, () => runMessageSender(channel.id));
  return { ...sending, message, queue, run };
}

describe("a channel whose account does not pay", () => {
  it("tries one message, keeps the others, and sends all once in order when it pays", async () => {
    const owner = await newWorkspace();
    const channel = await newMetaChannel(owner);
    const key = channel.external_id!;
    const pauseNow = async () => (await owner.get(`/channels/${channel.id}`)).body.data;
    await seedRecipients(owner, channel.id, 150);
    await seedMessages(channel.id, 2);
    await order(key, { queue: [unpaid] });
    await runMessageSender(channel.id);
    const first = await sentTo(key);
    expect(first).toBe(1);
    expect(await statusesOf(channel.id)).toEqual({ queued: 300 });
    const { pause, status } = await pauseNow();
    expect([status, pause.reason, pause.detail]).toEqual([
      "active",
      "payment",
      `(#131042) ${WORDS}`,
    ]);
    expect(Date.parse(pause.next_try_at) - Date.parse(pause.since)).toBe(30 * MINUTE_MS);
    expect(await alarmOf(channel.id)).toBe(Date.parse(pause.next_try_at));

    await order(key, { queue: times(2, unpaid) });
    const tried = [];
    for (const hours of [0.4, 0.51, 1.4, 1.52, 3.4]) {
      await later(hours * HOUR_MS, () => runMessageSender(channel.id));
      tried.push((await sentTo(key)) - first);
    }
    expect(tried).toEqual([0, 1, 1, 2, 2]);
    expect(await statusesOf(channel.id)).toEqual({ queued: 300 });

    await later(4 * HOUR_MS, () => runMessageSender(channel.id));
    expect(await statusesOf(channel.id)).toEqual({ sent: 300 });
    expect((await pauseNow()).pause).toBeNull();
    const accepted = (await requestsTo(key)).filter(({ sent }) => sent);
    const idOf = ({ body }: (typeof accepted)[number]) => Number(body.biz_opaque_callback_data);
    expect(new Set(accepted.map(idOf)).size).toBe(300);
    for (const requests of Map.groupBy(accepted, ({ body }) => body.to).values())
      expect(requests.map(idOf)).toEqual(requests.map(idOf).toSorted((a, b) => a - b));
  });

  it("costs little, and the cron leaves it alone", async () => {
    const { channel, run } = await newPaused();
    await seedRecipients(client, channel.id, 2_000);
    await seedMessages(channel.id);
    // One look finds what can't wait.
    await run(2 * MINUTE_MS);
    const { meter, database } = metered(testEnv.DB);
    await bindMessageSender(channel.id, { DB: database });
    await run(4 * MINUTE_MS);
    expect(meter.trips).toBeLessThanOrEqual(2);
    expect(meter.rowsWritten).toBe(0);
    expect(meter.rowsRead).toBeLessThan(150);
  });

  it("tells of its pause and of its end, each once", async () => {
    const { channel, run, message } = await newPaused();
    expect(await messageNow(client, message)).toMatchObject({ status: "queued", error: null });
    await run(31 * MINUTE_MS);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    expect(await eventsOf(channel.id)).toEqual([
      ["channel.paused", "payment"],
      ["channel.resumed", "payment"],
    ]);
  });

  it("stops after 24 hours without a success, and its queue fails", async () => {
    const { channel, key, message, run } = await newPaused();
    await order(key, { always: unpaid });
    const tries = [];
    for (let hours = 0; hours <= 25; hours += 0.25) {
      await run(hours * HOUR_MS);
      tries.push(await sentTo(key));
    }
    // At 0, 0.5, 1.5, 3.5 and each four hours; the last after 24.
    expect(tries.at(-1)).toBe(10);
    expect(tries[Math.floor(23.75 * 4)]).toBe(9);
    expect(await channelNow(channel)).toMatchObject({
      status: "stopped",
      stop_reason: "payment",
      stop_detail: `(#131042) ${WORDS}`,
      pause: null,
    });
    expect(await messageNow(client, message)).toMatchObject({
      status: "failed",
      error: { reason: "channel_stopped" },
    });
    expect(await eventsOf(channel.id)).toEqual([
      ["channel.paused", "payment"],
      ["channel.stopped", "payment"],
    ]);
  });

  it("waits with the others of its account, of which one tries, and goes on with them", async () => {
    const paused = await newPaused();
    const account = "102290129340398";
    const [other, foreign] = [await newChannelAndRecipient(client), await newPaused()];
    await resume(foreign.channel);
    for (const { channel } of [paused, other])
      await rowsOf("update channels set business_account_id = ? where id = ?", account, channel.id);
    await resume(paused.channel);
    await order(paused.key, { queue: times(2, unpaid) });
    await runMessageSender(paused.channel.id);
    const waiting = await queueWithoutWakeUp(client, other.leadId, {
      channel_id: other.channel.id,
    });
    await runMessageSender(other.channel.id);
    expect([await reasonOf(other.channel), await reasonOf(foreign.channel)]).toEqual([
      "payment",
      null,
    ]);
    expect(await sentTo(other.key)).toBe(0);
    // One of them tries, and the other finds that it did.
    await paused.run(31 * MINUTE_MS);
    await later(32 * MINUTE_MS, () => runMessageSender(other.channel.id));
    expect([await sentTo(paused.key), await sentTo(other.key)]).toEqual([3, 0]);
    await later(95 * MINUTE_MS, () => runMessageSender(other.channel.id));
    expect(await messageNow(client, waiting)).toMatchObject({ status: "sent" });
    expect([await reasonOf(paused.channel), await reasonOf(other.channel)]).toEqual([null, null]);
  });

  it("tries another message soon where one is refused for itself", async () => {
    const { channel, key, message, queue, run } = await newPaused();
    const other = await newRecipient(client, channel);
    const next = await queue(other.leadId);
    await order(key, { queue: [{ do: "error", code: 131026 }] });
    await run(31 * MINUTE_MS);
    expect(await messageNow(client, message)).toMatchObject({ status: "failed" });
    expect([await sentTo(key), await reasonOf(channel)]).toEqual([2, "payment"]);
    await run(33 * MINUTE_MS);
    expect(await messageNow(client, next)).toMatchObject({ status: "sent" });
    expect(await reasonOf(channel)).toBeNull();
  });
});

describe("a pause", () => {
  it("ends by a request, and begins again where the account still does not pay", async () => {
    const { channel, key, message } = await newPaused();
    await order(key, { queue: [unpaid] });
    const answer = await resume(channel);
    expect([answer.status, answer.body.data.pause]).toEqual([200, null]);
    await runMessageSender(channel.id);
    expect([await sentTo(key), await reasonOf(channel)]).toEqual([2, "payment"]);
    await resume(channel);
    await runMessageSender(channel.id);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    // There is nothing to end.
    const again = await resume(channel);
    expect([again.status, again.body.data]).toEqual([200, await channelNow(channel)]);
  });

  it("is met by a stop, which wins and keeps winning", async () => {
    const { channel, message, run } = await newPaused();
    const { status } = await client.put(`/channels/${channel.id}`, {
      name: channel.name,
      external_id: channel.external_id,
      is_active: false,
    });
    expect(status).toBe(200);
    await resume(channel);
    await run(31 * MINUTE_MS);
    expect(await channelNow(channel)).toMatchObject({ status: "stopped", pause: null });
    expect(await messageNow(client, message)).toMatchObject({ status: "failed" });
  });

  it("stays while a channel is renamed, and ends with other credentials", async () => {
    const { channel } = await newPaused();
    const same = { name: "Renamed", external_id: channel.external_id };
    const renamed = await client.put(`/channels/${channel.id}`, same);
    expect(renamed.body.data.pause).toMatchObject({ reason: "payment" });
    const credentials = { access_token: "another-token" };
    const other = await client.put(`/channels/${channel.id}`, { ...same, credentials });
    expect(other.body.data.pause).toBeNull();
  });

  it.each([
    ["is lost before it is written", down],
    ["is written, and its answer lost", unanswered],
  ])("begins and ends once where what came of a try %s", async (_, fault) => {
    const { channel, key, message, run } = await newPaused();
    await order(key, { queue: [unpaid] });
    // The first call claims the message to try, and the second writes what came of it.
    await atCall(channel.id, 2, fault);
    await run(31 * MINUTE_MS).catch(() => undefined);
    await run(32 * MINUTE_MS);
    expect(await reasonOf(channel)).toBe("payment");
    expect(await messageNow(client, message)).toMatchObject({ status: "queued" });
    expect(await sentTo(key)).toBe(2);
    await atCall(channel.id, 2, fault);
    await run(92 * MINUTE_MS).catch(() => undefined);
    await run(93 * MINUTE_MS);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
    expect(await sentTo(key)).toBe(3);
    expect(await eventsOf(channel.id)).toHaveLength(2);
  });

  it("has another try after its delay where the sender dies with one", async () => {
    const { channel, key, message, run } = await newPaused();
    // It has claimed the message, and not asked for it.
    await atCall(channel.id, 1, unanswered);
    await run(31 * MINUTE_MS).catch(() => undefined);
    await run(32 * MINUTE_MS);
    expect(await sentTo(key)).toBe(1);
    await run(90 * MINUTE_MS);
    expect(await sentTo(key)).toBe(1);
    await run(93 * MINUTE_MS);
    expect(await messageNow(client, message)).toMatchObject({ status: "sent" });
  });

  it("begins with a report too, and then ends with one alone", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const queue = () => queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    const [message, next] = [await queue(), await queue()];
    await runMessageSender(channel.id);
    const refused = statusOf(await messageNow(client, message), "failed", {
      errors: [{ code: 131042, title: WORDS }],
    });
    for (let count = 0; count < 2; count++) await deliver(channel, whatsappBody(channel, refused));
    expect(await messageNow(client, message)).toMatchObject({
      status: "failed",
      error: { reason: "payment", code: 131042 },
    });
    expect(await reasonOf(channel)).toBe("payment");
    const waiting = [await queue(), await queue()];
    await later(31 * MINUTE_MS, () => runMessageSender(channel.id));
    expect([await sentTo(key), await reasonOf(channel)]).toEqual([3, "payment"]);
    // A report on what was sent before says nothing.
    await deliver(channel, whatsappBody(channel, statusOf(await messageNow(client, next), "read")));
    expect(await reasonOf(channel)).toBe("payment");
    const tried = await messageNow(client, waiting[0]!);
    await deliver(channel, whatsappBody(channel, statusOf(tried, "delivered")));
    expect(await reasonOf(channel)).toBeNull();
    await later(32 * MINUTE_MS, () => runMessageSender(channel.id));
    expect(await messageNow(client, waiting[1]!)).toMatchObject({ status: "sent" });
  });

  it("does not begin again with a report that says what is known", async () => {
    const { channel, message, run } = await newPaused();
    await run(31 * MINUTE_MS);
    const sent = await messageNow(client, message);
    const failed = statusOf(sent, "failed", { errors: [{ code: 131042 }] });
    await deliver(channel, whatsappBody(channel, failed));
    await resume(channel);
    await deliver(channel, whatsappBody(channel, failed));
    expect(await reasonOf(channel)).toBeNull();
  });

  it("is shown for an outage of the provider too, from a minute on", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    await order(key, { always: { do: "reset" } });
    const queue = () => queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    for (let count = 0; count < 6; count++) await queue();
    for (const seconds of [0, 15]) {
      await later(seconds * 1_000, () => runMessageSender(channel.id));
      expect(await reasonOf(channel)).toBeNull();
    }
    // The next try comes later than a minute after the first.
    await later(40_000, () => runMessageSender(channel.id));
    expect((await channelNow(channel)).pause).toMatchObject({ reason: "outage", detail: null });
    expect((await resume(channel)).body.data.pause).toMatchObject({ reason: "outage" });
    await order(key, { always: null });
    await queue();
    await later(600_000, () => runMessageSender(channel.id));
    expect(await reasonOf(channel)).toBeNull();
    expect(await eventsOf(channel.id)).toEqual([
      ["channel.paused", "outage"],
      ["channel.resumed", "outage"],
    ]);
  });
});
