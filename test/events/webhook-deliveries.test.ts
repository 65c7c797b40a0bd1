import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, newWorkspace } from "../support/api";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { leftBy, newDelivery, newEndpoint, newEvent, setEndpoint } from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const FAR = 4_000_000_000_000;
const iso = (ms: number) => new Date(ms).toISOString();
const NOT_ACTIVE = {
  status: 409,
  body: { message: "The endpoint is not active.", code: "conflict" },
};
/** Creates an endpoint without matching events, so that only a test's own requests send any. */
const newQuietEndpoint = () => newEndpoint(client, { event_types: ["channel.stopped"] });

describe("a delivery", () => {
  it("shows what was sent where, and the outcome", async () => {
    const { id: endpoint } = await newQuietEndpoint();
    const event = await newEvent(client.workspaceId, "lead.created");
    const id = await newDelivery(endpoint, {
      event_id: event,
      status: "pending",
      next_attempt_at: FAR,
    });
    await rowsOf(
      "update webhook_deliveries set error = 'status', http_status = 500, answer = 'Oh' where id = ?",
      id,
    );
    const { body } = await client.get(`/webhook-deliveries/${id}`);
    expect(body.data).toEqual({
      id,
      endpoint_id: endpoint,
      event_id: event,
      event_type: "lead.created",
      status: "pending",
      attempts: 3,
      next_attempt_at: iso(FAR),
      last_attempt_at: iso(1000),
      error: "status",
      http_status: 500,
      latency_ms: 12,
      answer: "Oh",
      created_at: iso(1000),
    });
    expect((await client.get("/webhook-deliveries")).body.data).toEqual([body.data]);
  });
});

