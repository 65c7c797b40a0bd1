import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { type Client, newWorkspace, type Options, unique } from "../support/api";
import { later } from "../support/clicks";
import { eventsOf } from "../support/events";
import { type Order, order, requestsTo } from "../support/graph";
import { newRecipient, queueWithoutWakeUp, runMessageSender } from "../support/message-sender";
import {
  atCall,
  databaseWith,
  down,
  idNotCommitted,
  unanswered,
} from "../support/message-sender-faults";
import {
  deliver,
  messageNow,
  messageSenderOf,
  newMetaChannel,
  whatsappBody,
} from "../support/messaging";
import { serveWith } from "../support/meter";

// A marketing template that WhatsApp's limit for a person refuses (131049), and that is sent again.

const CAPPED: Order = { do: "error", code: 131049, message: "No more for now" };

const templateOf = (maxDays: number | null) => ({
  name: "revive",
  language: "en",
  on_marketing_cap: maxDays === null ? "fail" : { retry: { max_days: maxDays } },
});

/** A lead in Rwanda, or elsewhere, and a template to them that waits for at most so many days. */
async function newScene(maxDays: number | null = 7, prefix = "2507881") {
  const client = await newWorkspace();
  await client.patch("/settings", { message_status_events: "always" });
  const channel = await newMetaChannel(client);
  const number = `${prefix}${String(unique()).padStart(5, "0").slice(-5)}`;
  const { leadId } = await newRecipient(client, channel, number);
  const message = await queueWithoutWakeUp(client, leadId, {
    channel_id: channel.id,
    type: "template",
    text: null,
    template: templateOf(maxDays),
  });
  const key = channel.external_id!;
  const report = (
    externalId: string | null,
    status: string,
    code: number | null = 131049,
    options: Options = {},
  ) =>
    deliver(
      channel,
      whatsappBody(channel, {
        statuses: [
          {
            id: externalId,
            status,
            timestamp: String(Math.floor(Date.now() / 1000)),
            recipient_id: number,
            biz_opaque_callback_data: String(message.id),
            ...(status === "failed" && { errors: [{ code, title: "No more for now" }] }),
          },
        ],
      }),
      options,
    );
  return {
    client,
    channel,
    leadId,
    message,
    key,
    report,
    refuse: (times: number) => order(key, { queue: Array.from({ length: times }, () => CAPPED) }),
    run: () => runMessageSender(channel.id),
    now: () => messageNow(client, message),
    sends: async () => (await requestsTo(key)).length,
    /** Has it fail as the platform refuses it: in its answer, or in a report on what it took. */
    async cap(how: "answer" | "report") {
      if (how === "answer") await order(key, { queue: [CAPPED] });
      await runMessageSender(channel.id);
      const { external_id: id } = await messageNow(client, message);
      if (how === "report") await report(id, "failed");
      return id;
    },
  };
}

const retryAt = ({ error }: Message) => Date.parse(error?.retry_at ?? "");
const hoursUntil = (message: Message) => (retryAt(message) - Date.now()) / HOUR_MS;
const waiting = { status: "queued", error: { reason: "marketing_cap", code: 131049 } };

/** The types of the events on a message, oldest first. */
const eventTypes = async (client: Client, { id }: Message) =>
  (await eventsOf(client))
    .filter(({ data }) => (data as { message?: { id: number } }).message?.id === id)
    .map(({ type }) => type);

describe("a template that waits for the end of a limit", () => {
  it.each([
    [null, 1],
    [1, 2],
    [2, 2],
    [3, 3],
    [6, 3],
    [7, 4],
  ])("for %j days at most is tried %i times, more and more rarely", async (maxDays, times) => {
    const { client, message, refuse, run, now, sends } = await newScene(maxDays);
    await refuse(5);
    await run();
    const begun = Date.now();
    let last = begun;
    for (let tries = 1; tries < times; tries++) {
      const before = await now();
      expect(before).toMatchObject(waiting);
      const at = retryAt(before);
      const least = Math.min(24 * 2 ** (tries - 1) * 0.9, 96);
      expect((at - last) / HOUR_MS).toBeGreaterThanOrEqual(Math.max(least, 24) - 0.1);
      expect((at - begun) / DAY_MS).toBeLessThanOrEqual(maxDays ?? 0);
      await later(at - 60_000 - Date.now(), run);
      expect(await sends()).toBe(tries);
      await later(at + 1 - Date.now(), run);
      expect(await sends()).toBe(tries + 1);
      last = at;
    }
    const failed = await now();
    expect(failed).toMatchObject({ ...waiting, status: "failed", sent_at: null });
    expect((retryAt(failed) - last) / HOUR_MS).toBeCloseTo(24, 1);
    await later(30 * DAY_MS, run);
    expect(await sends()).toBe(times);
    expect(await eventTypes(client, message)).toEqual(["message.failed"]);
  });

  it.each(["answer", "report"] as const)(
    "by %s holds no later message back, and arrives once",
    async (how) => {
      const { client, channel, leadId, message, cap, report, run, now, sends } = await newScene();
      const first = await cap(how);
      expect(await now()).toMatchObject({ ...waiting, external_id: null });
      expect(hoursUntil(await now())).toBeGreaterThan(23.9);
      expect(hoursUntil(await now())).toBeLessThan(26.5);
      const next = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
      await run();
      expect(await messageNow(client, next)).toMatchObject({ status: "sent" });
      expect(await sends()).toBe(2);

      const at = retryAt(await now());
      // Neither a repeated report nor one that comes late begins, ends or changes anything.
      const repeat = async () => {
        if (first === null) return;
        for (const status of ["failed", "sent", "failed"]) await report(first, status);
        await report(first, "failed", 131026);
      };
      await repeat();
      expect(retryAt(await now())).toBe(at);
      await later(at + 1 - Date.now(), run);
      expect(await sends()).toBe(3);
      const again = await now();
      expect(again).toMatchObject({ status: "sent", error: null });
      expect(again.external_id).not.toBe(first);
      await repeat();
      expect(await now()).toMatchObject({ status: "sent", external_id: again.external_id });
      await report(again.external_id, "delivered");
      await repeat();
      expect(await now()).toMatchObject({ status: "delivered", error: null });
      expect(await eventTypes(client, message)).toEqual(["message.sent", "message.delivered"]);
      await later(30 * DAY_MS, run);
      expect(await sends()).toBe(3);
    },
  );

  it("is not sent again once it proves to have arrived", async () => {
    const { cap, report, run, now, sends } = await newScene();
    const id = await cap("report");
    await report(id, "delivered");
    expect(await now()).toMatchObject({ status: "delivered", error: null, external_id: id });
    await later(30 * DAY_MS, run);
    expect(await sends()).toBe(1);
  });

  it.each(["answer", "report"] as const)(
    "to the United States fails at once, by %s",
    async (how) => {
      const { cap, now } = await newScene(7, "141555");
      await cap(how);
      expect(await now()).toMatchObject({
        status: "failed",
        error: { reason: "marketing_cap", code: 131049, retry_at: null },
      });
    },
  );
});

