import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { flowOf } from "../support/flow";
import { mostAtOnce, order, requestsTo } from "../support/graph";
import { rowsOf } from "../support/rows";
import { sentByScenario } from "../support/run-scheduler";
import { seedRun } from "../support/runs";
import { seedLeads } from "../support/seed";
import { clientWithoutWakeUps, eventIdsOf, seedEvents } from "../support/webhook-faults";
import {
  deliverDue,
  deliveriesOf,
  endpointRow,
  idsSentTo,
  newReceiver,
  newScenarioEndpoint,
  typesSentTo,
} from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

const activate = ({ id }: { id: number }, is_active: boolean) =>
  client.put(`/scenarios/${id}`, {
    name: "Scenario",
    platform: "whatsapp",
    nodes: [],
    edges: [],
    is_active,
  });

const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** The ids of the events that were sent to an endpoint, by lead, in the order of arrival. */
async function lanesTo(key: string) {
  const requests = await requestsTo(key);
  return [...Map.groupBy(requests, ({ body }) => body.data.lead_id).values()].map((lane) =>
    lane.map(({ body }): number => body.id),
  );
}

describe("the events of a lead", () => {
  it("are sent in their order, one after the other, and those of other leads beside them: at most six at once", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { always: { do: "silence", after_ms: 3 } });
    await seedLeads(client.workspaceId, 10);
    await seedEvents(client, 34);
    await deliverDue(endpoint.id);
    const lanes = await lanesTo(endpoint.key);
    expect(lanes.map(({ length }) => length)).toEqual(Array(10).fill(35));
    for (const lane of lanes) expect(lane).toEqual(ascending(lane));
    expect(ascending(lanes.flat())).toEqual(await eventIdsOf(client));
    expect(await mostAtOnce(endpoint.key)).toEqual({ all: 6, ofOneRecipient: 1 });
    expect(await endpointRow(endpoint.id)).toMatchObject({ next_event_id: null, next_at: null });
  });

  it("are sent in their order, also those of a single lead or of none", async () => {
    const endpoint = await newReceiver(client);
    await seedLeads(client.workspaceId, 1);
    await seedEvents(client, 149);
    const scenario = await newScenario(client);
    for (const is_active of [true, false, true]) await activate(scenario, is_active);
    await deliverDue(endpoint.id);
    const [leads, none] = await lanesTo(endpoint.key);
    expect([leads, none]).toEqual([
      (await eventIdsOf(client)).slice(0, -3),
      (await eventIdsOf(client)).slice(-3),
    ]);
    expect(await mostAtOnce(endpoint.key)).toMatchObject({ ofOneRecipient: 1 });
  });

  it("are not held up by one that failed, which is sent later", async () => {
    const endpoint = await newReceiver(client);
    await order(endpoint.key, { queue: [{ do: "status", status: 500 }] });
    await seedLeads(client.workspaceId, 1);
    await seedEvents(client, 4);
    await deliverDue(endpoint.id);
    const [failed, ...others] = await eventIdsOf(client);
    expect(await idsSentTo(endpoint.key)).toEqual([failed, ...others]);
    await later(6_001, () => deliverDue(endpoint.id));
    expect(await idsSentTo(endpoint.key)).toEqual([failed, ...others, failed]);
    expect(
      (await deliveriesOf(endpoint.id)).map(({ status, attempts }) => [status, attempts]),
    ).toEqual([["delivered", 2], ...others.map(() => ["delivered", 1])]);
  });
});

describe("an endpoint", () => {
  const TYPES = ["lead.created", "lead.stage_changed", "lead.tag_added", "lead.updated"];

  it.each([
    [["*"], TYPES],
    [["lead.*"], TYPES],
    [["lead.tag_added"], ["lead.tag_added"]],
    [
      ["lead.created", "lead.updated", "run.*"],
      ["lead.created", "lead.updated"],
    ],
    [
      ["message.*", "lead.created"],
      ["lead.created", "message.received"],
    ],
    [["run.*", "channel.stopped"], []],
  ])("for %j is sent only these", async (event_types, wanted) => {
    const endpoint = await newReceiver(client, { event_types });
    const lead = await newLead(client);
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [(await newTag(client)).id] });
    await client.patch(`/leads/${lead.id}`, { first_name: "Bea", pipeline_stage: "won" });
    await rowsOf(
      "insert into new_events (workspace_id, type, lead_id, scenario_id, data) select ?, 'message.received', ?, null, '{\"message_id\":1}'",
      client.workspaceId,
      lead.id,
    );
    await deliverDue(endpoint.id);
    const types = new Set(await typesSentTo(endpoint.key));
    expect([...types].sort()).toEqual(
      event_types[0] === "*" ? [...wanted, "message.received"] : wanted,
    );
  });

  it("is sent no event of another workspace, nor any test of another endpoint", async () => {
    const [endpoint, other] = [
      await newReceiver(client),
      clientWithoutWakeUps(await newWorkspace()),
    ];
    await newLead(other);
    await rowsOf(
      "insert into new_events (workspace_id, type, lead_id, scenario_id, data) select ?, 'webhook_endpoint.test', null, null, '{}'",
      client.workspaceId,
    );
    expect(await endpointRow(endpoint.id)).toMatchObject({ next_event_id: null, next_at: null });
    await newLead(client);
    await newLead(other);
    await deliverDue(endpoint.id);
    const events = await rowsOf<{ id: number }>(
      "select id from events where workspace_id = ? and lead_id is not null",
      client.workspaceId,
    );
    expect(await idsSentTo(endpoint.key)).toEqual(events.map(({ id }) => id));
  });

  it("that is not active is sent nothing, neither old nor new events", async () => {
    const endpoint = await newReceiver(client);
    await newLead(client);
    await rowsOf("update webhook_endpoints set is_active = 0 where id = ?", endpoint.id);
    await deliverDue(endpoint.id);
    await newLead(client);
    await deliverDue(endpoint.id);
    expect(await requestsTo(endpoint.key)).toEqual([]);
    expect(await endpointRow(endpoint.id)).toMatchObject({ next_at: null });
  });

  it("that was deleted is sent nothing, and its webhook sender stops", async () => {
    const endpoint = await newReceiver(client);
    await newLead(client);
    await rowsOf("delete from webhook_endpoints where id = ?", endpoint.id);
    await deliverDue(endpoint.id);
    expect(await requestsTo(endpoint.key)).toEqual([]);
  });
});

