import { beforeAll, describe, expect, it } from "vitest";
import type { Message } from "#features/messaging/messages/schema";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newTag,
  newWorkspace,
} from "../support/api";
import { messageNow, newMetaChannel, sendDue } from "../support/messaging";

let client: Client;
let channelId: number;

beforeAll(async () => {
  client = await newWorkspace();
  channelId = (await newChannel(client)).id;
});

/** Creates a message that the sandbox has delivered. */
async function delivered(text = "Hello"): Promise<Message> {
  const { conversation_id } = await newInbound(client, channelId, (await newLead(client)).id);
  const message = await make(client, `/conversations/${conversation_id}/messages`, { text });
  await sendDue(channelId);
  return messageNow(client, message);
}

const report = (message: Message, json: object) =>
  client.post(`/messages/${message.id}/status`, json);

describe("a report on a message", () => {
  it("advances its status, and never reverts it", async () => {
    const message = await delivered();
    expect(message).toMatchObject({ status: "delivered", external_id: `sandbox_${message.id}` });
    const read = await report(message, { status: "read", at: "2026-11-20T10:21:04Z" });
    expect(read.body.data).toMatchObject({
      status: "read",
      read_at: "2026-11-20T10:21:04.000Z",
      sent_at: message.sent_at,
    });
    for (const status of ["sent", "delivered", "failed", "read"])
      expect((await report(message, { status })).body.data).toEqual(read.body.data);
  });

  it("says why it failed, in the gateway's words", async () => {
    const { conversation_id } = await delivered();
    const message = await make(client, `/conversations/${conversation_id}/messages`, {
      text: "Again",
    });
    await sendDue(channelId);
    const failing = await messageNow(client, message);
    // The sandbox has delivered it, so a failure comes too late.
    expect(
      (await report(failing, { status: "failed", error: { code: 7, message: "Gone" } })).body.data,
    ).toMatchObject({
      status: "delivered",
      error: null,
    });
  });

  it("is refused for a lead's message, and for a message that Meta reports on", async () => {
    const inbound = await newInbound(client, channelId, (await newLead(client)).id);
    expect((await report(inbound, { status: "read" })).status).toBe(409);
    const meta = await newMetaChannel(client);
    const refused = await make(
      client,
      `/leads/${(await client.get("/leads")).body.data[0].id}/messages`,
      {
        channel_id: meta.id,
        text: "Hello",
      },
    );
    const answer = await report(refused, { status: "read" });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "You can report only on messages that a gateway or the sandbox sends.",
    ]);
  });

  it("counts for its own message, whatever id it contains", async () => {
    const [first, second] = [await delivered("one"), await delivered("two")];
    await report(second, { status: "read", external_id: first.external_id });
    expect([
      (await messageNow(client, first)).status,
      (await messageNow(client, second)).status,
    ]).toEqual(["delivered", "read"]);
  });

  it("marks a message's recipient links as read, and tags for that once", async () => {
    const tag = await newTag(client);
    const link = await make(client, "/short-links", {
      destination_url: "https://example.com/",
      tag_on_read_id: tag.id,
    });
    const message = await delivered(`See ${link.template_variable_url}`);
    for (const at of ["2026-11-20T10:21:04Z", "2026-11-20T10:25:00Z"])
      await report(message, { status: "read", at });
    const [send] = (await client.get(`/link-sends?short_link_id=${link.id}`)).body.data;
    expect(send).toMatchObject({
      message_id: message.id,
      sent_at: message.sent_at,
      read_at: "2026-11-20T10:21:04.000Z",
    });
    expect((await client.get(`/leads/${send.lead_id}`)).body.data.tags).toMatchObject([
      { id: tag.id },
    ]);
  });
});