type Scene = Awaited<ReturnType<typeof newScene>>;

/** The acts that end the wait, and the reason that the message then fails for. */
const ENDS: Record<string, [reason: string, end: (scene: Scene) => Promise<unknown>]> = {
  "an opt-out": ["opted_out", ({ client, leadId }) => client.post(`/leads/${leadId}/opt-out`)],
  "an opt-out of marketing": [
    "marketing_opted_out",
    ({ client, leadId }) => client.post(`/leads/${leadId}/opt-out`, { scope: "marketing" }),
  ],
  "the stop of its channel": [
    "channel_stopped",
    ({ client, channel: { id, name, external_id } }) =>
      client.put(`/channels/${id}`, { name, external_id, is_active: false }),
  ],
  "the deletion of its channel": [
    "no_channel",
    ({ client, channel }) => client.delete(`/channels/${channel.id}`),
  ],
};

describe.each(["answer", "report"] as const)("after a refusal by %s", (how) => {
  it.each(Object.keys(ENDS))("%s ends the wait", async (name) => {
    const scene = await newScene();
    const [reason, end] = ENDS[name]!;
    const first = await scene.cap(how);
    await end(scene);
    await scene.run();
    const failed = { status: "failed", error: { reason } };
    expect(await scene.now()).toMatchObject(failed);
    if (first !== null && reason !== "no_channel") await scene.report(first, "failed");
    expect(await scene.now()).toMatchObject(failed);
    await later(30 * DAY_MS, scene.run);
    expect(await scene.sends()).toBe(1);
  });
});

it("does not wait for a lead who has opted out of marketing since it was taken", async () => {
  const { client, leadId, report, run, now } = await newScene();
  await run();
  await client.post(`/leads/${leadId}/opt-out`, { scope: "marketing" });
  await report((await now()).external_id, "failed");
  expect(await now()).toMatchObject({ status: "failed", error: { reason: "marketing_cap" } });
});

describe("a sender that dies", () => {
  it.each([
    ["before its commit is applied", down],
    ["after its commit is applied", unanswered],
  ])("%s has the message wait once", async (_, fault) => {
    const { channel, refuse, run, now, sends } = await newScene();
    await refuse(1);
    await atCall(channel.id, 2, fault);
    await run();
    await evictDurableObject(messageSenderOf(channel.id));
    await run();
    expect(await now()).toMatchObject(waiting);
    expect(await sends()).toBe(1);
    await later(2 * DAY_MS, run);
    expect(await now()).toMatchObject({ status: "sent", error: null });
    expect(await sends()).toBe(2);
  });

  it.each([true, false])("and learns late that the message was taken (%j)", async (isKnown) => {
    const { channel, report, run, now, sends } = await newScene();
    await atCall(channel.id, 2, down);
    await run();
    const id = await idNotCommitted(channel.id);
    await report(id, "failed");
    expect(await now()).toMatchObject(waiting);
    if (isKnown) await evictDurableObject(messageSenderOf(channel.id));
    await run();
    expect(await now()).toMatchObject({ ...waiting, external_id: null });
    await report(id, "failed");
    await later(2 * DAY_MS, run);
    const again = await now();
    expect(again).toMatchObject({ status: "sent", error: null });
    expect(again.external_id).not.toBe(id);
    expect(await sends()).toBe(2);
  });
});

it.each([
  ["before it is stored", down],
  ["after it is stored", unanswered],
])(
  "a report whose receiver dies %s, and that is repeated, has the message wait once",
  async (_, fault) => {
    const { report, run, now, sends } = await newScene();
    await run();
    const { external_id: id } = await now();
    const { status } = await report(id, "failed", 131049, {
      fetcher: serveWith(databaseWith(fault)),
    });
    expect(status).toBeGreaterThanOrEqual(500);
    for (let times = 2; times > 0; times--) await report(id, "failed");
    expect(await now()).toMatchObject({ ...waiting, external_id: null });
    await later(2 * DAY_MS, run);
    expect(await now()).toMatchObject({ status: "sent", error: null });
    expect(await sends()).toBe(2);
  },
);
