import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { isFailing } from "#lib/alarm";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { order, requestsTo } from "../support/graph";
import { type Meter, metered, serveWith } from "../support/meter";
import {
  OFFLINE_MESSAGE_SENDER,
  OFFLINE_RUN_SCHEDULER,
  type OFFLINE_WEBHOOK_SENDER,
} from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { workspaceOf } from "../support/scope";
import { countEvents, seedLeads } from "../support/seed";
import { clientWithoutWakeUps, meterWebhookSender, seedEvents } from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  bindWebhookSender,
  deliverDue,
  deliveriesOf,
  endpointRow,
  newReceiver,
  newScenarioEndpoint,
  webhookSenderOf,
} from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

/** The D1 queries of one request, and the webhook senders that it wakes. */
async function costOf(
  send: (
    fetcher: (request: Request) => Promise<Response>,
  ) => Promise<{ status: number; text: string }>,
) {
  const { meter, database } = metered(testEnv.DB);
  const woken: number[] = [];
  const WEBHOOK_SENDER = {
    getByName: (name: string) => ({ wake: async () => woken.push(Number(name)) }),
  } as unknown as typeof OFFLINE_WEBHOOK_SENDER;
  const { status, text } = await send(
    serveWith(database, {
      RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER,
      MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
      WEBHOOK_SENDER,
    }),
  );
  expect(status, text).toBeLessThan(300);
  return { trips: meter.trips, rowsRead: meter.rowsRead, rowsWritten: meter.rowsWritten, woken };
}

/** The cost of creating a lead, changing it, tagging it, and of a message. */
async function costsOfWrites() {
  const { id: channelId } = await newChannel(client);
  const [lead, { id: tag }] = [await newLead(client), await newTag(client)];
  const { conversation_id } = await newInbound(client, channelId, lead.id);
  await client.get("/me");
  return {
    create: await costOf((fetcher) => client.post("/leads", { first_name: "Ann" }, { fetcher })),
    change: await costOf((fetcher) =>
      client.patch(`/leads/${lead.id}`, { first_name: "Bea", pipeline_stage: "won" }, { fetcher }),
    ),
    tag: await costOf((fetcher) =>
      client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag] }, { fetcher }),
    ),
    receive: await costOf((fetcher) =>
      client.post(
        `/conversations/${conversation_id}/messages`,
        { direction: "inbound", text: "Hi" },
        { fetcher },
      ),
    ),
  };
}

type Costs = Awaited<ReturnType<typeof costsOfWrites>>;
const of = <Member extends "trips" | "rowsRead" | "woken">(costs: Costs, member: Member) =>
  Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost[member]]));

describe("a write", () => {
  it("takes no extra round trip for its events, and wakes the senders of the endpoints concerned", async () => {
    const without = await costsOfWrites();
    expect(of(without, "trips")).toEqual({ create: 1, change: 1, tag: 2, receive: 2 });
    const [all, tags, none] = [
      await newReceiver(client),
      await newReceiver(client, { event_types: ["lead.tag_added"] }),
      await newReceiver(client, { event_types: ["run.failed"] }),
    ];
    await newScenarioEndpoint(client);
    const costs = await costsOfWrites();
    expect(of(costs, "trips")).toEqual(of(without, "trips"));
    expect(of(costs, "woken")).toEqual({
      create: [all.id],
      change: [all.id],
      tag: [all.id, tags.id],
      receive: [all.id, tags.id],
    });
    expect(await endpointRow(none.id)).toMatchObject({ next_event_id: null, next_at: null });
  });

  it("reads no more among 20,000 events, nor beside 200 scenarios with endpoints of their own", async () => {
    await newReceiver(client);
    const before = await costsOfWrites();
    await rowsOf(
      `insert into scenarios (workspace_id, name, platform, version, webhook_url, created_at, updated_at)
       with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200)
       select ?, 'Scenario ' || n, 'whatsapp', 1, 'https://example.com/' || n, 1, 1 from numbers`,
      client.workspaceId,
    );
    await seedLeads(client.workspaceId, 1_000);
    await seedEvents(client, 19);
    await countEvents();
    expect(
      (await rowsOf("select id from webhook_endpoints where workspace_id = ?", client.workspaceId))
        .length,
    ).toBe(201);
    const after = await costsOfWrites();
    for (const [name, { rowsRead }] of Object.entries(before)) {
      expect(after[name as keyof Costs].rowsRead, name).toBeLessThanOrEqual(rowsRead + 2);
    }
  });
});

