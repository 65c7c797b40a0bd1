import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { type Order, order, requestsTo } from "../support/graph";
import {
  newChannelAndRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { atCall, bindMessageSender, down, idNotCommitted } from "../support/message-sender-faults";
import { deliver, messageNow, newWamid, statusOf, whatsappBody } from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** Sends a message; the provider answers as ordered. */
async function sendWhen(...queue: Order[]) {
  const sending = await newChannelAndRecipient(client);
  await order(sending.key, { queue });
  const message = await queueWithoutWakeUp(client, sending.leadId, {
    channel_id: sending.channel.id,
  });
  if (queue.some((reaction) => reaction.do === "silence" || reaction.do === "stall"))
    await bindMessageSender(sending.channel.id, IMPATIENT);
  await runMessageSender(sending.channel.id);
  const now = () => messageNow(client, message);
  /** Delivers a report that echoes the message's id or another one. */
  const report = (
    status: string,
    external_id: string | null,
    echoed: number | null = message.id,
    more: object = {},
  ) => {
    const echo = echoed === null ? {} : { biz_opaque_callback_data: String(echoed) };
    return deliver(
      sending.channel,
      whatsappBody(sending.channel, statusOf({ external_id }, status, { ...echo, ...more })),
    );
  };
  const sends = async () =>
    (await requestsTo(sending.key)).filter(
      ({ body }) => body?.biz_opaque_callback_data === String(message.id),
    );
  return { ...sending, id: message.id, now, report, sends };
}

/** For requests that are never answered. */
const IMPATIENT = { SEND_TIMEOUT_MS: 500 };

const LOST: Order[] = [
  { do: "silence" },
  { do: "stall" },
  { do: "reset" },
  { do: "cut" },
  { do: "status", status: 504 },
];

describe("a message with an unknown outcome", () => {
  it.each(LOST)("has the status unknown, and is not sent again: %j", async (reaction) => {
    const { channel, now, sends } = await sendWhen(reaction);
    expect(await now()).toMatchObject({
      status: "unknown",
      error: null,
      sent_at: null,
      external_id: null,
    });
    await runMessageSender(channel.id);
    await later(3_600_000, () => runMessageSender(channel.id));
    expect(await sends()).toHaveLength(1);
  });

  it.each(["sent", "delivered", "read", "failed"])(
    "is settled by a report that echoes its id: %s",
    async (status) => {
      const { channel, now, report, sends } = await sendWhen({ do: "reset" });
      const wamid = newWamid();
      await report(
        status,
        wamid,
        undefined,
        status === "failed" ? { errors: [{ code: 131026, title: "No" }] } : {},
      );
      const settled = await now();
      expect(settled).toMatchObject({ status, external_id: wamid });
      expect(settled.sent_at === null).toBe(status === "failed");
      expect(settled.error).toEqual(
        status === "failed"
          ? { reason: "undeliverable", code: 131026, message: "No", retry_at: null }
          : null,
      );
      // From then on the provider's id identifies the message.
      if (status === "sent") await report("read", wamid, null);
      expect((await now()).status).toBe(status === "sent" ? "read" : status);
      await runMessageSender(channel.id);
      expect(await sends()).toHaveLength(1);
    },
  );

  it("is not settled by a report that echoes nothing", async () => {
    const { now, report } = await sendWhen({ do: "reset" });
    await report("delivered", newWamid(), null);
    expect((await now()).status).toBe("unknown");
  });
});

describe("a message that was refused but goes out nevertheless", () => {
  it.each(["sent", "delivered"])("is not sent again once it is reported as %s", async (status) => {
    const { channel, now, report, sends } = await sendWhen({
      do: "status",
      status: 500,
      sent: true,
    });
    expect((await now()).status).toBe("queued");
    const wamid = newWamid();
    await report(status, wamid);
    expect(await now()).toMatchObject({ status, external_id: wamid, error: null });
    await later(3_600_000, () => runMessageSender(channel.id));
    expect(await sends()).toHaveLength(1);
    expect((await now()).status).toBe(status);
  });

  it("counts as sent, although the provider gave it up", async () => {
    const { report, now } = await sendWhen({ do: "error", code: 100 });
    expect((await now()).status).toBe("failed");
    await report("delivered", newWamid());
    expect(await now()).toMatchObject({
      status: "delivered",
      error: null,
      sent_at: expect.any(String),
    });
  });
});

describe("a report that arrives before the outcome is committed", () => {
  it.each(["with", "without"])("is not lost, %s the message's id in it", async (echo) => {
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await atCall(channel.id, 2, down);
    await runMessageSender(channel.id);
    expect((await messageNow(client, message)).status).toBe("sending");
    const external_id = await idNotCommitted(channel.id);
    const more = echo === "with" ? { biz_opaque_callback_data: String(message.id) } : {};
    for (const status of ["read", "delivered"])
      await deliver(channel, whatsappBody(channel, statusOf({ external_id }, status, more)));
    await runMessageSender(channel.id);
    expect(await messageNow(client, message)).toMatchObject({
      status: "read",
      external_id,
      sent_at: expect.any(String),
      delivered_at: expect.any(String),
    });
    expect(await requestsTo(key)).toHaveLength(1);
  });

  it.each(["with", "without"])("has all its effects, %s the message's id in it", async (echo) => {
    const { channel, leadId } = await newChannelAndRecipient(client);
    const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    await atCall(channel.id, 2, down);
    await runMessageSender(channel.id);
    const external_id = await idNotCommitted(channel.id);
    const more = echo === "with" ? { biz_opaque_callback_data: String(message.id) } : {};
    await deliver(
      channel,
      whatsappBody(
        channel,
        statusOf({ external_id }, "failed", { errors: [{ code: 131050 }], ...more }),
      ),
    );
    await runMessageSender(channel.id);
    expect(await messageNow(client, message)).toMatchObject({
      status: "failed",
      error: { reason: "marketing_opted_out", code: 131050 },
    });
    expect((await client.get(`/leads/${leadId}`)).body.data.is_marketing_optout).toBe(true);
    expect((await client.get(`/leads/${leadId}/consents`)).body.data).toMatchObject([
      { method: "provider", message_id: message.id },
    ]);
  });
});

describe("another program's reports about the same number", () => {
  it("change nothing if they echo the id of one of our messages", async () => {
    const { now, report } = await sendWhen({ do: "accept" });
    const before = await now();
    await report("failed", newWamid(), undefined, { errors: [{ code: 131050 }] });
    expect(await now()).toEqual(before);
    const { channel, leadId } = await newChannelAndRecipient(client);
    const waiting = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    const body = statusOf({ external_id: newWamid() }, "read", {
      biz_opaque_callback_data: String(waiting.id),
    });
    await deliver(channel, whatsappBody(channel, body));
    expect((await messageNow(client, waiting)).status).toBe("queued");
  });
});
