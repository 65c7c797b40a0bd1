import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { leftBy, newDelivery, newEndpoint, newEvent, setEndpoint } from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const FAR = 4_000_000_000_000;
const iso = (ms: number) => new Date(ms).toISOString();
/** Sets the time of an event. */
const timeOf = (eventId: number) => Math.floor(eventId / 1000);
const isNow = (time: number) => time > 1_700_000_000_000 && time < FAR;

describe("replaying", () => {
  const replay = (id: number, json: object) =>
    leftBy(id, (options) => client.post(`/webhook-endpoints/${id}/replay`, json, options));

  let time = 10_000;

  /** Creates an endpoint after these events: two in one millisecond, then one, one and two. */
  async function afterEvents(input: object = {}) {
    time += 10;
    const events = [0, 999, 1000, 2000, 3000, 3999].map((after) => time * 1000 + after);
    for (const event of events)
      await rowsOf(
        "insert into events (id, workspace_id, type) values (?, ?, 'lead.created')",
        event,
        client.workspaceId,
      );
    return { id: (await newEndpoint(client, input)).id as number, events };
  }

  it("sends the events of a range of milliseconds again, all events of both ends included", async () => {
    const { id, events } = await afterEvents({ event_types: ["lead.*"] });
    const delivered = await newDelivery(id, { event_id: events[2]! });
    await setEndpoint(id, { failures: 2, paused_until: FAR });
    const { answer, deliveries, endpoint } = await replay(id, {
      from: iso(timeOf(events[2]!)),
      to: iso(timeOf(events[5]!)),
    });
    expect([answer.status, answer.body.data]).toEqual([202, { deliveries: 4 }]);
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(events.slice(2));
    expect(deliveries[0]!.id).toBe(delivered);
    for (const one of deliveries)
      expect(one).toMatchObject({
        status: "pending",
        attempts: 0,
        next_attempt_at: expect.toSatisfy(isNow),
      });
    expect(endpoint).toMatchObject({ paused_until: FAR, next_at: 0 });
    expect(
      (await replay(id, { from: iso(timeOf(events[0]!)), to: iso(timeOf(events[1]!)) })).answer.body
        .data,
    ).toEqual({ deliveries: 2 });
  });

  it("goes on to now unless an end is given, and omits other event types and other workspaces' events", async () => {
    await newLead(client);
    await newEvent((await newWorkspace()).workspaceId);
    const { id, events } = await afterEvents({ event_types: ["lead.created"] });
    const { id: idle } = await newEndpoint(client, { event_types: ["lead.deleted"] });
    const from = iso(timeOf(events[4]!));
    expect((await replay(id, { from })).answer.body.data).toEqual({ deliveries: 3 });
    const left = await replay(idle, { from });
    expect(left.answer.body.data).toEqual({ deliveries: 0 });
    expect([left.deliveries, left.endpoint!.next_at]).toEqual([[], null]);
  });

  it("omits events that are still to be sent anyway", async () => {
    const { id, events } = await afterEvents();
    await setEndpoint(id, { next_event_id: events[2]!, next_at: FAR, paused_until: FAR });
    const { answer, deliveries } = await replay(id, {
      from: iso(timeOf(events[0]!)),
      to: iso(timeOf(events[3]!)),
    });
    expect(answer.body.data).toEqual({ deliveries: 2 });
    expect(deliveries.map(({ event_id }) => event_id)).toEqual(events.slice(0, 2));
  });

  it("never sends the tests of endpoints again", async () => {
    const { id } = await newEndpoint(client);
    await newEvent(client.workspaceId, "webhook_endpoint.test", { webhook_endpoint_id: id });
    expect((await replay(id, { from: "2020-01-01T00:00:00Z" })).answer.body.data).toEqual({
      deliveries: 0,
    });
  });

  it("is refused of more than 10,000 events, and changes nothing", async () => {
    const { id } = await newEndpoint(client, { event_types: ["lead.deleted"] });
    await rowsOf("update webhook_endpoints set event_types = '[\"*\"]' where id = ?", id);
    await rowsOf(
      `insert into events (id, workspace_id, type) with recursive n(i) as (select 20000000 union all select i + 1 from n where i < 20010000)
       select i, ?, 'lead.created' from n`,
      client.workspaceId,
    );
    await setEndpoint(id, { next_event_id: null, next_at: null, paused_until: FAR });
    const { answer, deliveries, endpoint } = await replay(id, {
      from: iso(20_000),
      to: iso(20_010),
    });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      {
        from: ["The from field begins a period of more than 10,000 events: choose a shorter one."],
      },
    ]);
    expect([deliveries, endpoint!.next_at, endpoint!.paused_until]).toEqual([[], null, FAR]);
    expect((await replay(id, { from: iso(20_000), to: iso(20_009) })).answer.body.data).toEqual({
      deliveries: 10_000,
    });
    await client.delete(`/webhook-endpoints/${id}`);
  });

  it.each<[object, Record<string, string>]>([
    [{}, { from: "The from field is required." }],
    [
      { from: "", to: "soon" },
      { from: "The from field is required.", to: "The to field must be a valid date." },
    ],
    [
      { from: "2026-11-20", to: 7 },
      { from: "The from field must be a valid date.", to: "The to field must be a valid date." },
    ],
    [
      { from: "2026-11-20T10:00:00Z", to: "2026-11-20T09:59:59Z" },
      { to: "The to field must be a date after or equal to from." },
    ],
  ])("is refused %j", async (json, errors) => {
    const { id } = await newEndpoint(client);
    const { status, body } = await client.post(`/webhook-endpoints/${id}/replay`, json);
    expect([status, body.errors]).toEqual([
      422,
      Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, [error]])),
    ]);
  });

  it("is refused when the endpoint is not active", async () => {
    const { id, events } = await afterEvents({ is_active: false });
    const { answer, deliveries } = await replay(id, { from: iso(timeOf(events[0]!)) });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: "The endpoint is not active.", code: "conflict" },
    });
    expect(deliveries).toEqual([]);
  });
});
