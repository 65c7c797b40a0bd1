import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newWorkspace } from "../support/api";
import { requestsTo } from "../support/graph";
import {
  deliver,
  newMetaChannel,
  newNumber,
  newWamid,
  sendDue,
  whatsappBody,
} from "../support/messaging";
import { onlyPersonOf } from "../support/received";

let client: Client;
let channel: Channel;
let number: string;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  number = newNumber();
});

const write = (message: object) =>
  deliver(
    channel,
    whatsappBody(channel, {
      contacts: [{ profile: { name: "Ada" }, wa_id: number }],
      messages: [
        {
          from: number,
          id: newWamid(),
          timestamp: String(Math.floor(Date.now() / 1000)),
          ...message,
        },
      ],
    }),
  );

const hello = () => write({ type: "text", text: { body: "Hello" } });

const asking = {
  type: "flow",
  text: "What do you like, {{first_name}}?",
  flow: {
    ...{ flow_id: "1123", cta: "Tell us, {{first_name}}", screen: "LIKES" },
    data: { name: "{{first_name}}", sizes: [{ id: "{{ext_id|none}}", count: 2 }] },
  },
};

async function ask(input: object = asking) {
  const { lead } = await onlyPersonOf(client);
  const { body } = await client.post(`/leads/${lead.id}/messages`, input);
  await sendDue(channel.id);
  return body.data;
}

const sentLast = async () => (await requestsTo(channel.external_id ?? "")).at(-1)?.body;

describe("a message with a form", () => {
  it("goes out as WhatsApp's Flow, with a token for this message", async () => {
    await hello();
    const { id } = await ask();
    expect(await sentLast()).toMatchObject({
      type: "interactive",
      interactive: {
        type: "flow",
        body: { text: "What do you like, Ada?" },
        action: {
          name: "flow",
          parameters: {
            flow_message_version: "3",
            flow_token: expect.stringMatching(`^m${id}\\.[\\w-]{16}$`),
            ...{ flow_id: "1123", flow_cta: "Tell us, Ada", mode: "published" },
            flow_action: "navigate",
            flow_action_payload: {
              screen: "LIKES",
              data: { name: "Ada", sizes: [{ id: "none", count: 2 }] },
            },
          },
        },
      },
    });
    await ask({ ...asking, flow: { flow_id: "7", cta: "Open", mode: "draft" } });
    expect((await sentLast()).interactive.action.parameters).toEqual({
      flow_message_version: "3",
      flow_token: expect.any(String),
      ...{ flow_id: "7", flow_cta: "Open", mode: "draft" },
    });
  });

  it.each([
    ["without a form", { flow: undefined }, "flow"],
    ["without a text", { text: undefined }, "text"],
    ["with a long button", { flow: { ...asking.flow, cta: "a".repeat(21) } }, "flow.cta"],
    ["with data for no screen", { flow: { ...asking.flow, screen: null } }, "flow.screen"],
    ["with another id", { flow: { ...asking.flow, flow_id: "my_flow" } }, "flow.flow_id"],
    [
      "with an open placeholder",
      { flow: { ...asking.flow, data: { a: ["{{x"] } } },
      "flow.data.a.0",
    ],
    ["with buttons", { buttons: [{ title: "Yes" }] }, "buttons"],
  ])("is refused %s", async (_, change, field) => {
    await hello();
    const { lead } = await onlyPersonOf(client);
    const { body } = await client.post(`/leads/${lead.id}/messages`, { ...asking, ...change });
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it("is refused on Instagram", async () => {
    await hello();
    const { lead } = await onlyPersonOf(client);
    const instagram = await newChannel(client, { platform: "instagram" });
    const input = { ...asking, channel_id: instagram.id };
    const { body } = await client.post(`/leads/${lead.id}/messages`, input);
    expect(Object.keys(body.errors)).toEqual(["type"]);
  });
});
