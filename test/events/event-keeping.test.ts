import { createScheduledController } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#lib/time";
import worker from "../../src/index";
import { newChannel, newInbound, newLead, newScenario, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { eventsOf } from "../support/events";
import { rowsOf } from "../support/rows";
import { seedRun } from "../support/runs";

skipEventAudit();

describe("a lead that is deleted", () => {
  it("leaves only ids, the ext_id and the event types in its events", async () => {
    const client = await newWorkspace();
    const secret = (name: string) => `Personal-${name}`;
    const tag = await newTag(client);
    const channel = await newChannel(client);
    const lead = await newLead(client, {
      ext_id: "crm-7",
      first_name: secret("first"),
      email: "personal@example.com",
      tag_ids: [tag.id],
    });
    await newInbound(client, channel.id, lead.id, { text: secret("text") });
    await client.patch(`/leads/${lead.id}`, {
      last_name: secret("last"),
      variables: { note: secret("variable") },
      pipeline_stage: "won",
    });
    await client.post(`/leads/${lead.id}/opt-out`);
    await client.post(`/leads/${lead.id}/opt-in`);
    const run = await seedRun(client, await newScenario(client), lead);
    expect(JSON.stringify(await eventsOf(client))).toMatch(/Personal-variable/);
    const before = await eventsOf(client, `lead_id=${lead.id}`);
    await client.delete(`/leads/${lead.id}`);
    const rows = await rowsOf("select * from events where workspace_id = ?", client.workspaceId);
    expect(JSON.stringify(rows)).not.toMatch(/personal/i);
    const events = await eventsOf(client, `lead_id=${lead.id}`);
    expect(JSON.stringify(events)).not.toMatch(/personal/i);
    expect(events.map(({ type }) => type)).toEqual([
      ...before.map(({ type }) => type),
      "lead.deleted",
      "run.cancelled",
    ]);
    const anonymous = { lead_id: lead.id, lead: null };
    for (const { data } of events) expect(data).toMatchObject(anonymous);
    const dataOfType = (type: string) => events.find((event) => event.type === type)?.data;
    expect(dataOfType("lead.updated")).toEqual({ ...anonymous, changes: {} });
    expect(dataOfType("message.received")).toMatchObject({ ...anonymous, message: null });
    expect(dataOfType("run.cancelled")).toMatchObject({
      ...anonymous,
      run_id: run.id,
      end_reason: "lead_deleted",
    });
    expect(dataOfType("lead.deleted")).toEqual({ ...anonymous, ext_id: "crm-7" });
  });
});

describe("events that are older than 30 days", () => {
  const cron = (inMs: number) =>
    later(inMs, () => worker.scheduled(createScheduledController({ cron: "17 * * * *" }), testEnv));
  const idsIn = async (client: { workspaceId: number }) =>
    (
      await rowsOf<{ id: number }>(
        "select id from events where workspace_id = ? order by id",
        client.workspaceId,
      )
    ).map(({ id }) => id);

  it("are deleted with their deliveries, and not before", async () => {
    const client = await newWorkspace();
    await newLead(client);
    const [event] = await idsIn(client);
    const [endpoint] = await rowsOf<{ id: number }>(
      `insert into webhook_endpoints (workspace_id, url, event_types, created_at, updated_at) values (?, 'https://example.com/', '["*"]', 1, 1) returning id`,
      client.workspaceId,
    );
    await rowsOf(
      "insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, created_at) values (?, ?, ?, 'delivered', 1)",
      client.workspaceId,
      endpoint!.id,
      event,
    );
    const deliveries = () => rowsOf("select 1 from webhook_deliveries where event_id = ?", event);
    await cron(30 * DAY_MS - 60_000);
    expect(await idsIn(client)).toEqual([event]);
    expect(await deliveries()).toHaveLength(1);
    const newer = event! + 120_000_000;
    await rowsOf(
      "insert into events (id, workspace_id, type) values (?, ?, 'lead.created')",
      newer,
      client.workspaceId,
    );
    await cron(30 * DAY_MS + 60_000);
    expect(await idsIn(client)).toEqual([newer]);
    expect(await deliveries()).toEqual([]);
  });

  it("have ids that two workspaces may share", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const { workspaceId } of [one, other])
      await rowsOf(
        "insert into events (id, workspace_id, type) values (9e15, ?, 'lead.created')",
        workspaceId,
      );
    await newLead(one);
    expect(await idsIn(one)).toEqual([9e15, 9e15 + 1]);
    expect(await idsIn(other)).toEqual([9e15]);
  });

  it("are deleted, however many there are", async () => {
    const { workspaceId } = await newWorkspace();
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 5001)
       insert into events (id, workspace_id, type) select n, ${workspaceId}, 'lead.created' from numbers`,
    ).run();
    await newLead(await newWorkspace());
    await cron(0);
    expect(await rowsOf("select id from events where workspace_id = ?", workspaceId)).toEqual([]);
  });
});
