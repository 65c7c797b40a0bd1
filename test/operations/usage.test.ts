import { describe, expect, it } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { RemovalQueue } from "#features/operations/chunks/removals";
import type { Usage } from "#features/operations/usage/schema";
import { DAY_MS } from "#lib/time";
import { analyse, newLeadWithMessages } from "../support/analyses";
import {
  type Client,
  call,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newShortLink,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { click, flushAndClassify, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { order, webhookUrl } from "../support/graph";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue } from "../support/run-scheduler";
import { bindRunScheduler } from "../support/run-scheduler-faults";
import { deliverDue, newReceiver } from "../support/webhooks";

const operator = { token: testEnv.OPERATOR_TOKEN };
const usageOf = async (client: Client, query = ""): Promise<Usage> =>
  (await client.get(`/usage${query}`)).body.data;
/** The bytes that are stored for good: without events, acts and whatever else goes by itself. */
async function bytesOf(client: Client) {
  const [row] = await rowsOf<{ bytes: number }>(
    `select sum(iif(day = date(), stored_bytes, 0)) - sum(day_bytes + month_bytes + year_bytes)
       as bytes
     from usage_days where workspace_id = ?`,
    client.workspaceId,
  );
  return row!.bytes;
}
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

describe("what is stored", () => {
  it("grows with what is created, and is nothing again once it is deleted", async () => {
    const client = await newWorkspace();
    const channel = await newChannel(client);
    const tag = await newTag(client);
    const link = await newShortLink(client);
    const lead = await newLead(client, { email: "ann@example.com", tag_ids: [tag.id] });
    const own = { leads: 1, messages: 0, runs: 0, channels: 1, scenarios: 0, short_links: 1 };
    expect((await usageOf(client)).stored).toEqual({
      ...own,
      ...{ sources: 0, tags: 1, triggers: 0, bytes: expect.any(Number), media_bytes: 0 },
    });
    expect(await bytesOf(client)).toBe(1_000);

    // The data of a lead counts in steps of 1,024 bytes.
    await client.patch(`/leads/${lead.id}`, { data: { note: "x".repeat(900) } });
    expect(await bytesOf(client)).toBe(1_000);
    await client.patch(`/leads/${lead.id}`, { variables: { note: "é".repeat(1_000) } });
    expect(await bytesOf(client)).toBe(1_000 + 2 * 1_024);

    const text = "Hello, it's me.";
    await newInbound(client, channel.id, lead.id, { text });
    const withMessage = await bytesOf(client);
    expect(withMessage).toBe(1_000 + 2 * 1_024 + 350 + 12 * text.length + "{}".length);
    await newLinkSend(client, link.id, lead.id);
    expect(await bytesOf(client)).toBe(withMessage + 100);

    const scenario = await newFlow(
      client,
      { hello: ["message", { text: "Hi" }], end: ["exit"] },
      "hello > end",
    );
    const graph = await rowsOf<{ bytes: number }>(
      `select octet_length(nodes) + octet_length(edges) + octet_length(triggers) as bytes from scenario_versions
       where scenario_id = ?`,
      scenario.id,
    );
    const version = 100 + graph[0]!.bytes;
    const withScenario = await bytesOf(client);
    expect(withScenario).toBe(withMessage + 100 + version);
    const run = await enrol(client, scenario.id, lead.id);
    await client.post(`/runs/${run.id}/cancel`);
    const { state } = await runNow(client, run);
    expect(state).toBe("cancelled");
    expect((await usageOf(client)).stored).toMatchObject({ runs: 1, scenarios: 1 });

    const { body } = await client.get(`/scenarios/${scenario.id}`);
    for (let saves = 0; saves < 12; saves++)
      await client.put(`/scenarios/${scenario.id}`, body.data);
    await client.delete(`/scenarios/${scenario.id}`);
    await client.delete(`/leads/${lead.id}`);
    for (const path of [`/channels/${channel.id}`, `/tags/${tag.id}`, `/short-links/${link.id}`])
      await client.delete(path);
    expect((await usageOf(client)).stored).toEqual({
      leads: 0,
      messages: 0,
      runs: 0,
      channels: 0,
      scenarios: 0,
      short_links: 0,
      sources: 0,
      tags: 0,
      triggers: 0,
      bytes: expect.any(Number),
      media_bytes: 0,
    });
    expect(await bytesOf(client)).toBe(0);
  });
});

it("what is behind a deleted lead counts until it is removed; the lead itself no more", async () => {
  await holdChunkWorker();
  const client = await newWorkspace();
  const texts = Array.from({ length: 150 }, () => "Hello");
  const { leadId } = await newLeadWithMessages(client, ...texts);
  const message = 350 + 12 * "Hello".length + "{}".length;
  const storedIn = async () => {
    const { leads, messages } = (await usageOf(client)).stored;
    return { leads, messages, bytes: await bytesOf(client) };
  };
  expect(await storedIn()).toEqual({ leads: 1, messages: 150, bytes: 1_000 + 150 * message });
  await client.delete(`/leads/${leadId}`);
  expect(await storedIn()).toEqual({ leads: 0, messages: 50, bytes: 50 * message });
  const queue = new RemovalQueue(testEnv, "DB");
  while (await queue.workNext());
  expect(await storedIn()).toEqual({ leads: 0, messages: 0, bytes: 0 });
});

describe("what is used", () => {
  it("is counted by day: messages, clicks, HTTP requests and deliveries", async () => {
    const client = await newWorkspace();
    const [channel, link] = [await newChannel(client), await newShortLink(client)];
    const lead = await newLead(client);
    await newInbound(client, channel.id, lead.id);
    const send = () => client.post(`/leads/${lead.id}/messages`, { text: "Hi" });
    expect((await send()).status).toBe(201);
    await client.post(`/leads/${lead.id}/opt-out`);
    expect((await send()).body.data).toMatchObject({ status: "failed" });

    const { url } = await newLinkSend(client, link.id, lead.id);
    const before = await bytesOf(client);
    for (const visited of [url, url, link.template_variable_url]) await click(visited);
    await flushAndClassify(link.id);
    // Two clicks, in one hour of the link.
    expect((await bytesOf(client)) - before).toBe(2 * 110 + 80);

    const receiver = await newReceiver(client);
    await newTag(client);
    await newLead(client);
    await deliverDue(receiver.id);

    const key = crypto.randomUUID();
    await order(key, { queue: [] });
    await bindRunScheduler(client, { SHORT_URL_BASE: "http://localhost:8787" });
    const flow = await newFlow(client, { ask: ["webhook", { url: webhookUrl(key) }] });
    const run = await enrol(client, flow.id, (await newLead(client)).id);
    await stepDue(client);
    await eventually(async () => {
      await stepDue(client);
      expect((await runNow(client, run)).ended_at).not.toBeNull();
    });
    expect((await usageOf(client)).days[0]).toMatchObject({ http_requests: 1 });
    const { days, stored } = await usageOf(client);
    const last = await bytesOf(client);
    expect(days[0]).toMatchObject({
      messages_received: 1,
      messages_sent: 1,
      clicks: 3,
      webhook_deliveries: expect.any(Number),
      stored,
    });
    expect(days[0]?.webhook_deliveries).toBeGreaterThan(0);
    // With the lead go its three messages, its link send and two clicks.
    await client.delete(`/leads/${lead.id}`);
    const texts = 12 * "HelloHiHi".length + 3 * "{}".length;
    const consent = 250;
    expect(last - (await bytesOf(client))).toBe(1_000 + 3 * 350 + texts + 100 + 2 * 110 + consent);
  });

  it("counts the requests of a minute at once", async () => {
    const client = await newWorkspace();
    const requestsOf = async () => (await usageOf(client)).days[0]?.api_requests ?? 0;
    expect(await requestsOf()).toBe(0);
    for (let asked = 0; asked < 4; asked++) await client.get("/me");
    expect((await client.get("/leads/0")).status).toBe(404);
    await later(61_000, async () => {
      principals.clear();
      await client.get("/me");
    });
    await eventually(async () => expect(await requestsOf()).toBe(6));
  });

  it("begins each day with what is stored by then", async () => {
    const client = await newWorkspace();
    await newLead(client);
    await rowsOf(
      "update usage_days set day = ?, clicks = 7 where workspace_id = ?",
      day(1),
      client.workspaceId,
    );
    expect((await usageOf(client)).stored).toMatchObject({ leads: 1 });
    await Promise.all([newLead(client), newLead(client)]);
    const { stored, days } = await usageOf(client);
    expect(stored).toMatchObject({ leads: 3 });
    expect(await bytesOf(client)).toBe(3_000);
    expect(days).toMatchObject([
      { date: day(0), clicks: 0, stored: { leads: 3 } },
      { date: day(1), clicks: 7, stored: { leads: 1 } },
    ]);
    expect((await usageOf(client, `?to=${day(1)}`)).days).toMatchObject([{ date: day(1) }]);
  });

  it("counts an analysis on the day it was made", async () => {
    const owner = await newWorkspace();
    const { leadId } = await newLeadWithMessages(owner, "I'm 34 years old.");
    await analyse(owner, leadId);
    for (const [ago, analyses] of [
      [29, 3],
      [30, 4],
      [59, 5],
    ])
      await rowsOf(
        "insert into analysis_usage (workspace_id, day, model, analyses) values (?, ?, 'rules', ?)",
        owner.workspaceId,
        day(ago!),
        analyses!,
      );
    const daysOf = async (query: string) =>
      (await usageOf(owner, query)).days.map(({ date, analyses }) => [date, analyses]);
    expect(await daysOf("")).toEqual([
      [day(0), 1],
      [day(29), 3],
    ]);
    expect(await daysOf(`?to=${day(30)}`)).toEqual([
      [day(30), 4],
      [day(59), 5],
    ]);
    expect(await daysOf(`?from=${day(30)}&to=${day(29)}`)).toEqual([
      [day(29), 3],
      [day(30), 4],
    ]);
    for (const range of [`from=${day(0)}&to=${day(1)}`, `from=${day(366)}&to=${day(0)}`]) {
      const refused = await owner.get(`/usage?${range}`);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["to"]]);
    }
  });
});

describe("the usage of a workspace", () => {
  it("is shown to the operator, and to tokens that may read it", async () => {
    const [client, other] = [await newWorkspace(), await newWorkspace()];
    await newLead(client);
    const path = `/v1/workspaces/${client.workspaceId}/usage`;
    const { body } = await call("GET", path, operator);
    expect(body.data).toEqual(await usageOf(client));
    expect(body.data).toMatchObject({ stored: { leads: 1 }, quotas: { channels: 20 } });
    expect((await usageOf(other)).stored.leads).toBe(0);
    expect((await call("GET", "/v1/workspaces/4000000000/usage", operator)).status).toBe(404);
    expect((await (await withAbilities(client, "usage:read")).get("/usage")).status).toBe(200);
    expect((await (await withAbilities(client, "leads:read")).get("/usage")).status).toBe(403);
  });
});