describe("the endpoint of a scenario", () => {
  it("is sent the events of its runs, messages and links, and the tracked tags of its leads", async () => {
    const [tracked, untracked] = [await newTag(client), await newTag(client)];
    const { id, key, scenario } = await newScenarioEndpoint(client, {
      tracked_tag_ids: [tracked.id],
    });
    const stranger = await newScenario(client);
    const [had, other] = [await newLead(client), await newLead(client)];
    await seedRun(client, scenario, had);
    await seedRun(client, stranger, other);
    const tell = (type: string, leadId: number, scenarioId: number | null, data: object = {}) =>
      rowsOf(
        "insert into new_events (workspace_id, type, lead_id, scenario_id, data) select ?, ?, ?, ?, ?",
        client.workspaceId,
        type,
        leadId,
        scenarioId,
        JSON.stringify(data),
      );
    for (const { id: own } of [scenario, stranger]) {
      for (const type of ["run.waiting", "run.completed"])
        await tell(type, had.id, own, { run_id: 1, until: null });
      for (const type of ["message.sent", "message.read"])
        await tell(type, had.id, own, { message_id: 1 });
      for (const type of ["link.sent", "link.clicked"])
        await tell(type, had.id, own, { link_send_id: 1, short_link_id: 1 });
    }
    await tell("message.received", had.id, null, { message_id: 1 });
    for (const lead of [had, other]) {
      for (const tag of [tracked, untracked])
        await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
      await client.delete(`/leads/${lead.id}/tags/${tracked.id}`);
    }
    await activate(scenario, true);
    await deliverDue(id);
    expect(await typesSentTo(key)).toEqual([
      "run.started",
      "run.waiting",
      "run.completed",
      "message.sent",
      "message.read",
      "link.clicked",
      "lead.tag_added",
    ]);
    const bodies = (await requestsTo(key)).map(({ body }) => body.data);
    expect(bodies.at(-1)).toMatchObject({ lead_id: had.id, tag_id: tracked.id });
    expect(bodies.slice(0, -1).map(({ scenario_id }) => scenario_id)).toEqual(
      Array(6).fill(scenario.id),
    );
  });

  it("is sent the tracked tags that leads got while enrolled, whatever has happened since", async () => {
    const tag = await newTag(client);
    const { id, key, scenario } = await newScenarioEndpoint(client, { tracked_tag_ids: [tag.id] });
    const [removed, deleted, late] = [
      await newLead(client),
      await newLead(client),
      await newLead(client),
    ];
    for (const lead of [removed, deleted]) await seedRun(client, scenario, lead);
    for (const lead of [removed, deleted, late])
      await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
    await client.delete(`/scenarios/${scenario.id}/leads/${removed.id}`);
    await client.delete(`/leads/${deleted.id}`);
    await seedRun(client, scenario, late);
    await deliverDue(id);
    const sent = (await requestsTo(key))
      .filter(({ body }) => body.type === "lead.tag_added")
      .map(({ body }) => body.data);
    expect(sent.toSorted((a, b) => a.lead_id - b.lead_id)).toEqual([
      {
        lead_id: removed.id,
        lead: expect.any(Object),
        tag_id: tag.id,
        tag: { id: tag.id, label: tag.label },
      },
      { lead_id: deleted.id, lead: null, tag_id: tag.id, tag: { id: tag.id, label: tag.label } },
    ]);
  });

  it("is sent its messages' outcomes even after their runs are removed", async () => {
    const { id, key, scenario } = await newScenarioEndpoint(client, {
      is_active: true,
      ...flowOf({ hello: ["message", { text: "Hello" }] }),
    });
    const { report } = await sentByScenario(client, scenario.id);
    expect((await client.delete(`/scenarios/${scenario.id}/leads`)).status).toBe(200);
    await report("failed");
    await deliverDue(id);
    expect(await typesSentTo(key)).toEqual([
      "run.started",
      "run.completed",
      "message.sent",
      "message.failed",
    ]);
    const { body } = (await requestsTo(key)).at(-1)!;
    expect(body.data).toMatchObject({
      scenario_id: scenario.id,
      message: { run_id: null, status: "failed" },
    });
  });
});
