import { beforeEach, describe, expect, it } from "vitest";
import keepQuotas from "../../drizzle/once/keep-quotas.sql?raw";
import { AGE, analyse, newLeadWithMessages } from "../support/analyses";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify } from "../support/clicks";
import { testEnv } from "../support/env";
import { order, requestsTo, webhookUrl } from "../support/graph";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { reachedQuotas, setQuotas } from "../support/quotas";
import { rowsOf } from "../support/rows";
import {
  alarmOfRunScheduler,
  enrol,
  newFlow,
  runNow,
  stepDue,
  trailOf,
} from "../support/run-scheduler";
import { bindRunScheduler, clientWithoutWakeUps } from "../support/run-scheduler-faults";
import {
  alarmOfWebhookSender,
  deliverDue,
  deliveriesOf,
  endpointRow,
  idsSentTo,
  newEvent,
  newReceiver,
} from "../support/webhooks";

let client: Client;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
});

const refusal = (text: string) => ({
  status: 422,
  body: {
    message: "The given data was invalid.",
    code: "quota_reached",
    errors: { quota: [text] },
  },
});

describe("the quota of leads", () => {
  it("refuses one more, also of some that are created at once, but takes whoever writes", async () => {
    const channel = await newMetaChannel(client);
    await setQuotas(client, { leads: 2 });
    const lead = await newLead(client);
    const create = (ext_id: string) => client.post("/leads", { ext_id });
    const answers = await Promise.all(["a", "b", "c"].map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const refused = refusal("The workspace has reached its quota of 2 leads (leads).");
    expect(await create("d")).toMatchObject(refused);
    const scenario = await newScenario(client);
    const path = `/scenarios/${scenario.id}/leads`;
    expect(await client.post(path, { first_name: "Ann" })).toMatchObject(refused);
    expect((await client.post(path, { lead_id: lead.id })).status).toBe(201);
    expect((await client.patch(`/leads/${lead.id}`, { first_name: "Bo" })).status).toBe(200);
    const { status } = await deliver(channel, whatsappBody(channel, textFrom(newNumber(), "Hi")));
    expect(status).toBe(200);
    expect((await client.get("/leads")).body.data).toHaveLength(3);
    expect(await reachedQuotas(client)).toEqual([{ quota: "leads", limit: 2 }]);
    await setQuotas(client, { leads: null });
    expect((await create("d")).status).toBe(201);
  });
});

describe("the quota of bytes", () => {
  it("refuses what stores more, and nothing else", async () => {
    const channel = await newChannel(client);
    const data = { note: "x".repeat(60_000) };
    const lead = await newLead(client, { ext_id: "known", data });
    const link = await newShortLink(client);
    const scenario = await newScenario(client);
    await newInbound(client, channel.id, lead.id);
    // 1.25 times as much is not reached by the test.
    const { bytes } = (await client.get("/usage")).body.data.stored;
    await setQuotas(client, { stored_bytes: bytes });
    const body = { name: "S", platform: "whatsapp" };
    const text = `The workspace has reached its quota of ${bytes} stored bytes (stored_bytes).`;
    for (const answer of [
      await client.post("/leads", { first_name: "Ann" }),
      await client.patch(`/leads/${lead.id}`, { data: { a: 1 } }),
      await client.put(`/leads/${lead.id}/profile`, { profile: { verbatim: "Yes" } }),
      await client.post("/leads?upsert=1", { ext_id: "known", profile: { verbatim: "Yes" } }),
      await client.post("/scenarios", body),
      await client.put(`/scenarios/${scenario.id}`, body),
      await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id }),
      await client.post(`/scenarios/${scenario.id}/leads/bulk`, { lead_ids: [lead.id] }),
      await client.post(`/short-links/${link.id}/sends`, { lead_id: lead.id }),
      await client.post(`/leads/${lead.id}/messages`, { text: "Hi" }),
    ])
      expect(answer).toMatchObject(refusal(text));
    await newInbound(client, channel.id, lead.id);
    expect((await client.patch(`/leads/${lead.id}`, { warmth: "hot" })).status).toBe(200);
    expect((await client.post(`/leads/${lead.id}/opt-out`)).status).toBe(200);
    expect((await client.put(`/leads/${lead.id}/profile`, { age: 34 })).status).toBe(200);
    expect((await client.delete(`/leads/${lead.id}`)).status).toBe(200);
    expect((await client.put(`/scenarios/${scenario.id}`, body)).status).toBe(200);
    expect(await reachedQuotas(client)).toEqual([{ quota: "stored_bytes", limit: bytes }]);
  });

  it("refuses at 1.25 times as much whatever else stores something, but no way out", async () => {
    const channel = await newMetaChannel(client);
    const number = newNumber();
    const lead = await newLead(client, { ext_id: "known", phone: `+${number}` });
    const [other, third] = [await newLead(client), await newLead(client)];
    const { bytes } = (await client.get("/usage")).body.data.stored;
    const limit = Math.floor(bytes / 1.3);
    await setQuotas(client, { stored_bytes: limit });
    const text = `The workspace has reached its quota of ${limit} stored bytes (stored_bytes).`;
    for (const answer of [
      await client.patch(`/leads/${lead.id}`, { warmth: "hot" }),
      await client.post("/tags", { label: "More" }),
      await client.post(`/leads/${lead.id}/opt-in`),
      await client.post(`/leads/${lead.id}/events`, { name: "booked" }),
      await client.post("/webhook-endpoints", { url: "https://example.com/hook" }),
    ])
      expect(answer).toMatchObject(refusal(text));
    expect((await deliver(channel, whatsappBody(channel, textFrom(number, "Hi")))).status).toBe(
      200,
    );
    expect((await client.get("/messages")).body.data).toHaveLength(1);
    for (const [answer, status] of [
      [await client.post(`/leads/${lead.id}/opt-out`), 200],
      [await client.patch(`/leads/${other.id}`, { is_optout: true }), 200],
      [await client.post("/suppressions", { phone: "+33612345699" }), 201],
      [await client.patch("/settings", { retention_texts_days: 1 }), 200],
      [await client.post("/messages/preview", { lead_id: third.id, text: "Hi" }), 200],
      [await client.delete(`/leads/${other.id}`), 200],
      [await client.post(`/leads/${third.id}/erase`), 202],
    ] as const)
      expect(answer.status, answer.text).toBe(status);
    expect((await client.get(`/leads/${lead.id}`)).body.data.is_optout).toBe(true);
  });
});

