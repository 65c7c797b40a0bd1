import { beforeEach, describe, expect, it } from "vitest";
import { type Client, newChannel, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import type { Nodes } from "../support/flow";
import { databaseWith } from "../support/message-sender-faults";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { newFlow, stepDue } from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";

const encoder = new TextEncoder();
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length;

/** Data of so many bytes as JSON, most of them in characters of three bytes. */
const dataOf = (bytes: number) => {
  const rest = bytes - bytesOf({ note: "" });
  return { note: "漢".repeat(rest / 3) + "x".repeat(rest % 3) };
};

const PAID: Nodes = {
  paid: ["wait_for_event", { event: "custom", filter: { name: "paid" }, timeout_seconds: 60 }],
};

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

/** Steps all due runs. Returns what each of the scheduler's round trips has read. */
async function claims() {
  const trips: { rows: number; bytes: number }[] = [];
  const DB = databaseWith(async (call) => {
    const results = (await call()) as D1Result[];
    trips.push({
      rows: results.reduce((sum, { meta }) => sum + meta.rows_read, 0),
      bytes: results.reduce((sum, { results: rows }) => sum + bytesOf(rows), 0),
    });
    return results;
  });
  await bindRunScheduler(client, { DB, MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
  await stepDue(client);
  return {
    count: trips.length,
    rows: trips.reduce((sum, { rows }) => sum + rows, 0),
    bytes: trips.reduce((sum, { bytes }) => sum + bytes, 0),
    most: Math.max(...trips.map(({ bytes }) => bytes)),
  };
}

/** The bytes that are kept of events, whether runs were stepped with them or not. */
const keptBytes = async () => {
  const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
    `select ifnull((select sum(octet_length(data)) from custom_events), 0)
       + ifnull((select sum(octet_length(data)) from run_events), 0)
       + ifnull((select sum(octet_length(detail)) from run_steps), 0) as n`,
  );
  return n;
};

const kept = () =>
  rowsOf("select id from custom_events where workspace_id = ?", client.workspaceId);

/** Has a lead wait for the event in as many scenarios. Returns the scenarios. */
async function newWaiting(lead: { id: number }, runs: number) {
  const scenarios = [];
  for (let n = 0; n < runs; n++) {
    const scenario = await newFlow(client, PAID);
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
    scenarios.push(scenario);
  }
  await claims();
  return scenarios;
}

const report = (lead: { id: number }, name: string, data: object) =>
  client.post(`/leads/${lead.id}/events`, { name, data });

const stepsOf = async (runId: number) => (await client.get(`/runs/${runId}/steps`)).body.data;

describe("the data of an event", () => {
  it("may have 8,192 bytes", async () => {
    const lead = await newLead(client);
    expect((await report(lead, "paid", dataOf(8_192))).status).toBe(201);
    const { status, body } = await report(lead, "paid", dataOf(8_193));
    expect([status, body.errors]).toEqual([
      422,
      { data: ["The data field must not be greater than 8192 bytes."] },
    ]);
  });

  it("is kept once for all runs that it reaches, and read by no claim", async () => {
    const lead = await newLead(client);
    const scenarios = await newWaiting(lead, 40);
    const before = await keptBytes();
    const data = dataOf(8_192);
    const { body } = await report(lead, "paid", data);
    expect(body.data.run_ids).toHaveLength(40);
    expect((await keptBytes()) - before).toBeLessThan(8_192 + 40 * 20);
    const { count, rows, bytes } = await claims();
    // One run of the lead at a time, and claims that find none.
    expect(count).toBeLessThan(43);
    expect(rows / count).toBeLessThan(400);
    expect(bytes / count).toBeLessThan(2_000);
    expect((await keptBytes()) - before).toBeLessThan(8_192 + 40 * 20);
    for (const runId of [body.data.run_ids[0], body.data.run_ids.at(-1)])
      expect(await stepsOf(runId)).toMatchObject([
        { outcome: "event", detail: { name: "paid", data } },
      ]);

    const [first, ...others] = scenarios;
    await testEnv.DB.prepare("delete from runs where scenario_id = ?").bind(first?.id).run();
    expect(await kept()).toHaveLength(1);
    for (const { id } of others)
      await testEnv.DB.prepare("delete from runs where scenario_id = ?").bind(id).run();
    expect(await kept()).toEqual([]);
  });

  it("is gone once no run has it: of an event that none waits for, or has room for, or another than it waits for", async () => {
    const lead = await newLead(client);
    await report(lead, "paid", { euros: 5 });
    expect(await kept()).toEqual([]);
    await newWaiting(lead, 2);
    await report(lead, "other", { euros: 5 });
    expect(await kept()).toHaveLength(1);
    await claims();
    expect(await kept()).toEqual([]);
    await report(lead, "paid", { euros: 5 });
    await rowsOf(
      `insert into run_events (run_id, seq, visit, kind, data, at)
       select id, 200, visits, 'custom', '{"name":"other"}', 1 from runs where lead_id = ?`,
      lead.id,
    );
    expect((await report(lead, "paid", { euros: 6 })).body.data.run_ids).toEqual([]);
    expect(await kept()).toHaveLength(1);
    await client.delete(`/leads/${lead.id}`);
    await testEnv.DB.prepare("delete from leads where id = ?").bind(lead.id).run();
    expect(await kept()).toEqual([]);
  });
});

describe("a claim", () => {
  it("reads no more than the beginning of a lead's last reply", async () => {
    const channel = await newChannel(client);
    const scenario = await newFlow(client, { end: ["exit"] });
    const lead = await newLead(client);
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
         values (?1, ?2, 'whatsapp', ?3, 1, 1)`,
      ).bind(client.workspaceId, lead.id, channel.id),
      testEnv.DB.prepare(
        `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, sent_at, created_at)
         select workspace_id, id, channel_id, 'inbound', 'text', ?2, 'received', ?3, ?3
         from conversations where channel_id = ?1`,
      ).bind(channel.id, "漢".repeat(65_536), Date.now()),
    ]);
    const { most } = await claims();
    expect(most).toBeGreaterThan(3 * 4_096);
    expect(most).toBeLessThan(20_000);
  });
});

describe("events that gather while runs are paused", () => {
  it("are 200 a run at most, and a claim reads no more than four megabytes of them", async () => {
    const channel = await newChannel(client);
    const scenario = await newFlow(client, {
      answer: ["wait_for_reply", { timeout_seconds: 60, save_to: "said" }],
    });
    const leads = await Promise.all(Array.from({ length: 6 }, () => newLead(client)));
    for (const { id } of leads)
      await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: id });
    await claims();
    await client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active: false });
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
         select workspace_id, id, 'whatsapp', ?1, 1, 1 from leads where workspace_id = ?2`,
      ).bind(channel.id, client.workspaceId),
      testEnv.DB.prepare(
        `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, sent_at, created_at)
         with recursive times(n) as (select 1 union all select n + 1 from times where n < 201)
         select workspace_id, id, channel_id, 'inbound', 'text', ?2, 'received', ?3, ?3
         from conversations cross join times where channel_id = ?1`,
      ).bind(channel.id, "𠮷".repeat(2_048), Date.now()),
    ]);
    expect(
      await rowsOf(
        "select count(*) as n from run_events where message_id is not null group by run_id",
      ),
    ).toEqual(leads.map(() => ({ n: 200 })));
    await client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active: true });
    // They go on one after the other: here at once.
    await rowsOf("update runs set next_at = 1 where scenario_id = ?", scenario.id);
    const { count, most } = await claims();
    // Two runs at a time: each has 1.6 MB.
    expect(count).toBeLessThan(6);
    expect(most).toBeLessThan(4_500_000);
    expect(await rowsOf("select end_reason from runs where scenario_id = ?", scenario.id)).toEqual(
      leads.map(() => ({ end_reason: "reached_end" })),
    );
  });
});