describe("the list of deliveries", () => {
  const MANY = 400;
  let asking: Client;
  let endpoints: number[];
  let events: number[];

  beforeAll(async () => {
    client = await newWorkspace();
    asking = client;
    endpoints = [(await newQuietEndpoint()).id, (await newQuietEndpoint()).id];
    events = [];
    for (let i = 0; i < 3; i++) events.push(await newEvent(client.workspaceId));
    // A few deliveries of each status and endpoint are older than many others.
    for (const endpoint of endpoints)
      for (const [index, status] of ["failed", "pending", "delivered"].entries())
        await newDelivery(endpoint, {
          event_id: events[index]!,
          status,
          next_attempt_at: status === "pending" ? FAR : null,
        });
    await rowsOf(
      `insert into events (id, workspace_id, type) with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       select i, ?, 'lead.created' from n`,
      MANY,
      client.workspaceId,
    );
    await rowsOf(
      `insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, created_at)
       select workspace_id, ?, id, iif(id % 2, 'delivered', 'failed'), 1 from events where id <= ? and workspace_id = ?`,
      endpoints[1]!,
      MANY,
      client.workspaceId,
    );
  });

  it.each<[string, () => string, number]>([
    ["endpoint", () => `endpoint_id=${endpoints[0]}`, 3],
    ["event", () => `event_id=${events[0]}`, 2],
    ["status", () => "status=pending", 2],
    ["endpoint and status", () => `endpoint_id=${endpoints[0]}&status=delivered`, 1],
    ["endpoint and a rare status", () => `endpoint_id=${endpoints[1]}&status=pending`, 1],
    ["event and status", () => `event_id=${events[0]}&status=failed`, 2],
    ["event and another status", () => `event_id=${events[0]}&status=delivered`, 0],
    ["event and endpoint", () => `event_id=${events[0]}&endpoint_id=${endpoints[1]}`, 1],
    ["all three", () => `event_id=${events[0]}&endpoint_id=${endpoints[1]}&status=failed`, 1],
    ["nothing", () => "", 10],
    ["a frequent status", () => "status=failed", 10],
    ["a frequent status of an endpoint", () => `status=delivered&endpoint_id=${endpoints[1]}`, 10],
  ])("can be filtered by %s, and reads little more than it shows", async (_, query, found) => {
    let data: { id: number; endpoint_id: number; event_id: number; status: string }[] = [];
    const path = `/webhook-deliveries?per_page=10&${query()}`;
    const meter = await meterOf(async (fetcher) => {
      const { status, body, text } = await asking.get(path, undefined, { fetcher });
      expect(status, text).toBe(200);
      data = body.data;
    });
    expect(data).toHaveLength(found);
    for (const [name, value] of new URLSearchParams(query()))
      for (const one of data) expect(String(one[name as "status"])).toBe(value);
    expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(meter.rowsRead).toBeLessThan(80);
  });

  it("continues where a page has ended", async () => {
    const first = (await asking.get("/webhook-deliveries?per_page=10&status=failed")).body;
    const second = (
      await asking.get(
        `/webhook-deliveries?per_page=10&status=failed&cursor=${first.meta.next_cursor}`,
      )
    ).body;
    expect(second.data).toHaveLength(10);
    expect(second.data[0].id).toBeLessThan(first.data.at(-1).id);
  });

  it("shows only those of the workspace", async () => {
    for (const query of [
      "",
      `endpoint_id=${endpoints[0]}`,
      `event_id=${events[0]}`,
      "status=failed",
    ])
      expect((await client.get(`/webhook-deliveries?${query}`)).body.data).toEqual([]);
  });

  it.each([
    "endpoint_id=0",
    "endpoint_id=a",
    "event_id=1.5",
    "event_id[]=1",
    "status=sent",
    "status=Failed",
  ])("is refused ?%s", async (query) => {
    const { status, body } = await asking.get(`/webhook-deliveries?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split(/[=[]/)[0]]]);
  });
});

describe("sending an event again", () => {
  it.each(["delivered", "failed", "pending"])(
    "restarts a delivery that is %s, even if the endpoint is paused",
    async (status) => {
      const { id: endpoint } = await newQuietEndpoint();
      const id = await newDelivery(endpoint, {
        status,
        next_attempt_at: status === "pending" ? FAR : null,
      });
      await setEndpoint(endpoint, {
        failures: 3,
        failing_since: 1000,
        paused_until: FAR,
        next_at: FAR,
      });
      const left = await leftBy(endpoint, (options) =>
        client.post(`/webhook-deliveries/${id}/retry`, undefined, options),
      );
      expect(left.answer.status).toBe(202);
      expect(left.answer.body.data).toMatchObject({
        id,
        status: "pending",
        attempts: 0,
        last_attempt_at: iso(1000),
      });
      expect(left.deliveries).toMatchObject([
        { id, status: "pending", attempts: 0, next_attempt_at: 0 },
      ]);
      expect(left.endpoint).toMatchObject({ failures: 3, paused_until: FAR, next_at: 0 });
    },
  );

  it.each<Record<string, number | string>>([
    { is_active: 0 },
    { is_active: 0, disabled_at: 1, disabled_reason: "gone" },
  ])("is refused when the endpoint is %j", async (columns) => {
    const { id: endpoint } = await newQuietEndpoint();
    const id = await newDelivery(endpoint, { status: "failed" });
    await setEndpoint(endpoint, columns);
    const left = await leftBy(endpoint, (options) =>
      client.post(`/webhook-deliveries/${id}/retry`, undefined, options),
    );
    expect(left.answer).toMatchObject(NOT_ACTIVE);
    expect(left.deliveries).toMatchObject([
      { status: "failed", attempts: 3, next_attempt_at: null },
    ]);
    expect(left.endpoint).toMatchObject({ ...columns, next_at: null });
  });
});

describe("testing an endpoint", () => {
  it("sends a test event to that endpoint alone, whatever its event types", async () => {
    const { id: endpoint } = await newQuietEndpoint();
    const { id: other } = await newEndpoint(client);
    await setEndpoint(endpoint, { failures: 3, paused_until: FAR });
    const left = await leftBy(endpoint, (options) =>
      client.post(`/webhook-endpoints/${endpoint}/test`, undefined, options),
    );
    expect(left.answer.status).toBe(202);
    const { data } = left.answer.body;
    expect(data).toMatchObject({
      endpoint_id: endpoint,
      event_type: "webhook_endpoint.test",
      status: "pending",
      attempts: 0,
      error: null,
    });
    expect(left.deliveries).toMatchObject([{ id: data.id, next_attempt_at: 0 }]);
    expect(left.endpoint).toMatchObject({ next_event_id: null, paused_until: FAR, next_at: 0 });
    expect(
      await rowsOf(
        "select workspace_id, type, lead_id, scenario_id, data from events where id = ?",
        data.event_id,
      ),
    ).toEqual([
      {
        workspace_id: client.workspaceId,
        type: "webhook_endpoint.test",
        lead_id: null,
        scenario_id: null,
        data: `{"webhook_endpoint_id":${endpoint}}`,
      },
    ]);
    expect((await client.get(`/webhook-deliveries?endpoint_id=${other}`)).body.data).toEqual([]);
  });

  it("is refused when it is not active, and leaves no event", async () => {
    const { id } = await newEndpoint(client, { is_active: false });
    expect(await client.post(`/webhook-endpoints/${id}/test`)).toMatchObject(NOT_ACTIVE);
    expect(
      await rowsOf("select id from events where workspace_id = ?", client.workspaceId),
    ).toEqual([]);
  });
});