it("keeps nothing at twice the quota of what comes from outside, and goes on redirecting", async () => {
  const [channel, number] = [await newMetaChannel(client), newNumber()];
  const [link, lead] = [await newShortLink(client), await newLead(client)];
  const { url } = await newLinkSend(client, link.id, lead.id);
  const write = async () => {
    const { status } = await deliver(channel, whatsappBody(channel, textFrom(number, "Hi")));
    expect((await click(url)).status).toBe(302);
    await flushAndClassify(link.id);
    const clicks = await rowsOf("select id from link_clicks where short_link_id = ?", link.id);
    const { data } = (await client.get(`/short-links/${link.id}`)).body;
    return { status, kept: clicks.length, counted: data.clicks_count };
  };
  await setQuotas(client, { stored_bytes: 1 });
  expect(await write()).toEqual({ status: 422, kept: 0, counted: 1 });
  expect((await client.get("/messages")).body.data).toEqual([]);
  await setQuotas(client, { stored_bytes: null });
  expect(await write()).toEqual({ status: 200, kept: 1, counted: 2 });
});

it("hears whoever opts out at twice the quota, also beside what it does not keep", async () => {
  const [channel, number] = [await newMetaChannel(client), newNumber()];
  const lead = await newLead(client, { phone: `+${number}` });
  await setQuotas(client, { stored_bytes: 1 });
  const [other, stop] = [textFrom(newNumber(), "Not kept"), textFrom(number, "STOP")];
  const both = {
    contacts: [...other.contacts, ...stop.contacts],
    messages: [...other.messages, ...stop.messages],
  };
  for (let times = 2; times > 0; times--)
    expect((await deliver(channel, whatsappBody(channel, both))).status).toBe(422);
  expect((await client.get(`/leads/${lead.id}`)).body.data.is_optout).toBe(true);
  const texts = (await client.get("/messages")).body.data.map(({ text }: { text: string }) => text);
  expect(texts.filter((text: string) => ["Not kept", "STOP"].includes(text))).toEqual(["STOP"]);
  await setQuotas(client, { stored_bytes: null });
});

it("the runs of a full workspace wait, and go on once there is room", async () => {
  const flow = await newFlow(
    client,
    { wait: ["delay", { seconds: 1 }], hot: ["set_variable", { name: "a", value: "1" }] },
    "wait > hot",
  );
  const run = await enrol(client, flow.id, (await newLead(client)).id);
  await setQuotas(client, { stored_bytes: 1 });
  await stepDue(client);
  expect([await trailOf(run), await reachedQuotas(client)]).toEqual([
    [],
    [{ quota: "stored_bytes", limit: 1 }],
  ]);
  expect(await alarmOfRunScheduler(client)).toBeNull();
  // The quota itself stops no run: only 1.25 times as much does.
  const { bytes } = (await client.get("/usage")).body.data.stored;
  await setQuotas(client, { stored_bytes: bytes });
  await stepDue(client);
  expect(await trailOf(run)).toEqual(["wait …"]);
});

it("a workspace that stores more than the default of today keeps that of before, if asked", async () => {
  const [large, small, set] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
  await setQuotas(set, { stored_bytes: 2_000_000_000 });
  for (const [{ workspaceId }, bytes] of [
    [large, 1_500_000_000],
    [small, 999_000_000],
    [set, 1_500_000_000],
  ] as const)
    await rowsOf(
      "insert into usage_changes (workspace_id, stored_bytes) select ?, ?",
      workspaceId,
      bytes,
    );
  await testEnv.DB.prepare(keepQuotas).run();
  const limits = [large, small, set].map(
    async (one) => (await one.get("/usage")).body.data.quotas.stored_bytes,
  );
  expect(await Promise.all(limits)).toEqual([4_000_000_000, 1_000_000_000, 2_000_000_000]);
});

