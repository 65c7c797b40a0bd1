import { beforeAll, describe, expect, it } from "vitest";
import type { EventType } from "#domain/events";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { dataOf, eventsOf, named } from "../support/events";
import { rowsOf } from "../support/rows";
import { seedLeads } from "../support/seed";

let client: Client;
let channel: Channel;
let lead: Lead;
let tag: { id: number; label: string };

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
  tag = await newTag(client, { label: "Booked" });
  lead = await newLead(client, {
    ext_id: "crm-1",
    last_name: "Martin",
    username: "elo",
    email: "elo@example.com",
    variables: { city: "Paris", pets: 2 },
  });
});

const ofLead = (type: EventType, { id }: { id: number } = lead) =>
  dataOf(client, type, `lead_id=${id}`);

const run = (sql: string, ...values: unknown[]) =>
  testEnv.DB.prepare(sql)
    .bind(...values)
    .run();

describe("events of leads", () => {
  it("report a new lead, with the lead's current state", async () => {
    const one = await newLead(client, { first_name: "Ada", phone: "+33639980142" });
    const [event, ...others] = await eventsOf(client, `lead_id=${one.id}`);
    expect(others).toEqual([]);
    expect(event).toEqual({
      id: expect.any(Number),
      type: "lead.created",
      timestamp: new Date(Math.floor(event!.id / 1000)).toISOString(),
      actor: { type: "token", id: expect.any(Number) },
      data: { lead_id: one.id, lead: named(one) },
    });
    await client.patch(`/leads/${one.id}`, { first_name: "Grace" });
    expect((await client.get(`/events/${event!.id}`)).body.data.data.lead.first_name).toBe("Grace");
  });

  it("report old and new values of changes; of objects only that they changed", async () => {
    await client.patch(`/leads/${lead.id}`, {
      first_name: null,
      is_lost: true,
      warmth: "hot",
      variables: { city: "Lyon", 'a "b".c': [1] },
      data: { utm: "x" },
      pipeline_stage: "engaged",
    });
    const changes = {
      data: {},
      first_name: { from: lead.first_name, to: null },
      is_lost: { from: false, to: true },
      'variables.a "b".c': { to: [1] },
      "variables.city": { from: "Paris", to: "Lyon" },
      "variables.pets": { from: 2 },
      warmth: { from: null, to: "hot" },
    };
    expect(await ofLead("lead.updated")).toMatchObject([{ lead_id: lead.id, changes }]);
    expect(
      Object.keys((await dataOf(client, "lead.updated", `lead_id=${lead.id}`))[0]!.changes).sort(),
    ).toEqual(Object.keys(changes).sort());
    expect(await ofLead("lead.stage_changed")).toMatchObject([
      { lead_id: lead.id, lead: { pipeline_stage: "engaged" }, from: "new", to: "engaged" },
    ]);
  });

  it("report nothing when variables are sent in another order", async () => {
    const one = await newLead(client, { variables: { city: "Lyon", pets: [2] } });
    await client.patch(`/leads/${one.id}`, { variables: { pets: [2], city: "Lyon" } });
    expect(await ofLead("lead.updated", one)).toEqual([]);
  });

  it.each<[string, object, object, object]>([
    ["null where there was none", {}, { n: null }, { to: null }],
    ["none where it was null", { n: null }, {}, { from: null }],
    ["null where it had a value", { n: 1 }, { n: null }, { from: 1, to: null }],
    ["a value where it was null", { n: null }, { n: 1 }, { from: null, to: 1 }],
    ["a text that reads as null", { n: null }, { n: "null" }, { from: null, to: "null" }],
    ["a text that reads as it does", { n: 1 }, { n: "1" }, { from: 1, to: "1" }],
    ["a number that is hardly another", { n: 0.3 }, { n: 0.1 + 0.2 }, { from: 0.3, to: 0.1 + 0.2 }],
    ["an empty list where there was an empty object", { n: {} }, { n: [] }, { from: {}, to: [] }],
    ["a list in another order", { n: [1, 2] }, { n: [2, 1] }, { from: [1, 2], to: [2, 1] }],
  ])("report that a variable is now %s", async (_, before, after, change) => {
    const one = await newLead(client, { variables: before });
    await client.patch(`/leads/${one.id}`, { variables: after });
    expect((await client.get(`/leads/${one.id}`)).body.data.variables).toEqual(after);
    expect(
      (await ofLead("lead.updated", one)).map((data) => "changes" in data && data.changes),
    ).toEqual([{ "variables.n": change }]);
  });

  it("report nothing about a variable that stays null", async () => {
    const one = await newLead(client, { variables: { n: null } });
    await client.patch(`/leads/${one.id}`, { variables: { n: null } });
    expect(await ofLead("lead.updated", one)).toEqual([]);
  });

  it.each([
    ["values", { long: "é".repeat(5_000), short: 1 }, ["variables.long", "variables.short"]],
    [
      "names",
      Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`name ${index}`, 1])),
      ["variables"],
    ],
  ])(
    "omit the values of long changes, and the names of too many variables: %s",
    async (_, variables, fields) => {
      const one = await newLead(client);
      await client.patch(`/leads/${one.id}`, { warmth: "hot", variables });
      await client.patch(`/leads/${one.id}`, { variables: {} });
      const updates = await dataOf(client, "lead.updated", `lead_id=${one.id}`);
      const named = (...names: string[]) => ({
        changes: Object.fromEntries(names.map((name) => [name, {}])),
      });
      expect(updates).toEqual(
        [named("warmth", ...fields), named(...fields)].map((changed) =>
          expect.objectContaining(changed),
        ),
      );
    },
  );

  it("report tags that are added and removed, also when the tag itself is deleted", async () => {
    await client.post(`/leads/${lead.id}/tags`, { tag_ids: [tag.id] });
    expect(await ofLead("lead.tag_added")).toMatchObject([
      { lead_id: lead.id, tag_id: tag.id, tag: { id: tag.id, label: "Booked" } },
    ]);
    await client.delete(`/leads/${lead.id}/tags/${tag.id}`);
    const passing = await newTag(client);
    await client.patch(`/leads/${lead.id}`, { attach_tag_ids: [passing.id] });
    await client.delete(`/tags/${passing.id}`);
    expect(await ofLead("lead.tag_removed")).toMatchObject([
      { tag_id: tag.id, tag: { label: "Booked" } },
      { tag_id: passing.id, tag: null },
    ]);
  });

  it("report how consent changed, and by which message", async () => {
    await client.post(`/leads/${lead.id}/opt-out`);
    await client.post(`/leads/${lead.id}/opt-in`);
    const stop = await newInbound(client, channel.id, lead.id, { text: "STOP" });
    expect(await ofLead("lead.opted_out")).toMatchObject([
      { method: "api", message_id: null },
      { method: "keyword", message_id: stop.id, lead: { is_optout: true } },
    ]);
    expect(await ofLead("lead.opted_in")).toMatchObject([
      { lead_id: lead.id, method: "api", message_id: null },
    ]);
    const own = await newWorkspace();
    await seedLeads(own.workspaceId, 1, { is_optout: "1" });
    expect(await dataOf(own, "lead.opted_out")).toMatchObject([
      { method: null, message_id: null, lead: { is_optout: true } },
    ]);
  });

  it("report profiles and summaries", async () => {
    const one = await newLead(client);
    const { conversation_id } = await newInbound(client, channel.id, one.id);
    await client.put(`/leads/${one.id}/profile`, { age: 34, profile: { blockers: ["Budget"] } });
    await run(
      "update conversations set summary = 'Asks for the price.', summary_generated_at = 5 where id = ?",
      conversation_id,
    );
    expect(await ofLead("lead.profile_updated", one)).toEqual([
      { lead_id: one.id, lead: named(one) },
    ]);
    expect(await ofLead("lead.updated", one)).toMatchObject([
      { changes: { age: { from: null, to: 34 }, profile: {} } },
    ]);
    expect(await ofLead("conversation.summarized", one)).toEqual([
      { lead_id: one.id, lead: named(one), conversation_id, summary: "Asks for the price." },
    ]);
  });
});

