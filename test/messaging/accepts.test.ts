import { beforeEach, describe, expect, it } from "vitest";
import { sendableOn } from "#domain/platforms";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newInbound, newWorkspace } from "../support/api";
import type { Nodes } from "../support/flow";
import { newGatewayChannel, newRecipient } from "../support/message-sender";
import { textsTo } from "../support/messaging";
import { enrol, newFlow, settle, trailOf } from "../support/run-scheduler";

const asking = {
  type: "flow",
  text: "What do you like?",
  flow: { flow_id: "1123", cta: "Tell us" },
};
const usual = [
  ...["text", "template", "buttons", "list", "request_phone"],
  ...["image", "video", "audio", "document", "sticker"],
];

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = await newWorkspace();
  ({ channel } = await newGatewayChannel(client));
});

const replace = async (body: object) =>
  (
    await client.put(`/channels/${channel.id}`, {
      name: "G",
      gateway_url: channel.gateway_url,
      ...body,
    })
  ).body;

describe("the types that a gateway takes", () => {
  it("are the usual ones, or those that the channel lists, until it is replaced without", async () => {
    expect(channel.accepts).toEqual(usual);
    const { data } = await replace({ accepts: ["flow", "text"] });
    expect(data.accepts).toEqual(["text", "flow"]);
    expect((await replace({})).data.accepts).toEqual(usual);
    const platform = "instagram";
    const instagram = await newGatewayChannel(client, { platform });
    expect(instagram.channel.accepts).toEqual(
      usual.filter((type) => sendableOn(platform).some((one) => one === type)),
    );
    expect((await newChannel(client)).accepts).toBeNull();
  });

  it.each([
    ["an unknown type", ["text", "fax"], "accepts.1"],
    ["a type twice", ["text", "text"], "accepts.1"],
    ["nothing", [], "accepts"],
  ])("can't be %s", async (_, accepts, field) => {
    expect(Object.keys((await replace({ accepts })).errors)).toContain(field);
  });

  it("are those of the platform, and of a gateway", async () => {
    const body = { name: "No", accepts: ["flow"], platform: "instagram", provider: "webhook" };
    const { errors } = (await client.post("/channels", body)).body;
    expect(Object.keys(errors)).toContain("accepts.0");
    const sandbox = { name: "No", accepts: ["text"], platform: "whatsapp" };
    expect((await client.post("/channels", sandbox)).body.errors).toEqual({
      accepts: [expect.any(String)],
    });
  });

  it("are all that is sent and previewed", async () => {
    const { leadId } = await newRecipient(client, channel);
    const send = async () => (await client.post(`/leads/${leadId}/messages`, asking)).body;
    const preview = async () =>
      (await client.post("/messages/preview", { lead_id: leadId, ...asking })).body;
    for (const { errors } of [await send(), await preview()]) {
      expect(Object.keys(errors)).toEqual(["type"]);
      expect(errors.type[0]).toContain("request_phone");
    }
    await replace({ accepts: ["flow"] });
    expect((await send()).data.status).toBe("queued");
    expect((await preview()).data.payload).toEqual({
      flow: { ...asking.flow, mode: "published" },
    });
    expect((await client.post(`/leads/${leadId}/messages`, { text: "Hi" })).body.errors).toEqual({
      type: [expect.stringContaining("flow")],
    });
    await client.patch("/settings", { opt_out_confirmation: "Goodbye" });
    await newInbound(client, channel.id, leadId, { text: "STOP" });
    expect(await textsTo(leadId)).not.toContain("Goodbye");
    await newInbound(client, channel.id, leadId, { text: "START" });
    await replace({});
    await newInbound(client, channel.id, leadId, { text: "STOP" });
    expect(await textsTo(leadId)).toContain("Goodbye");
  });

  it("are all that runs send: others leave by failed, and a check warns of them", async () => {
    const { leadId } = await newRecipient(client, channel);
    const nodes = { ask: ["message", asking], lost: ["exit", { reason: "lost" }] } satisfies Nodes;
    const flow = await newFlow(client, nodes, "ask:failed>lost");
    const run = await enrol(client, flow.id, leadId);
    await settle(client);
    expect((await trailOf(run)).at(-1)).toMatch(/^lost /);
    const simulated = await client.post(`/scenarios/${flow.id}/simulate`, { lead_id: leadId });
    expect(simulated.body.data.trail.map((step: { node_id: string }) => step.node_id)).toContain(
      "lost",
    );
    const warnings = async () =>
      (await client.post(`/scenarios/${flow.id}/check`, {})).body.data.warnings.filter(
        ({ code }: { code: string }) => code === "not_accepted",
      );
    expect(await warnings()).toMatchObject([
      { node_id: "ask", params: { type: "flow", name: channel.name }, path: "data.type" },
    ]);
    await replace({ accepts: ["flow"] });
    expect(await warnings()).toEqual([]);
  });
});
