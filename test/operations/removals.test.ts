import { createExecutionContext, createScheduledController } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { unscopedBatch } from "#db/batch";
import { removeChunk } from "#db/removal/tombstones";
import { recordAnswer } from "#features/automation/runs/worker/answers";
import { RemovalQueue } from "#features/operations/chunks/removals";
import worker from "../../src/index";
import { runUntilIdle } from "../support/alarms";
import {
  type Client,
  idsOf,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { click, flushAndClassify } from "../support/clicks";
import { followChanges } from "../support/directory";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { eventsOf } from "../support/events";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { messageSenderOf } from "../support/messaging";
import { OFFLINE_CHUNK_WORKER, OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { enrol, settle, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { addMessage, addStep, seedRun } from "../support/runs";
import { scopeOf } from "../support/scope";
import { seedLeads } from "../support/seed";

skipEventAudit();

let client: Client;

/** The tables whose rows are removed behind a deleted parent. */
const TABLES =
  "runs run_steps run_tags messages link_sends link_clicks link_hours lead_tags consents analyses " +
  "profile_claims scenario_versions scenario_days webhook_deliveries";

const countOf = async (table: string) =>
  (await rowsOf<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n;

const leftovers = async () =>
  Object.fromEntries(
    await Promise.all(
      [...TABLES.split(" "), "removals"].map(async (name) => [name, await countOf(name)]),
    ),
  );

/** Deletes a row as a request does that dies right after: nothing behind it is removed yet. */
const hide = (table: string, id: number) =>
  testEnv.DB.prepare(`delete from ${table} where id = ?`).bind(id).run();

const hideRunsOf = (scenario: { id: number }) =>
  testEnv.DB.prepare(
    `insert into removals (kind, parent_id, workspace_id, up_to)
     values ('runs', ?, ?, (select max(id) from runs))`,
  )
    .bind(scenario.id, client.workspaceId)
    .run();

const scope = () => scopeOf(client.workspaceId);
const chunk = (limit: number) => unscopedBatch(scope(), { chunk: removeChunk(scope(), limit) });

async function removeAll(limit = 2) {
  for (let chunks = 0; chunks < 200; chunks++) {
    if ((await countOf("removals")) === 0) return chunks;
    await chunk(limit);
  }
  throw new Error("Rows are still to be removed after 200 chunks.");
}

const statusesOf = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await client.get(path)).status));

beforeEach(async () => {
  for (const table of [...TABLES.split(" "), "events", "leads", "tags", "scenarios", "removals"])
    await testEnv.DB.prepare(`delete from ${table}`).run();
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
});

/** A lead with whatever can be behind a lead. */
async function newFullLead() {
  const [tag, channel] = [await newTag(client), await newChannel(client)];
  const scenario = await newScenario(client, { tracked_tag_ids: [tag.id] });
  const link = await newShortLink(client);
  const lead = await newLead(client, {
    ext_id: "crm-1",
    email: "ada@example.com",
    phone: "+33612345678",
    tag_ids: [tag.id],
  });
  await client.patch(`/leads/${lead.id}`, { last_name: "Secret-Lovelace" });
  const { conversation_id } = await newInbound(client, channel.id, lead.id);
  await newInbound(client, channel.id, lead.id, { text: "Again" });
  await newInbound(client, channel.id, lead.id, { text: "And again" });
  await client.post(`/leads/${lead.id}/opt-out`);
  await client.post(`/leads/${lead.id}/opt-in`);
  const run = await seedRun(client, scenario, lead);
  for (const visit of [1, 2, 3]) await addStep(run, visit);
  const messageId = await addMessage(client, run, conversation_id, { channel_id: channel.id });
  const send = await newLinkSend(client, link.id, lead.id);
  await click(send.url);
  await flushAndClassify(link.id);
  await client.post(`/leads/${lead.id}/analyze`);
  const [analysis] = await rowsOf<{ id: number }>(
    "select id from analyses where lead_id = ?",
    lead.id,
  );
  return { tag, channel, scenario, link, lead, conversation_id, run, messageId, send, analysis };
}

describe("a deleted lead", () => {
  it("is gone at once with all that is behind it, which is removed in chunks", async () => {
    const full = await newFullLead();
    const { lead, scenario, link, run, send, channel } = full;
    await hide("leads", lead.id);
    expect(
      await statusesOf(
        `/leads/${lead.id}`,
        `/runs/${run.id}`,
        `/runs/${run.id}/steps`,
        `/runs/${run.id}/explain`,
        `/conversations/${full.conversation_id}`,
        `/conversations/${full.conversation_id}/messages`,
        `/messages/${full.messageId}`,
        `/link-sends/${send.id}`,
        ...(full.analysis ? [`/analyses/${full.analysis.id}`] : []),
      ),
    ).toEqual(Array(full.analysis ? 9 : 8).fill(404));
    for (const path of [
      "/leads",
      "/conversations",
      "/link-sends",
      `/link-sends?lead_id=${lead.id}`,
      `/link-sends?short_link_id=${link.id}`,
      `/short-links/${link.id}/clicks`,
      "/analyses",
      `/scenarios/${scenario.id}/leads`,
      `/scenarios/${scenario.id}/runs`,
    ])
      expect([path, await idsOf(client, path)]).toEqual([path, []]);
    const stats = await client.get(`/short-links/${link.id}/stats`);
    expect(stats.body.data.totals.unique_recipients_count).toBe(0);
    const events = JSON.stringify(await eventsOf(client));
    expect(events).not.toMatch(/Secret|ada@|"country"/);

    // Nothing is sent, counted or told of it any more.
    const before = await countOf("events");
    await stepDue(client);
    await runUntilIdle(messageSenderOf(channel.id), channel.id, client.workspaceId);
    await click(send.url);
    await flushAndClassify(link.id);
    const answer = { isOk: true, status: 200 };
    expect((await recordAnswer(scope(), run.id, 1, answer)).reached).toEqual([]);
    expect(await rowsOf("select status from messages where id = ?", full.messageId)).toEqual([
      { status: "queued" },
    ]);
    expect(await countOf("link_clicks")).toBe(1);
    expect(await countOf("events")).toBe(before);

    // Its unique values are free, also for what the chunks must leave alone.
    const again = await newLead(client, {
      ext_id: "crm-1",
      email: "ada@example.com",
      phone: "+33612345678",
    });
    await newInbound(client, channel.id, again.id, { text: "It's me" });
    expect(await removeAll()).toBeGreaterThan(2);
    expect(await leftovers()).toMatchObject({
      runs: 0,
      run_steps: 0,
      messages: 1,
      link_sends: 0,
      link_clicks: 0,
      consents: 0,
      profile_claims: 0,
      removals: 0,
    });
    const stored = JSON.stringify(await rowsOf("select data from events"));
    expect(stored).not.toMatch(/Secret/);
    expect((await client.get(`/leads/${again.id}`)).status).toBe(200);
  });

  it("takes nothing new: a row that comes late is refused", async () => {
    const { lead, scenario, link, conversation_id } = await newFullLead();
    await hide("leads", lead.id);
    const late = [
      `insert into runs (workspace_id, scenario_id, lead_id, version, state, enrolled_at, created_at,
        updated_at) values (${client.workspaceId}, ${scenario.id}, ${lead.id}, 1, 'pending', 1, 1, 1)`,
      `insert into messages (workspace_id, conversation_id, direction, type, status, created_at)
       values (${client.workspaceId}, ${conversation_id}, 'outbound', 'text', 'queued', 1)`,
      `insert into link_sends (workspace_id, short_link_id, lead_id, created_at)
       values (${client.workspaceId}, ${link.id}, ${lead.id}, 1)`,
    ];
    for (const statement of late)
      await expect(testEnv.DB.prepare(statement).run()).rejects.toThrow("FOREIGN KEY");
  });
});

describe("a scenario whose runs are deleted", () => {
  it("counts them, and enrols its leads again at once", async () => {
    const [scenario, channel] = [await newScenario(client), await newChannel(client)];
    const lead = await newLead(client);
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    const ended = await seedRun(client, scenario, lead, { state: "completed", ended_at: 1 });
    const active = await seedRun(client, scenario, lead);
    const message = await addMessage(client, active, conversation_id, { channel_id: channel.id });
    await hideRunsOf(scenario);
    expect(await statusesOf(`/runs/${ended.id}`, `/runs/${active.id}`)).toEqual([404, 404]);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([]);
    expect((await client.delete(`/scenarios/${scenario.id}/leads/${lead.id}`)).status).toBe(404);
    const run = await enrol(client, scenario.id, lead.id);
    expect(run.id).toBeGreaterThan(active.id);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([lead.id]);
    expect(await idsOf(client, `/scenarios/${scenario.id}/runs`)).toEqual([run.id]);
    await removeAll();
    expect(await rowsOf("select id from runs")).toEqual([{ id: run.id }]);
    expect(await rowsOf("select status from messages where id = ?", message)).toEqual([
      { status: "failed" },
    ]);
    expect((await client.delete(`/scenarios/${scenario.id}/leads`)).body.deleted).toBe(1);
  });

  it("sends none of their messages, also before they are removed", async () => {
    const [scenario, channel] = [
      await newScenario(client, { is_active: true }),
      await newChannel(client),
    ];
    const lead = await newLead(client);
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    const run = await seedRun(client, scenario, lead);
    const message = await addMessage(client, run, conversation_id, { channel_id: channel.id });
    await hideRunsOf(scenario);
    await settle(client);
    expect(await rowsOf("select status from messages where id = ?", message)).toEqual([
      { status: "failed" },
    ]);
  });

  it.each(["all leads", "the lead"])(
    "gives those of %s no reply, which another run waits for",
    async (whose) => {
      const [channel, lead] = [await newChannel(client), await newLead(client)];
      const other = await seedRun(client, await newScenario(client), lead);
      const scenario = await newScenario(client);
      const removed = await seedRun(client, scenario, lead);
      await rowsOf(
        `insert into removals (kind, parent_id, lead_id, workspace_id, up_to)
       values ('runs', ?, ?, ?, ?)`,
        scenario.id,
        whose === "the lead" ? lead.id : 0,
        client.workspaceId,
        removed.id,
      );
      await newInbound(client, channel.id, lead.id);
      expect(await rowsOf("select run_id from run_events")).toEqual([{ run_id: other.id }]);
    },
  );

  it("removes hundreds behind the answer, which counts all", async () => {
    const scenario = await newScenario(client);
    await seedLeads(client.workspaceId, 250);
    await testEnv.DB.prepare(
      `insert into runs (workspace_id, scenario_id, lead_id, version, state, enrolled_at, created_at,
         updated_at)
       select workspace_id, ?, id, 1, 'pending', 1, 1, 1 from leads where workspace_id = ?`,
    )
      .bind(scenario.id, client.workspaceId)
      .run();
    const offline = { fetcher: serveOffline() };
    const answer = await client.delete(`/scenarios/${scenario.id}/leads`, undefined, offline);
    expect(answer.body).toEqual({ success: true, deleted: 250 });
    expect(await countOf("runs")).toBe(150);
    const again = await client.delete(`/scenarios/${scenario.id}/leads`, undefined, offline);
    expect(again.body.deleted).toBe(0);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([]);
    await removeAll(100);
    expect(await countOf("runs")).toBe(0);
  });
});

describe("a lead whose runs of a scenario are deleted", () => {
  /** Deletes its runs as a request that removes none itself. */
  const hideRunsOfLead = (scenario: { id: number }, lead: { id: number }) =>
    testEnv.DB.prepare(
      `insert into removals (kind, parent_id, lead_id, workspace_id, up_to)
       values ('runs', ?, ?, ?, (select max(id) from runs))`,
    )
      .bind(scenario.id, lead.id, client.workspaceId)
      .run();

  it("is not enrolled at once, and can be again; its runs are removed in chunks", async () => {
    const scenario = await newScenario(client);
    const [lead, other] = [await newLead(client), await newLead(client)];
    for (let visits = 0; visits < 3; visits++)
      await addStep(await seedRun(client, scenario, lead, { state: "completed", ended_at: 1 }), 1);
    const active = await seedRun(client, scenario, lead);
    const others = await seedRun(client, scenario, other);
    const elsewhere = await seedRun(client, await newScenario(client), lead);
    await hideRunsOfLead(scenario, lead);
    expect(await statusesOf(`/runs/${active.id}`, `/runs/${others.id}`)).toEqual([404, 200]);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([other.id]);
    expect(await idsOf(client, `/scenarios/${scenario.id}/runs`)).toEqual([others.id]);
    const run = await enrol(client, scenario.id, lead.id);
    expect(await idsOf(client, `/scenarios/${scenario.id}/leads`)).toEqual([other.id, lead.id]);
    expect(await countOf("runs")).toBe(7);
    expect(await removeAll(1)).toBeGreaterThan(3);
    expect(await rowsOf("select id from runs order by id")).toEqual(
      [others.id, elsewhere.id, run.id].map((id) => ({ id })),
    );
    const again = await client.delete(`/scenarios/${scenario.id}/leads/${lead.id}`);
    expect(again.body.deleted).toBe(1);
  });

  it("removes hundreds behind the answer, which counts all, as does the scenario's", async () => {
    const scenario = await newScenario(client);
    const [lead, other] = [await newLead(client), await newLead(client)];
    await testEnv.DB.prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 250)
       insert into runs (workspace_id, scenario_id, lead_id, version, state, ended_at, enrolled_at,
         created_at, updated_at)
       select ?, ?, ?, 1, 'completed', 1, 1, 1, 1 from numbers`,
    )
      .bind(client.workspaceId, scenario.id, lead.id)
      .run();
    await seedRun(client, scenario, other);
    const offline = { fetcher: serveOffline() };
    const path = `/scenarios/${scenario.id}/leads/${lead.id}`;
    const answer = await client.delete(path, undefined, offline);
    expect(answer.body).toEqual({ success: true, deleted: 250 });
    expect(await countOf("runs")).toBe(151);
    expect((await client.delete(path, undefined, offline)).status).toBe(404);
    await hide("leads", lead.id);
    const all = await client.delete(`/scenarios/${scenario.id}/leads`, undefined, offline);
    expect(all.body.deleted).toBe(1);
    await removeAll(100);
    expect(await countOf("runs")).toBe(0);
  });
});

describe("other deleted parents", () => {
  it("a tag is gone from leads, conditions and limits at once", async () => {
    const tag = await newTag(client, { label: "VIP" });
    const leads = [1, 2, 3].map(() => newLead(client, { tag_ids: [tag.id] }));
    const [lead] = await Promise.all(leads);
    const moments = ["tag_on_sent_id", "tag_on_read_id", "tag_on_clicked_id"];
    const names = (id: number | null) => Object.fromEntries(moments.map((name) => [name, id]));
    const link = await newShortLink(client, names(tag.id));
    await newShortLink(client, names(tag.id));
    expect(link).toMatchObject(names(tag.id));
    await hide("tags", tag.id);
    expect((await client.get(`/short-links/${link.id}`)).body.data).toMatchObject(names(null));
    const send = await newLinkSend(client, link.id, lead?.id ?? 0);
    await client.patch(`/link-sends/${send.id}`, { sent_at: "2026-01-01T00:00:00Z" });
    const isStored = "select 1 from short_links where tag_on_sent_id = ? or tag_on_clicked_id = ?";
    expect(await rowsOf(isStored, tag.id, tag.id)).toHaveLength(2);
    expect((await client.get(`/leads/${lead?.id}`)).body.data.tags).toEqual([]);
    expect((await client.get(`/leads?tag_ids[]=${tag.id}`)).status).toBe(422);
    const again = await newTag(client, { label: "vip" });
    expect(await idsOf(client, `/leads?tag_ids[]=${again.id}`)).toEqual([]);
    expect(await idsOf(client, `/leads?exclude_tag_ids[]=${again.id}`)).toHaveLength(3);
    await removeAll(1);
    expect(await countOf("lead_tags")).toBe(0);
    expect(await rowsOf(isStored, tag.id, tag.id)).toEqual([]);
    const events = await eventsOf(client, "type[]=lead.tag_removed");
    expect(events).toHaveLength(3);
  });

  it("a short link goes with its sends, clicks and hours; its slug is free", async () => {
    const link = await newShortLink(client, { slug: `promo-${client.workspaceId}` });
    const lead = await newLead(client);
    const send = await newLinkSend(client, link.id, lead.id);
    await click(send.url);
    await flushAndClassify(link.id);
    await hide("short_links", link.id);
    await followChanges();
    expect(await statusesOf(`/link-sends/${send.id}`)).toEqual([404]);
    expect(await idsOf(client, "/link-sends")).toEqual([]);
    expect(await idsOf(client, `/link-sends?lead_id=${lead.id}`)).toEqual([]);
    expect((await newShortLink(client, { slug: link.slug })).slug).toBe(link.slug);
    await removeAll(1);
    expect(await leftovers()).toMatchObject({ link_sends: 0, link_clicks: 0, link_hours: 0 });
  });

  it("a scenario goes with its runs and graphs; link sends keep no trace of it", async () => {
    const [scenario, link] = [await newScenario(client), await newShortLink(client)];
    const lead = await newLead(client);
    const run = await seedRun(client, scenario, lead);
    const send = await newLinkSend(client, link.id, lead.id);
    await testEnv.DB.prepare("update link_sends set scenario_id = ?").bind(scenario.id).run();
    await testEnv.DB.prepare("insert into scenario_days values (?, 1, '2026-01-01', '{}')")
      .bind(scenario.id)
      .run();
    await hide("scenarios", scenario.id);
    expect(await statusesOf(`/runs/${run.id}`)).toEqual([404]);
    expect((await client.get(`/link-sends/${send.id}`)).body.data.scenario_id).toBeNull();
    expect(await idsOf(client, `/link-sends?scenario_id=${scenario.id}`)).toEqual([]);
    await removeAll(1);
    expect(await leftovers()).toMatchObject({
      ...{ runs: 0, scenario_versions: 0, scenario_days: 0, link_sends: 1 },
    });
    const [event] = await eventsOf(client, "type[]=run.cancelled");
    expect(event?.data).toMatchObject({ run_id: run.id, end_reason: "scenario_deleted" });
  });
});

/** Requests and their work behind the answer, without the worker of chunks. */
function serveOffline() {
  return async (request: Request) => {
    const ctx = createExecutionContext();
    const env = {
      ...testEnv,
      CHUNK_WORKER: OFFLINE_CHUNK_WORKER,
      MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
    };
    return worker.fetch(request, env, ctx);
  };
}

describe("the worker of chunks", () => {
  /** Deletes a lead with five runs of three steps each, and a tag on three leads. */
  async function newRemovals() {
    const { lead, tag } = await newFullLead();
    for (let other = 0; other < 4; other++)
      await seedRun(client, await newScenario(client), lead, { visits: other });
    for (let other = 0; other < 3; other++) await newLead(client, { tag_ids: [tag.id] });
    await hide("leads", lead.id);
    await hide("tags", tag.id);
  }
  const done = { runs: 0, run_steps: 0, lead_tags: 0, messages: 0, removals: 0 };
  const once = async (events: number) =>
    expect(await eventsOf(client, "type[]=run.cancelled&type[]=lead.tag_removed")).toHaveLength(
      events,
    );

  it("removes the rows of all workspaces", async () => {
    await newRemovals();
    client = clientWithoutWakeUps(await newWorkspace());
    await newRemovals();
    const queue = new RemovalQueue(testEnv, "DB");
    while (await queue.workNext());
    expect(await leftovers()).toMatchObject(done);
    await once(8);
  });

  it("does no harm where two work at once", async () => {
    await newRemovals();
    const drain = async () => {
      const queue = new RemovalQueue(testEnv, "DB");
      while (await queue.workNext());
    };
    await Promise.all([drain(), drain(), removeAll(1)]);
    expect(await leftovers()).toMatchObject(done);
    await once(8);
  });

  it.each([
    ["before", () => Promise.reject(new Error("died"))],
    [
      "after",
      (call: () => Promise<unknown>) => call().then(() => Promise.reject(new Error("died"))),
    ],
  ] as const)("goes on where it died %s a chunk was written", async (_, dying) => {
    await newRemovals();
    await chunk(1);
    const DB = databaseWith(onlyAt(2, dying));
    await expect(new RemovalQueue({ ...testEnv, DB }, "DB").workNext()).rejects.toThrow("died");
    const queue = new RemovalQueue(testEnv, "DB");
    while (await queue.workNext());
    expect(await leftovers()).toMatchObject(done);
    await once(8);
  });

  it("is woken by the cron while rows remain, and only then", async () => {
    const woken: string[] = [];
    const CHUNK_WORKER = {
      getByName: (name: string) => ({ wake: async () => void woken.push(name) }),
    } as unknown as typeof testEnv.CHUNK_WORKER;
    const tick = () =>
      worker.scheduled(createScheduledController({ cron: "* * * * *" }), {
        ...testEnv,
        CHUNK_WORKER,
      });
    await tick();
    expect(woken).toEqual([]);
    await newRemovals();
    await tick();
    expect(woken).toEqual(["DB"]);
    await removeAll(100);
  });
});
