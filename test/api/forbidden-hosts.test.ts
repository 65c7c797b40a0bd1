import { beforeAll, expect, it } from "vitest";
import { type Client, newChannel, newLead, newScenario, newWorkspace } from "../support/api";
import { eventually } from "../support/eventually";
import { flowOf } from "../support/flow";
import { requestsTo, webhookUrl } from "../support/graph";
import {
  newGatewayChannel,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { messageNow } from "../support/messaging";
import { SIGNING_SECRET } from "../support/providers";
import { enrol, newFlow, runNow, stepDue } from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { serve } from "../support/serve";
import {
  bindWebhookSender,
  deliverDue,
  deliveriesOf,
  newEvent,
  newReceiver,
} from "../support/webhooks";

/** This machine, where the doubles are, is the operator's own zone. */
const HERE = { SHORT_URL_BASE: "http://localhost:8787" } as const;
const FORBIDDEN = { ...HERE, FORBIDDEN_HOSTS: "own.example, localhost, 127.0.0.1" };

let client: Client;
const saving = {
  fetcher: (request: Request) => serve(request, { FORBIDDEN_HOSTS: "own.example" }),
};
const url = "https://api.own.example/";

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

it("are refused wherever a client saves one", async () => {
  const errors = async (path: string, json: object) => {
    const { status, body } = await client.post(path, json, saving);
    return status === 422 ? Object.keys(body.errors) : status;
  };
  const gateway = { provider: "webhook", credentials: { signing_secret: SIGNING_SECRET } };
  const channel = { platform: "whatsapp", name: "Gateway", ...gateway };
  const scenario = { name: "Scenario", platform: "whatsapp" };
  expect(await errors("/webhook-endpoints", { url })).toEqual(["url"]);
  expect(await errors("/scenarios", { ...scenario, webhook_url: url })).toEqual(["webhook_url"]);
  expect(await errors("/channels", { ...channel, gateway_url: url })).toEqual(["gateway_url"]);
  const endpoint = (await client.post("/webhook-endpoints", { url }, {})).body.data;
  expect((await client.put(`/webhook-endpoints/${endpoint.id}`, { url }, saving)).status).toBe(422);
  const saved = await newChannel(client, { ...gateway, gateway_url: "https://example.com/" });
  const replaced = { ...channel, gateway_url: url };
  expect((await client.put(`/channels/${saved.id}`, replaced, saving)).status).toBe(422);
  const { id } = await newScenario(client);
  const graph = flowOf({ ask: ["webhook", { url }] });
  const checked = await client.put(`/scenarios/${id}`, { ...scenario, ...graph }, saving);
  const codes = (body: { warnings: { code: string; node_id?: string }[] }) =>
    body.warnings.filter(({ node_id }) => node_id === "ask").map(({ code }) => code);
  const allowed = await client.put(`/scenarios/${id}`, { ...scenario, ...graph });
  expect(codes(checked.body).length).toBe(codes(allowed.body).length + 1);
});

it("are not called by webhooks that were saved before", async () => {
  const receiver = await newReceiver(client, { event_types: ["scenario.paused"] });
  await bindWebhookSender(receiver.id, FORBIDDEN);
  await newEvent(client.workspaceId, "scenario.paused");
  await deliverDue(receiver.id);
  expect(await deliveriesOf(receiver.id)).toMatchObject([{ status: "pending", error: "address" }]);
  expect(await requestsTo(receiver.key)).toEqual([]);
});

it("are not called by HTTP request nodes", async () => {
  const key = crypto.randomUUID();
  await bindRunScheduler(client, FORBIDDEN);
  const flow = await newFlow(
    client,
    { ask: ["webhook", { url: webhookUrl(key) }], bad: ["exit", { reason: "Refused" }] },
    "ask:failed > bad",
  );
  const run = await enrol(client, flow.id, (await newLead(client)).id);
  await eventually(async () => {
    await stepDue(client);
    expect(await runNow(client, run)).toMatchObject({ state: "exited", node_id: "bad" });
  });
  expect(await requestsTo(key)).toEqual([]);
});

it("are not called for the messages of gateways", async () => {
  const { channel, key } = await newGatewayChannel(client);
  const { leadId } = await newRecipient(client, channel);
  const message = await queueWithoutWakeUp(client, leadId);
  await bindMessageSender(channel.id, FORBIDDEN);
  await runMessageSender(channel.id);
  expect(await messageNow(client, message)).toMatchObject({ status: "failed" });
  expect(await requestsTo(key)).toEqual([]);
});
