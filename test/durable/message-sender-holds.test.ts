import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Message } from "#features/messaging/messages/schema";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import worker from "../../src/index";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { type Order, order, requestsTo } from "../support/graph";
import {
  alarmOf,
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { deliver, messageNow, messageSenderOf, textFrom, whatsappBody } from "../support/messaging";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";

// Pauses that hold some messages back, and let the others go on.

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const refused = (code: number): Order => ({ do: "error", code });
const reported = refused(131048);
const misused = refused(131064);
const template = { type: "template", text: null, template: { name: "revive", language: "en" } };
const pauseOf = async ({ id }: Channel): Promise<Channel["pause"]> =>
  (await client.get(`/channels/${id}`)).body.data.pause;
const sentTo = async (key: string) => (await requestsTo(key)).length;

/** A channel with somebody who has just written, and `count` people who have not for long. */
async function newSending(count: number) {
  const { channel, key, ...writer } = await newChannelAndRecipient(client);
  const others = [];
  for (let n = 0; n < count; n++) others.push(await newRecipient(client, channel));
  await rowsOf(
    "update conversations set last_inbound_at = 1 where channel_id = ? and lead_id <> ?",
    channel.id,
    writer.leadId,
  );
  const queue = (leadId: number, input: object = {}) =>
    queueWithoutWakeUp(client, leadId, { channel_id: channel.id, ...input });
  const run = (ms = 0) => later(ms, () => runMessageSender(channel.id));
  const statuses = (messages: { id: number }[]) =>
    Promise.all(messages.map(async (one) => (await messageNow(client, one)).status));
  return { channel, key, writer, others, queue, run, statuses };
}

describe("a number that people report", () => {
  it("opens no conversation, and goes on answering", async () => {
    const { channel, key, writer, others, queue, run, statuses } = await newSending(8);
    const starts = [];
    for (const { leadId } of others) starts.push(await queue(leadId, template));
    await order(key, { queue: [reported] });
    await run();
    const tried = await sentTo(key);
    expect(tried).toBe(1);
    expect(await pauseOf(channel)).toMatchObject({ reason: "spam_rate" });
    await order(key, { queue: [] });
    const answers = [await queue(writer.leadId), await queue(writer.leadId, template)];
    await run();
    expect(await statuses(answers)).toEqual(["sent", "sent"]);
    expect(new Set(await statuses(starts))).toEqual(new Set(["queued"]));
    // Answers prove nothing; and who writes back is no start any more.
    await deliver(channel, whatsappBody(channel, textFrom(others[7]!.number, "Hello?")));
    const reply = await queue(others[7]!.leadId);
    await run();
    expect(await statuses([reply])).toEqual(["sent"]);
    const { since, next_try_at } = (await pauseOf(channel))!;
    expect(Date.parse(next_try_at) - Date.parse(since)).toBe(HOUR_MS);
    expect(await alarmOf(channel.id)).toBe(Date.parse(next_try_at));
    // Nor does it forget them where it may claim none for now.
    await rowsOf(
      "update channels set limited_until = ? where id = ?",
      Date.now() + MINUTE_MS,
      channel.id,
    );
    for (let count = 0; count < 2; count++) await run();
    expect(await alarmOf(channel.id)).toBeLessThanOrEqual(Date.parse(next_try_at));

    await order(key, { queue: [reported] });
    await run(61 * MINUTE_MS);
    expect(await sentTo(key)).toBe(tried + 4);
    await run(2.9 * HOUR_MS);
    expect(await sentTo(key)).toBe(tried + 4);
    await run(3.1 * HOUR_MS);
    expect(new Set(await statuses(starts))).toEqual(new Set(["sent"]));
    expect(await pauseOf(channel)).toBeNull();
  });

  it("sends nothing once an answer was refused too", async () => {
    const { channel, key, writer, others, queue, run, statuses } = await newSending(1);
    const start = await queue(others[0]!.leadId, template);
    await order(key, { queue: [reported] });
    await run();
    const answers = [await queue(writer.leadId), await queue(writer.leadId)];
    await order(key, { queue: [reported] });
    await run();
    const tried = await sentTo(key);
    await run(30 * MINUTE_MS);
    expect(await statuses([start, ...answers])).toEqual(["queued", "queued", "queued"]);
    expect([await sentTo(key), tried]).toEqual([2, 2]);
    await run(61 * MINUTE_MS);
    expect(await statuses([start, ...answers])).toEqual(["sent", "sent", "sent"]);
    expect(await pauseOf(channel)).toBeNull();
  });
});

describe("messages that are set aside", () => {
  it("are sent by the cron where the sender has lost its alarm and is not told", async () => {
    const { channel, key, others, queue, run, statuses } = await newSending(2);
    const starts: Message[] = [];
    for (const { leadId } of others) starts.push(await queue(leadId, template));
    await order(key, { queue: [reported] });
    await run();
    await run();
    await runInDurableObject(messageSenderOf(channel.id), (_, { storage }) =>
      storage.deleteAlarm(),
    );
    const tick = () => worker.scheduled(createScheduledController({ cron: "* * * * *" }), testEnv);
    await tick();
    expect(await alarmOf(channel.id)).toBeNull();
    const fetcher = (request: Request) =>
      serve(request, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
    await client.post(`/channels/${channel.id}/resume`, undefined, { fetcher });
    await eventually(async () => {
      await tick();
      expect(await statuses(starts)).toEqual(["sent", "sent"]);
    });
  });
});

describe("a portfolio that misuses templates", () => {
  it("sends no template from any of its channels, and all else, in order", async () => {
    const { channel, key, writer, others, queue, run, statuses } = await newSending(1);
    const other = await newSending(1);
    for (const { id } of [channel, other.channel])
      await rowsOf("update channels set portfolio_id = '77' where id = ?", id);
    const first = await queue(writer.leadId, template);
    await order(key, { queue: [misused] });
    await run();
    const text = await queue(writer.leadId);
    const second = await queue(writer.leadId, template);
    const elsewhere = await other.queue(other.others[0]!.leadId, template);
    await run();
    await other.run();
    expect(await pauseOf(other.channel)).toMatchObject({ reason: "template_misuse" });
    expect(await statuses([first, text, second, elsewhere])).toEqual([
      "queued",
      "sent",
      "queued",
      "queued",
    ]);
    expect(await sentTo(other.key)).toBe(0);
    const third = await queue(others[0]!.leadId, template);
    await run(31 * MINUTE_MS);
    await later(32 * MINUTE_MS, () => runMessageSender(other.channel.id));
    expect(await statuses([first, second, third, elsewhere])).toEqual(Array(4).fill("sent"));
    const ids = (await requestsTo(key)).map(({ body }) => Number(body.biz_opaque_callback_data));
    expect(ids).toEqual([first.id, text.id, first.id, second.id, third.id]);
  });
});

describe("a preview of a message", () => {
  it.each(["starts", "templates", "all"])("tells of a pause that holds %s", async (holds) => {
    const { channel, writer, others, queue, run } = await newSending(2);
    const until = Date.now() + HOUR_MS;
    await rowsOf(
      `update channels set pause_reason = 'spam_rate', pause_holds = ?, paused_at = ?,
         pause_until = ?, pause_origin = 'answer' where id = ?`,
      holds,
      Date.now(),
      until,
      channel.id,
    );
    const kept = [];
    for (const [leadId, input] of [
      [writer.leadId, { text: "Hello" }],
      [writer.leadId, template],
      [others[0]!.leadId, template],
    ] as const) {
      const asked = { lead_id: leadId, channel_id: channel.id, ...input };
      const { warnings, refusal } = (await client.post("/messages/preview", asked)).body.data;
      const message = await queue(leadId, input);
      await run();
      const isKept = (await messageNow(client, message)).status === "queued";
      const params = { reason: "spam_rate", until: new Date(until).toISOString() };
      const warning = { code: "channel_paused", path: "channel_id", params };
      expect(warnings).toEqual(isKept ? [expect.objectContaining(warning)] : []);
      expect(refusal).toBeNull();
      kept.push(isKept);
    }
    expect(kept).toEqual([holds === "all", holds !== "starts", true]);
  });
});

describe("an authentication template", () => {
  const code = { ...template, template: { name: "code", language: "en" } };
  const describeCode = (channelId: number) =>
    rowsOf(
      `insert into templates (workspace_id, channel_id, id, name, language, category, status,
         components, created_at, updated_at)
       values (?, ?, 1, 'code', 'en', 'authentication', 'approved', '[]', 1, 1)`,
      client.workspaceId,
      channelId,
    );
  /** Has messages be ten minutes old. */
  const age = (...messages: { id: number }[]) =>
    rowsOf(
      `update messages set created_at = created_at - 600000,
         next_attempt_at = next_attempt_at - 600000
       where id in (select value from json_each(?))`,
      JSON.stringify(messages.map(({ id }) => id)),
    );

  it.each([
    ["payment", refused(131042)],
    ["template_misuse", misused],
  ])("fails with %s, as nobody waits for a code", async (reason, refusal) => {
    const { channel, key, writer, others, queue, run } = await newSending(1);
    await describeCode(channel.id);
    const codes = [await queue(writer.leadId, code)];
    const usual = await queue(others[0]!.leadId, template);
    await order(key, { queue: [refusal, refusal] });
    await run();
    codes.push(await queue(writer.leadId, code));
    await run(MINUTE_MS);
    for (const one of codes)
      expect(await messageNow(client, one)).toMatchObject({ status: "failed", error: { reason } });
    expect(await messageNow(client, usual)).toMatchObject({ status: "queued" });
    expect(await pauseOf(channel)).toMatchObject({ reason });
    expect(await sentTo(key)).toBeLessThanOrEqual(2);
  });

  it("fails too where the pause begins while it is being sent, however old it is", async () => {
    const { channel, key, writer, others, queue, run } = await newSending(2);
    await describeCode(channel.id);
    const unpaid = refused(131042);
    // One that is accepted has the next ones sent at once.
    await queue(others[1]!.leadId, template);
    await run();
    const messages = [await queue(others[0]!.leadId, template), await queue(writer.leadId, code)];
    await age(...messages);
    const late = { ...unpaid, after_ms: 1_500 };
    await order(key, { recipients: { [writer.number]: late }, always: unpaid });
    await run();
    expect((await requestsTo(key)).some(({ body }) => body.to === writer.number)).toBe(true);
    expect(await messageNow(client, messages[0]!)).toMatchObject({ status: "queued" });
    expect(await messageNow(client, messages[1]!)).toMatchObject({
      status: "failed",
      error: { reason: "payment" },
    });
  });

  it("fails too where the pause holds more than before", async () => {
    const { channel, key, writer, others, queue, run } = await newSending(2);
    await describeCode(channel.id);
    const [stranger, other] = others;
    await queue(stranger!.leadId, template);
    await order(key, { always: reported });
    await run();
    await run(2 * MINUTE_MS);
    await rowsOf(
      "update conversations set last_inbound_at = ? where lead_id = ?",
      Date.now(),
      other!.leadId,
    );
    // The first is refused, and the code is not sent.
    const first = await queue(other!.leadId);
    const last = await queue(writer.leadId, code);
    await age(first, last);
    await age(first);
    await run(3 * MINUTE_MS);
    expect((await requestsTo(key)).some(({ body }) => body.to === writer.number)).toBe(false);
    expect(await messageNow(client, last)).toMatchObject({
      status: "failed",
      error: { reason: "spam_rate" },
    });
  });
});
