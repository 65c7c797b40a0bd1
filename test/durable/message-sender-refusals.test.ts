import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import {
  deliver,
  messageNow,
  newMetaChannel,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { optoutsOf } from "../support/received";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

/** Queues two messages to a lead and one to another. The provider answers the first as ordered. */
async function refusedWith(reaction: Order, input: object = {}) {
  const sending = await newChannelAndRecipient(client);
  const other = await newRecipient(client, sending.channel);
  await order(sending.key, { queue: [reaction] });
  const queue = (leadId: number, more = {}) =>
    queueWithoutWakeUp(client, leadId, { channel_id: sending.channel.id, ...more });
  const [first, second] = [await queue(sending.leadId, input), await queue(sending.leadId)];
  await runMessageSender(sending.channel.id);
  const third = await queue(other.leadId);
  await runMessageSender(sending.channel.id);
  const [message, next, others] = await Promise.all(
    [first, second, third].map((one) => messageNow(client, one)),
  );
  return { ...sending, message: message!, next: next!, others: others!, other };
}

const failed = (reason: string, code: number | null, message: string) => ({
  status: "failed",
  sent_at: null,
  error: { reason, code, message, retry_at: null },
});

const identitiesOf = async (leadId: number) =>
  (await client.get(`/leads/${leadId}/identities`)).body.data;
describe("a provider's refusal", () => {
  it.each([
    [190, "unauthorized"],
    [0, "unauthorized"],
    [368, "account_restricted"],
    [131031, "account_restricted"],
    [131005, "permission"],
    [133010, "not_registered"],
    [131037, "name_not_approved"],
  ])("with %i stops the channel, until it is connected again", async (code, reason) => {
    const { channel, key, leadId, message, next, others } = await refusedWith({
      do: "error",
      code,
      message: "token-of-you is not valid",
    });
    const stopped = {
      status: "stopped",
      stop_reason: reason,
      stop_detail: `(#${code}) token-of-you is not valid`,
    };
    expect((await client.get(`/channels/${channel.id}`)).body.data).toMatchObject(stopped);
    expect(message).toMatchObject(failed(reason, code, stopped.stop_detail));
    for (const one of [next, others])
      expect(one).toMatchObject(failed("channel_stopped", null, "The channel is stopped."));
    expect(await requestsTo(key)).toHaveLength(1);
    await client.put(`/channels/${channel.id}`, {
      name: "Again",
      external_id: key,
      credentials: { access_token: "fresh-token" },
    });
    const again = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await runMessageSender(channel.id);
    expect(await messageNow(client, again)).toMatchObject({ status: "sent" });
    expect((await requestsTo(key)).at(-1)!.headers.authorization).toBe("Bearer fresh-token");
  });

  it("shows no credential", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    await order(key, { queue: [{ do: "error", code: 190, message: `Malformed token-of-${key}` }] });
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await runMessageSender(channel.id);
    const detail = "(#190) Malformed [redacted]";
    expect(await messageNow(client, message)).toMatchObject(failed("unauthorized", 190, detail));
    expect((await client.get(`/channels/${channel.id}`)).body.data.stop_detail).toBe(detail);
  });

  it.each([
    [131047, "window_closed"],
    [132001, "invalid_template"],
    [132016, "invalid_template"],
    [131026, "undeliverable"],
    [100, "rejected"],
    [999_999, "rejected"],
  ])("with %i fails the message as %s, and no other", async (code, reason) => {
    const template = {
      type: "template",
      text: undefined,
      template: { name: "revive", language: "en_US" },
    };
    const { key, message, next, others } = await refusedWith(
      { do: "error", code, message: "No" },
      template,
    );
    expect(message).toMatchObject(failed(reason, code, `(#${code}) No`));
    for (const one of [next, others]) expect(one).toMatchObject({ status: "sent" });
    expect(await requestsTo(key)).toHaveLength(3);
  });

  it("with 131050 opts out only that lead", async () => {
    const { leadId, key, message, next, others, other, number, channel } = await refusedWith({
      do: "error",
      code: 131050,
    });
    expect(message).toMatchObject({ error: { reason: "marketing_opted_out", code: 131050 } });
    // Free text is never marketing.
    expect([next, others]).toMatchObject([{ status: "sent" }, { status: "sent" }]);
    expect([await optoutsOf(leadId), await optoutsOf(other.leadId)]).toEqual([
      [false, true],
      [false, false],
    ]);
    const { data } = (await client.get(`/leads/${leadId}/consents`)).body;
    expect(data).toMatchObject([
      { scope: "marketing", kind: "opted_out", method: "provider", message_id: message.id },
    ]);
    expect(await requestsTo(key)).toHaveLength(3);
    await later(2_000, () => deliver(channel, whatsappBody(channel, textFrom(number, "START"))));
    expect(await optoutsOf(leadId)).toEqual([false, true]);
    await later(4_000, () =>
      client.post(`/leads/${leadId}/opt-in`, { scope: "marketing" }).then(({ body }) => {
        expect(body.warnings).toMatchObject([{ code: "stopped_at_meta" }]);
      }),
    );
    // The first refusal has no effect any more, even if it is repeated for the same message.
    await deliver(channel, whatsappBody(channel, { statuses: failedStatus(message.id, 131050) }));
    expect(await optoutsOf(leadId)).toEqual([false, false]);
  });

  it("with 131026 marks the number as unreachable until the lead writes", async () => {
    const { channel, leadId, number, other } = await refusedWith({ do: "error", code: 131026 });
    expect(await identitiesOf(leadId)).toMatchObject([
      { kind: "wa_id", value: number, unreachable_at: expect.any(String) },
    ]);
    expect(await identitiesOf(other.leadId)).toMatchObject([
      { kind: "wa_id", unreachable_at: null },
    ]);
    await deliver(channel, whatsappBody(channel, textFrom(number, "I am here")));
    expect(await identitiesOf(leadId)).toMatchObject([
      { kind: "wa_id", value: number, unreachable_at: null },
    ]);
  });

  const failedStatus = (messageId: number, code: number) =>
    statusOf({ external_id: `wamid.${messageId}` }, "failed", {
      errors: [{ code }],
      biz_opaque_callback_data: String(messageId),
    }).statuses;

  it.each([
    [131026, "undeliverable"],
    [131049, "marketing_cap"],
    [131050, "marketing_opted_out"],
    [190, "unauthorized"],
  ])("that comes in a report, with %i, does the same", async (code, reason) => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await runMessageSender(channel.id);
    const sent = await messageNow(client, message);
    const next = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await deliver(
      channel,
      whatsappBody(channel, statusOf(sent, "failed", { errors: [{ code, title: "No" }] })),
    );
    expect(await messageNow(client, message)).toMatchObject({
      status: "failed",
      sent_at: sent.sent_at,
      error: { reason, code },
    });
    expect(await optoutsOf(leadId)).toEqual([false, code === 131050]);
    expect((await identitiesOf(leadId))[0].unreachable_at === null).toBe(code !== 131026);
    expect((await client.get(`/channels/${channel.id}`)).body.data.status).toBe(
      code === 190 ? "stopped" : "active",
    );
    await runMessageSender(channel.id);
    expect(await messageNow(client, next)).toMatchObject({
      status: code === 190 ? "failed" : "sent",
    });
  });

  it("by Instagram does not affect the lead's WhatsApp", async () => {
    const channel = await newMetaChannel(client, "instagram");
    const [external_id, now] = [channel.external_id!, Date.now()];
    const refused = {
      sender: { id: "5678901" },
      recipient: { id: external_id },
      timestamp: now,
      message: { mid: "m1", text: "Hi" },
    };
    await deliver(channel, {
      object: "instagram",
      entry: [{ id: external_id, time: now, messaging: [refused] }],
    });
    const [writer] = (await client.get("/leads?source=instagram")).body.data;
    await client.patch(`/leads/${writer.id}`, { phone: "+16505550199" });
    await order(`token-of-${external_id}`, { queue: [{ do: "error", code: 551 }] });
    const message = await queueWithoutWakeUp(client, writer.id, { channel_id: channel.id });
    await runMessageSender(channel.id);
    expect(await messageNow(client, message)).toMatchObject({
      status: "failed",
      error: { reason: "undeliverable" },
    });
    expect(await identitiesOf(writer.id)).toMatchObject([
      { kind: "instagram_id", value: "5678901", unreachable_at: expect.any(String) },
    ]);
  });

  it("has no effect when the lead has been deleted in the meantime", async () => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    await order(key, { queue: [{ do: "error", code: 131050 }] });
    await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await client.delete(`/leads/${leadId}`);
    await later(60_000, () => runMessageSender(channel.id));
    expect(await requestsTo(key)).toEqual([]);
  });
});
