import { beforeAll, describe, expect, it } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, newWorkspace } from "../support/api";
import {
  deliver,
  messageNow,
  messagesOf,
  newMetaChannel,
  newNumber,
  sendDue,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { onlyPersonOf } from "../support/received";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const now = Math.floor(Date.now() / 1000);
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const AT = { sent: now - 30, delivered: now - 20, read: now - 10, failed: now - 5 };
type Status = keyof typeof AT;

/** Sends a message in a workspace of its own. */
async function sentMessage() {
  client = await newWorkspace();
  const channel = await newMetaChannel(client);
  await deliver(channel, whatsappBody(channel, textFrom(newNumber(), "Hello")));
  const { lead } = await onlyPersonOf(client);
  const { body } = await client.post(`/leads/${lead.id}/messages`, { text: "Hi" });
  await sendDue(channel.id);
  const message = await messageNow(client, body.data);
  const report = ({ external_id, id }: Message, status: Status) => ({
    id: external_id,
    status,
    timestamp: String(AT[status]),
    recipient_id: "1",
    biz_opaque_callback_data: String(id),
    ...(status === "failed" && {
      errors: [{ code: 131026, title: "Undeliverable", error_data: { details: "No app." } }],
    }),
  });
  const tell = (...statuses: Status[]) =>
    deliver(
      channel,
      whatsappBody(channel, { statuses: statuses.map((status) => report(message, status)) }),
    );
  return { lead, message, channel, tell, now: () => messageNow(client, message) };
}

const read = {
  status: "read",
  delivered_at: iso(AT.delivered),
  read_at: iso(AT.read),
  error: null,
};

describe("statuses", () => {
  it.each<[string, Status[][]]>([
    ["in order", [["sent"], ["delivered"], ["read"]]],
    ["in reverse", [["read"], ["delivered"], ["sent"]]],
    ["in one body", [["sent", "delivered", "read"]]],
    ["in one body in reverse", [["read", "delivered", "sent"]]],
    [
      "twice, mixed",
      [["delivered"], ["read", "sent"], ["delivered"], ["sent"], ["read", "delivered"]],
    ],
  ])("make a message read when they arrive %s", async (_, bodies) => {
    const { tell, message, now } = await sentMessage();
    for (const statuses of bodies) await tell(...statuses);
    expect(await now()).toEqual({ ...message, ...read, updated_at: expect.any(String) });
  });

  it("never make a read message unread or failed", async () => {
    const { tell, now } = await sentMessage();
    await tell("read");
    expect(await now()).toMatchObject({
      status: "read",
      delivered_at: iso(AT.read),
      read_at: iso(AT.read),
    });
    for (const status of ["sent", "failed", "delivered"] as const) await tell(status);
    expect(await now()).toMatchObject(read);
  });

  it("make a message read when it was played", async () => {
    const { now, channel, message } = await sentMessage();
    const played = {
      ...{ id: message.external_id, status: "played", timestamp: String(AT.read) },
      recipient_user_id: "US.1",
    };
    await deliver(channel, whatsappBody(channel, { statuses: [played] }));
    expect(await now()).toMatchObject({ status: "read", read_at: iso(AT.read) });
  });

  it("make a message failed, and its number unreachable until a message comes from it", async () => {
    const { tell, now, lead, channel } = await sentMessage();
    await tell("failed");
    await tell("sent", "failed");
    expect(await now()).toMatchObject({
      status: "failed",
      error: { reason: "undeliverable", code: 131026, message: "No app." },
    });
    const [identity] = (await client.get(`/leads/${lead.id}/identities`)).body.data;
    expect(identity.unreachable_at).not.toBeNull();
    await deliver(channel, whatsappBody(channel, textFrom(identity.value, "Here I am")));
    expect((await onlyPersonOf(client)).identities).toMatchObject([
      { value: identity.value, unreachable_at: null },
    ]);
  });

  it("of an unknown message, or of one from the lead, change nothing", async () => {
    const { tell, message, channel, now } = await sentMessage();
    const [inbound] = await messagesOf(client, message.conversation_id);
    for (const id of ["wamid.of.another.app", inbound!.external_id!]) {
      const { status } = await deliver(
        channel,
        whatsappBody(channel, { statuses: [{ id, status: "read", timestamp: String(AT.read) }] }),
      );
      expect(status).toBe(200);
    }
    expect(await now()).toEqual(message);
    expect((await messagesOf(client, message.conversation_id))[0]).toEqual(inbound);
    await tell("delivered");
    expect(await now()).toMatchObject({ status: "delivered", read_at: null });
  });
});
