import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "#lib/time";
import { type Client, newLead, newWorkspace } from "../support/api";
import { atTime } from "../support/clicks";
import { testEnv } from "../support/env";
import { order, release, requestsTo } from "../support/graph";
import { serveWith } from "../support/meter";
import type { OFFLINE_WEBHOOK_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { seedLeads } from "../support/seed";
import {
  clientWithoutWakeUps,
  eventIdsOf,
  meterWebhookSender,
  seedEvents,
} from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  bindWebhookSender,
  deliverDue,
  deliveriesOf,
  endpointRow,
  idsSentTo,
  newReceiver,
  typesSentTo,
} from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

const DEAD = { do: "status", status: 500 } as const;

/** Creates an endpoint that always fails, in a workspace with this many leads. */
async function newDeadEndpoint(leads: number) {
  const endpoint = await newReceiver(client);
  await order(endpoint.key, { always: DEAD });
  await seedLeads(client.workspaceId, leads);
  return endpoint;
}

/** Puts the clock forward to the next alarm of the endpoint's webhook sender, and runs it. */
async function passOn({ id }: { id: number }) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.setSystemTime((await alarmOfWebhookSender(id))!);
  await deliverDue(id);
}

describe("an endpoint that is dead", () => {
  it("costs a few attempts, then one for each pause", async () => {
    const endpoint = await newDeadEndpoint(50);
    await deliverDue(endpoint.id);
    const first = (await requestsTo(endpoint.key)).length;
    expect(first).toBeGreaterThanOrEqual(5);
    expect(first).toBeLessThanOrEqual(10);
    const pauses: number[] = [];
    for (let times = 1; times <= 6; times++) {
      const { paused_until } = await endpointRow(endpoint.id);
      expect(await alarmOfWebhookSender(endpoint.id)).toBe(paused_until);
      pauses.push(paused_until! - Date.now());
      await passOn(endpoint);
      expect(await requestsTo(endpoint.key)).toHaveLength(first + times);
    }
    for (const [index, pause] of pauses.slice(1).entries()) {
      expect(pause).toBeGreaterThanOrEqual(5_000 * 2 ** (index + 1) * 0.8);
      expect(pause).toBeLessThanOrEqual(5_000 * 2 ** (index + 1) * 1.2);
    }
  });

  it("costs no call to D1 while it is paused, whatever happens in the workspace", async () => {
    const endpoint = await newDeadEndpoint(20);
    const meter = await meterWebhookSender(endpoint.id);
    await deliverDue(endpoint.id);
    expect(meter.trips).toBeLessThanOrEqual(2);
    const woken: string[] = [];
    const WEBHOOK_SENDER = {
      getByName: (name: string) => ({ wake: async () => woken.push(name) }),
    } as unknown as typeof OFFLINE_WEBHOOK_SENDER;
    const fetcher = serveWith(testEnv.DB, { WEBHOOK_SENDER });
    for (let times = 3; times > 0; times--)
      await client.post("/leads", { first_name: "Ann" }, { fetcher });
    expect(woken).toEqual([]);
    meter.trips = 0;
    await passOn(endpoint);
    expect(meter.trips).toBeLessThanOrEqual(2);
  });

  it("is sent everything once it is back, new events in their order", async () => {
    const endpoint = await newDeadEndpoint(12);
    await deliverDue(endpoint.id);
    for (let times = 3; times > 0; times--) {
      await seedEvents(client, 10);
      await passOn(endpoint);
    }
    const tried = new Set(await idsSentTo(endpoint.key));
    await order(endpoint.key, { always: null });
    await passOn(endpoint);
    const requests = (await requestsTo(endpoint.key)).filter(({ body }) => !tried.has(body.id));
    for (const lane of Map.groupBy(requests, ({ body }) => body.data.lead_id).values()) {
      const ids = lane.map(({ body }) => body.id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
    const all = await eventIdsOf(client);
    expect(requests).toHaveLength(all.length - tried.size);
    expect(await endpointRow(endpoint.id)).toMatchObject({
      failures: 0,
      failing_since: null,
      paused_until: null,
      next_event_id: null,
    });
    while ((await alarmOfWebhookSender(endpoint.id)) !== null) await passOn(endpoint);
    const deliveries = await deliveriesOf(endpoint.id);
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(all);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(["delivered"]));
  });

  it("delays no other", async () => {
    const [silent, other] = [await newReceiver(client), await newReceiver(client)];
    await order(silent.key, { always: { do: "silence" } });
    await bindWebhookSender(silent.id, { WEBHOOK_TIMEOUT_MS: 500 });
    await seedLeads(client.workspaceId, 30);
    const waiting = deliverDue(silent.id);
    await deliverDue(other.id);
    expect(await requestsTo(other.key)).toHaveLength(30);
    expect(await deliveriesOf(silent.id)).toEqual([]);
    await waiting;
    expect((await deliveriesOf(silent.id))[0]).toMatchObject({ error: "timeout" });
  });

  it("is disabled after five days, which the other endpoints are told", async () => {
    const [other, endpoint] = [await newReceiver(client), await newDeadEndpoint(50)];
    await deliverDue(endpoint.id);
    // A few hours are left until it is disabled.
    const passed =
      "update webhook_endpoints set failing_since = failing_since - ? where id = ? returning failing_since";
    const [{ failing_since }] = (await rowsOf<{ failing_since: number }>(
      passed,
      4.9 * DAY_MS,
      endpoint.id,
    )) as [{ failing_since: number }];
    while ((await endpointRow(endpoint.id)).is_active === 1) await passOn(endpoint);
    expect(Date.now() - failing_since).toBeGreaterThanOrEqual(5 * DAY_MS);
    expect(Date.now() - failing_since).toBeLessThan(5.1 * DAY_MS);
    expect(await endpointRow(endpoint.id)).toMatchObject({
      disabled_reason: "failing",
      next_at: null,
    });
    expect(await alarmOfWebhookSender(endpoint.id)).toBeNull();
    await deliverDue(other.id);
    expect(await typesSentTo(other.key)).toContain("webhook_endpoint.disabled");
  });
});

describe("an endpoint that answers with Retry-After", () => {
  it("is sent nothing until then, and then everything in its order", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, {
      queue: [{ do: "status", status: 429, retry_after: 60 }],
      always: { do: "silence", after_ms: 30 },
    });
    await seedLeads(client.workspaceId, 5);
    await seedEvents(client, 9);
    await deliverDue(endpoint.id);
    const before = (await requestsTo(endpoint.key)).length;
    expect(before).toBeLessThanOrEqual(6);
    const { paused_until } = await endpointRow(endpoint.id);
    await newLead(client);
    await atTime(paused_until! - 10_000, () => deliverDue(endpoint.id));
    expect(await requestsTo(endpoint.key)).toHaveLength(before);
    await order(endpoint.key, { always: null });
    await atTime(paused_until!, () => deliverDue(endpoint.id));
    const ids = await idsSentTo(endpoint.key);
    expect(ids.toSorted((a, b) => a - b)).toEqual(
      [...(await eventIdsOf(client)), ids[0]!].toSorted((a, b) => a - b),
    );
    expect(await endpointRow(endpoint.id)).toMatchObject({
      failures: 0,
      paused_until: null,
      next_at: null,
    });
    expect(await alarmOfWebhookSender(endpoint.id)).toBeNull();
  });
});

describe("an endpoint that is slow", () => {
  it("gets time: deliveries that were not tried within a batch are left to the next, in their order", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { always: { do: "hold" } });
    await seedLeads(client.workspaceId, 10);
    await seedEvents(client, 4);
    const delivering = deliverDue(endpoint.id);
    while ((await requestsTo(endpoint.key)).length < 6) await scheduler.wait(2);
    await order(endpoint.key, { always: null });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20_001 });
    await release(endpoint.key);
    await delivering;
    const requests = await requestsTo(endpoint.key);
    for (const lane of Map.groupBy(requests, ({ body }) => body.data.lead_id).values()) {
      const ids = lane.map(({ body }) => body.id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
    const deliveries = await deliveriesOf(endpoint.id);
    expect(
      deliveries.map(({ event_id, status, attempts }) => [event_id, status, attempts]),
    ).toEqual((await eventIdsOf(client)).map((id) => [id, "delivered", 1]));
    expect(requests).toHaveLength(deliveries.length);
  });
});