describe("the quotas of a day", () => {
  it("block messages, of requests and of runs, but never what is received", async () => {
    const channel = await newChannel(client);
    const lead = await newLead(client);
    await newInbound(client, channel.id, lead.id);
    const flow = await newFlow(
      client,
      {
        ask: ["message", { text: "Hello" }],
        no: ["handoff", { reason: "Not sent" }],
      },
      "ask:failed > no",
    );
    await setQuotas(client, { messages_per_day: 1 });
    const send = () => client.post(`/leads/${lead.id}/messages`, { text: "Hi" });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = "The workspace has reached its quota of 1 messages a day (messages_per_day).";
    expect(await send()).toMatchObject(refusal(refused));
    const run = await enrol(client, flow.id, lead.id);
    await stepDue(client);
    expect(await runNow(client, run)).toMatchObject({ state: "handed_off" });
    const { body } = await client.get(`/runs/${run.id}/steps`);
    expect(JSON.stringify(body.data)).toContain('"quota":"messages_per_day"');
    await newInbound(client, channel.id, lead.id);
    expect(await reachedQuotas(client)).toEqual([{ quota: "messages_per_day", limit: 1 }]);
  });

  it("have HTTP requests of scenarios fail without being made", async () => {
    const key = crypto.randomUUID();
    await order(key, { queue: [] });
    await bindRunScheduler(client, { SHORT_URL_BASE: "http://localhost:8787" });
    await setQuotas(client, { http_requests_per_day: 0 });
    const flow = await newFlow(
      client,
      { ask: ["webhook", { url: webhookUrl(key) }], bad: ["handoff", { reason: "Not asked" }] },
      "ask:failed > bad",
    );
    const run = await enrol(client, flow.id, (await newLead(client)).id);
    await stepDue(client);
    expect(await trailOf(run)).toEqual(expect.arrayContaining([expect.stringContaining("failed")]));
    expect(await requestsTo(key)).toEqual([]);
    expect(await reachedQuotas(client)).toEqual([{ quota: "http_requests_per_day", limit: 0 }]);
  });

  it("have deliveries of webhooks wait for another day, in their order and without a fault", async () => {
    const owner = clientWithoutWakeUps(await newWorkspace());
    const receiver = await newReceiver(owner, { event_types: ["scenario.paused"] });
    const events: number[] = [];
    for (let n = 0; n < 7; n++) events.push(await newEvent(owner.workspaceId, "scenario.paused"));
    await setQuotas(owner, { webhook_deliveries_per_day: 3 });
    await deliverDue(receiver.id);
    const { body } = await owner.post(`/webhook-endpoints/${receiver.id}/test`);
    await deliverDue(receiver.id);
    expect(await idsSentTo(receiver.key)).toEqual(events.slice(0, 3));
    expect(await alarmOfWebhookSender(receiver.id)).toBeGreaterThan(Date.now() + 30_000);
    expect(await endpointRow(receiver.id)).toMatchObject({ failures: 0, paused_until: null });
    expect((await endpointRow(receiver.id)).next_at).toBeGreaterThan(Date.now() + 30_000);
    expect(await deliveriesOf(receiver.id)).toHaveLength(4);
    expect(await reachedQuotas(owner)).toEqual([{ quota: "webhook_deliveries_per_day", limit: 3 }]);
    // The test waits and counts like the others, which are sent in the order of their ids.
    const yesterday = "update usage_days set day = date('now', '-1 day') where workspace_id = ?";
    await rowsOf(yesterday, owner.workspaceId);
    await deliverDue(receiver.id);
    const tested = [...events.slice(0, 5), body.data.event_id];
    expect(await idsSentTo(receiver.key)).toEqual(tested);
    await setQuotas(owner, { webhook_deliveries_per_day: null });
    await deliverDue(receiver.id);
    expect((await idsSentTo(receiver.key)).slice(6)).toEqual(events.slice(5));
    for (const { status, attempts } of await deliveriesOf(receiver.id))
      expect([status, attempts]).toEqual(["delivered", 1]);
  });

  it("skip analyses, and keep the workspace's own limit below them", async () => {
    const owner = await newWorkspace();
    await setQuotas(owner, { analyses_per_day: 1 });
    const refused = await owner.patch("/settings", { analysis_daily_limit: 2 });
    expect(refused.body.errors).toEqual({
      analysis_daily_limit: ["The analysis daily limit field must not be greater than 1."],
    });
    expect((await owner.patch("/settings", { analysis_daily_limit: 1 })).status).toBe(200);
    await owner.patch("/settings", { analysis_daily_limit: null });
    const [one, other] = [
      await newLeadWithMessages(owner, AGE),
      await newLeadWithMessages(owner, AGE),
    ];
    expect(await analyse(owner, one.leadId)).toMatchObject([{ status: "completed" }]);
    expect(await analyse(owner, other.leadId)).toMatchObject([
      { status: "skipped", reason: "daily_limit" },
    ]);
    expect(await reachedQuotas(owner)).toEqual([{ quota: "analyses_per_day", limit: 1 }]);
  });
});