describe("events of the workspace", () => {
  it("report scenarios that are activated and paused", async () => {
    const scenario = await newScenario(client, { is_active: true });
    for (const is_active of [false, false, true])
      await client.put(`/scenarios/${scenario.id}`, { name: "X", platform: "whatsapp", is_active });
    const events = await eventsOf(client, `scenario_id=${scenario.id}`);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ["scenario.paused", { scenario_id: scenario.id }],
      ["scenario.activated", { scenario_id: scenario.id }],
    ]);
  });

  it("report channels that are stopped, and why", async () => {
    const stopped = await newChannel(client);
    await client.put(`/channels/${stopped.id}`, { name: "Stopped", is_active: false });
    expect(await dataOf(client, "channel.stopped")).toEqual([
      { channel_id: stopped.id, reason: "by_request" },
    ]);
  });

  it("report endpoints that are disabled, and tests", async () => {
    const [endpoint] = await rowsOf<{ id: number }>(
      `insert into webhook_endpoints (workspace_id, url, event_types, created_at, updated_at) values (?, 'https://example.com/h', '["*"]', 1, 1) returning id`,
      client.workspaceId,
    );
    const webhook_endpoint_id = endpoint!.id;
    await run(
      "update webhook_endpoints set is_active = 0, disabled_at = 1, disabled_reason = 'gone' where id = ?",
      webhook_endpoint_id,
    );
    await run(
      "insert into new_events (workspace_id, type, lead_id, scenario_id, data) values (?, 'webhook_endpoint.test', null, null, json_object('webhook_endpoint_id', cast(? as integer)))",
      client.workspaceId,
      webhook_endpoint_id,
    );
    const updates = { webhook_endpoint_id, reason: "gone", scenario_id: null };
    expect(await dataOf(client, "webhook_endpoint.disabled")).toEqual([updates]);
    expect(await dataOf(client, "webhook_endpoint.test")).toEqual([{ webhook_endpoint_id }]);
  });
});
