import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../src/index";
import { type Client, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { deliver, messageNow, newWamid, statusOf, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
  await client.patch("/settings", { message_status_events: "always" });
});

/** A message that WhatsApp holds, to see first how others of its template fare. */
async function newHeld() {
  const { channel, key, leadId } = await newChannelAndRecipient(client);
  const external_id = newWamid();
  const held = { id: external_id, message_status: "held_for_quality_assessment" };
  const body = JSON.stringify({ messages: [held] });
  await order(key, { queue: [{ do: "status", status: 200, body, sent: true }] });
  const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
  const report = (status: string, more: object = {}) =>
    deliver(channel, whatsappBody(channel, statusOf({ external_id }, status, more)));
  const now = () => messageNow(client, message);
  return { channel, key, external_id, message, report, now };
}

const eventsOf = async (messageId: number) =>
  (await client.get("/events?order=asc&type[]=message.*&per_page=100")).body.data.flatMap(
    ({ type, data }: { type: string; data: { message?: { id: number } } }) =>
      data.message?.id === messageId ? [type] : [],
  );

describe("a message that WhatsApp holds", () => {
  it("waits for a report, and is not sent again", async () => {
    const { channel, key, external_id, message, report, now } = await newHeld();
    await runMessageSender(channel.id);
    expect(await now()).toMatchObject({ status: "assessing", sent_at: null, external_id });
    await runMessageSender(channel.id);
    expect(await requestsTo(key)).toHaveLength(1);
    expect(await eventsOf(message.id)).toEqual([]);
    await report("delivered");
    expect(await now()).toMatchObject({ status: "delivered", sent_at: expect.any(String) });
    await report("sent");
    expect(await now()).toMatchObject({ status: "delivered" });
    await runMessageSender(channel.id);
    expect(await requestsTo(key)).toHaveLength(1);
    expect(await eventsOf(message.id)).toEqual(["message.sent", "message.delivered"]);
  });

  it("fails with the report that says so, also if that comes first", async () => {
    for (const isEarly of [false, true]) {
      const { channel, report, now } = await newHeld();
      if (!isEarly) await runMessageSender(channel.id);
      await report("failed", { errors: [{ code: 132015 }] });
      if (isEarly) await runMessageSender(channel.id);
      expect(await now()).toMatchObject({
        status: "failed",
        error: { reason: "invalid_template", code: 132015 },
      });
    }
  });

  it("is unknown after 48 hours without a report, which settles it nevertheless", async () => {
    const { channel, message, report, now } = await newHeld();
    await runMessageSender(channel.id);
    const cron = () => worker.scheduled(createScheduledController({ cron: "0 * * * *" }), testEnv);
    const age = (hours: number) =>
      rowsOf(
        "update messages set updated_at = ? where id = ?",
        Date.now() - hours * 3_600_000,
        message.id,
      );
    await age(47.9);
    await cron();
    expect(await now()).toMatchObject({ status: "assessing" });
    await age(48.1);
    await cron();
    expect(await now()).toMatchObject({ status: "unknown" });
    expect(await eventsOf(message.id)).toEqual(["message.unknown"]);
    await report("sent");
    expect(await now()).toMatchObject({ status: "sent" });
  });
});