const perEvent = ({ rowsRead, rowsWritten }: Meter, events: number) => ({
  read: rowsRead / events,
  written: rowsWritten / events,
});

describe("the webhook sender of an endpoint", () => {
  it("takes one round trip for a hundred events, and one to see that there are no more", async () => {
    const endpoint = await newReceiver(client);
    await seedLeads(client.workspaceId, 500);
    const meter = await meterWebhookSender(endpoint.id);
    await deliverDue(endpoint.id);
    expect(await requestsTo(endpoint.key)).toHaveLength(500);
    expect(meter.trips).toBe(6);
    expect(perEvent(meter, 500).read).toBeLessThan(40);
    expect(perEvent(meter, 500).written).toBeLessThan(7);
  });

  it("stays within the runtime's limits in one alarm, and leaves the rest to the next, at once", async () => {
    const endpoint = await newReceiver(client);
    await seedLeads(client.workspaceId, 1_200);
    const meter = await meterWebhookSender(endpoint.id);
    await runInDurableObject(webhookSenderOf(endpoint.id), async (sender, { storage }) => {
      await sender.wake(endpoint.id, await workspaceOf("webhook_endpoints", endpoint.id));
      await storage.deleteAlarm();
      await sender.alarm();
      expect(await storage.getAlarm()).toBeLessThanOrEqual(Date.now() + 1);
      expect(isFailing(storage)).toBe(false);
      await storage.deleteAlarm();
    });
    const posts = (await requestsTo(endpoint.key)).length;
    expect(posts).toBeLessThan(1_000);
    expect(posts + meter.statements.length).toBeLessThan(1_000);
    expect(await deliveriesOf(endpoint.id)).toHaveLength(posts);
    await deliverDue(endpoint.id);
    expect(await requestsTo(endpoint.key)).toHaveLength(1_200);
  });

  it("asks D1 nothing without events for its endpoint, whatever else happens", async () => {
    const endpoint = await newReceiver(client, { event_types: ["channel.stopped"] });
    const meter = await meterWebhookSender(endpoint.id);
    await seedLeads(client.workspaceId, 2_000);
    const { woken } = await costOf((fetcher) =>
      client.post("/leads", { first_name: "Ann" }, { fetcher }),
    );
    expect([woken, meter.trips, await alarmOfWebhookSender(endpoint.id)]).toEqual([[], 0, null]);
  });

  it("reads a bounded number of rows to find rare events in a busy workspace after a long pause", async () => {
    const endpoint = await newReceiver(client, { event_types: ["lead.deleted"] });
    await order(endpoint.key, { queue: [{ do: "status", status: 503, retry_after: 3_600 }] });
    const remove = async () => client.delete(`/leads/${(await newLead(client)).id}`);
    await remove();
    await deliverDue(endpoint.id);
    await remove();
    await seedLeads(client.workspaceId, 1_000);
    await seedEvents(client, 19);
    await countEvents();
    await remove();
    const trips: number[] = [];
    const { meter, database } = metered(testEnv.DB);
    const batch = database.batch.bind(database);
    const DB = Object.assign(database, {
      batch: async (statements: D1PreparedStatement[]) => {
        const before = meter.rowsRead;
        const results = await batch(statements);
        trips.push(meter.rowsRead - before);
        return results;
      },
    });
    await bindWebhookSender(endpoint.id, { DB });
    await later(3_600_001, () => deliverDue(endpoint.id));
    expect((await requestsTo(endpoint.key)).map(({ body }) => body.type)).toEqual(
      Array(4).fill("lead.deleted"),
    );
    expect(trips.length).toBeLessThan(25);
    expect(Math.max(...trips)).toBeLessThan(10_000);
    expect(await endpointRow(endpoint.id)).toMatchObject({ next_event_id: null, next_at: null });
  });
});
