import { beforeEach, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, make, newChannel, newWorkspace, newWriter } from "../support/api";
import { sendDue } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, settle } from "../support/run-scheduler";

let client: Client;
let channel: Channel;
let lead: { id: number };

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
  lead = await newWriter(client, channel.id);
});

/**
 * Sends a message, which the sandbox delivers at once, and reports that it was read. Returns it.
 */
async function send() {
  const { id } = await make(client, `/leads/${lead.id}/messages`, { text: "Hello" });
  await sendDue(channel.id);
  return (await read(id)).body.data;
}

const read = (messageId: number) =>
  client.post(`/messages/${messageId}/status`, { status: "read" });

const told = async () => {
  const { data } = (await client.get("/events?type[]=message.*")).body;
  return data.map(({ type }: { type: string }) => type.replace("message.", "")).toReversed();
};

const ALL = ["received", "sent", "delivered", "read"];
const url = "https://example.com/hooks";

it("are none while nobody receives them; the message has its times", async () => {
  await make(client, "/webhook-endpoints", { url, event_types: ["lead.*", "message.failed"] });
  expect(await send()).toMatchObject({
    status: "read",
    sent_at: expect.any(String),
    delivered_at: expect.any(String),
    read_at: expect.any(String),
  });
  expect(await told()).toEqual(["received"]);
});

it.each([[["*"]], [["message.*"]], [["message.sent", "message.delivered", "message.read"]]])(
  "are all there while an endpoint receives %j, also one that is not active",
  async (types) => {
    const endpoint = await make(client, "/webhook-endpoints", { url, event_types: types });
    await client.put(`/webhook-endpoints/${endpoint.id}`, {
      url,
      event_types: types,
      is_active: false,
    });
    await send();
    expect(await told()).toEqual(ALL);
    await client.delete(`/webhook-endpoints/${endpoint.id}`);
    await send();
    expect(await told()).toEqual(ALL);
  },
);

it("are those that an endpoint receives", async () => {
  await make(client, "/webhook-endpoints", { url, event_types: ["message.read"] });
  await send();
  expect(await told()).toEqual(["received", "read"]);
});

it("are those of a scenario while it has a webhook", async () => {
  const flow = await newFlow(client, { hello: ["message", { text: "Hello" }] });
  await client.put(`/scenarios/${flow.id}`, { ...flow, webhook_url: url });
  await send();
  expect(await told()).toEqual(["received"]);
  const run = await enrol(client, flow.id, lead.id);
  await settle(client);
  const [message] = await rowsOf<{ id: number }>(
    "select id from messages where run_id = ?",
    run.id,
  );
  await read(message!.id);
  expect(await told()).toEqual(ALL);
});

it("are all there where the settings say so", async () => {
  const { body } = await client.patch("/settings", { message_status_events: "always" });
  expect(body.data.message_status_events).toBe("always");
  await send();
  expect(await told()).toEqual(ALL);
  await client.patch("/settings", { message_status_events: "auto" });
  await send();
  expect(await told()).toEqual(ALL);
});
