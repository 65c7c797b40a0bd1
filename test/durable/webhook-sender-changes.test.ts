import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { order, release, requestsTo, webhookUrl } from "../support/graph";
import { workspaceOf } from "../support/scope";
import { seedLeads } from "../support/seed";
import { clientWithoutWakeUps } from "../support/webhook-faults";
import {
  deliverDue,
  deliveriesOf,
  endpointRow,
  newReceiver,
  type Receiver,
  setEndpoint,
  webhookSenderOf,
} from "../support/webhooks";

const REFUSING = { do: "status", status: 500 } as const;

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

const put = ({ id }: Receiver, body: object = {}) =>
  client.put(`/webhook-endpoints/${id}`, { url: "https://example.com/hooks", ...body });
const idsSentTo = async ({ key }: Receiver): Promise<number[]> =>
  (await requestsTo(key)).map(({ body }) => body.id);

/** Creates an endpoint that has failed until it pauses, with more events to be sent. */
async function newPausing() {
  const endpoint = await newReceiver(client);
  await order(endpoint.key, { always: REFUSING });
  await seedLeads(client.workspaceId, 30);
  await deliverDue(endpoint.id);
  return {
    endpoint,
    before: (await requestsTo(endpoint.key)).length,
    ...(await endpointRow(endpoint.id)),
  };
}

describe("an endpoint that is stopped while it fails", () => {
  it("is sent everything that has happened once it is started again", async () => {
    const { endpoint } = await newPausing();
    const url = webhookUrl(endpoint.key);
    await put(endpoint, { is_active: false });
    await newLead(client);
    await deliverDue(endpoint.id);
    await order(endpoint.key, { always: null });
    await put(endpoint);
    await setEndpoint(endpoint.id, { url });
    await later(3_600_000, () => deliverDue(endpoint.id));
    expect(new Set(await idsSentTo(endpoint)).size).toBe(31);
    expect((await deliveriesOf(endpoint.id)).map(({ status }) => status)).toEqual(
      Array(31).fill("delivered"),
    );
  });
});

describe("in a pause", () => {
  it("a requested delivery is sent at once, nothing else is, and the pause stays the same", async () => {
    const { endpoint, before, paused_until, failures } = await newPausing();
    const { data } = (await client.post(`/webhook-endpoints/${endpoint.id}/test`)).body;
    await deliverDue(endpoint.id);
    expect((await idsSentTo(endpoint)).slice(before)).toEqual([data.event_id]);
    expect(await endpointRow(endpoint.id)).toMatchObject({ paused_until, failures });
    const [first] = (
      await client.get(
        `/webhook-deliveries?endpoint_id=${endpoint.id}&event_id=${(await idsSentTo(endpoint))[0]}`,
      )
    ).body.data;
    expect(Date.parse(first.next_attempt_at)).toBeGreaterThanOrEqual(paused_until!);
    await client.post(`/webhook-deliveries/${first.id}/retry`);
    await deliverDue(endpoint.id);
    expect((await idsSentTo(endpoint)).slice(before)).toEqual([data.event_id, first.event_id]);
  });

  it("an endpoint that accepts a requested delivery is healthy again, and is sent the rest", async () => {
    const { endpoint } = await newPausing();
    await order(endpoint.key, { always: null });
    await client.post(`/webhook-endpoints/${endpoint.id}/test`);
    await deliverDue(endpoint.id);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failures: 0, paused_until: null });
    expect(new Set(await idsSentTo(endpoint)).size).toBeGreaterThanOrEqual(20);
  });
});

describe("a replay", () => {
  it("follows the order of the events, whatever was sent before", async () => {
    await seedLeads(client.workspaceId, 20);
    const endpoint = await newReceiver(client);
    await client.post(`/webhook-endpoints/${endpoint.id}/test`);
    const leads = (await client.get("/leads")).body.data as { id: number }[];
    for (const { id } of leads) await client.patch(`/leads/${id}`, { first_name: "Bea" });
    await deliverDue(endpoint.id);
    const before = (await requestsTo(endpoint.key)).length;
    await client.post(`/webhook-endpoints/${endpoint.id}/replay`, {
      from: new Date(Date.now() - 60_000).toISOString(),
    });
    await deliverDue(endpoint.id);
    const replayed = (await requestsTo(endpoint.key)).slice(before).map(({ body }) => body);
    expect(replayed).toHaveLength(40);
    for (const { id } of leads)
      expect(replayed.filter(({ data }) => data.lead_id === id).map(({ type }) => type)).toEqual([
        "lead.created",
        "lead.updated",
      ]);
  });
});

describe("an endpoint that is deleted in the middle of a batch", () => {
  it("gets the requests on their way, and no more", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { queue: Array(6).fill({ do: "hold" }) });
    await seedLeads(client.workspaceId, 50);
    const delivering = deliverDue(endpoint.id);
    await expect.poll(async () => (await requestsTo(endpoint.key)).length).toBe(6);
    await client.delete(`/webhook-endpoints/${endpoint.id}`);
    await webhookSenderOf(endpoint.id).wake(
      endpoint.id,
      await workspaceOf("webhook_endpoints", endpoint.id),
    );
    await release(endpoint.key);
    await delivering;
    expect(await requestsTo(endpoint.key)).toHaveLength(6);
  });
});

describe("the answers of an endpoint", () => {
  it("are deleted with the lead that they may be about", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { always: { do: "accept", answer: { echo: "Personal" } } });
    const lead = await newLead(client, { first_name: "Personal" });
    await deliverDue(endpoint.id);
    expect(JSON.stringify(await deliveriesOf(endpoint.id))).toMatch(/Personal/);
    await client.patch(`/leads/${lead.id}`, { first_name: "Personal too" });
    await client.delete(`/leads/${lead.id}`);
    await deliverDue(endpoint.id);
    expect(await deliveriesOf(endpoint.id)).toHaveLength(3);
    expect(JSON.stringify(await deliveriesOf(endpoint.id))).not.toMatch(/Personal/);
  });
});
