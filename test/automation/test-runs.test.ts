import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#lib/time";
import worker from "../../src/index";
import {
  type Client,
  idsOf,
  make,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { meterOf, serveWith } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;
let other: Client;

beforeAll(async () => {
  [client, other] = [await newWorkspace(), await newWorkspace()];
});

const talk = flowOf(
  {
    hello: ["message", { text: "Hi {{first_name|there}}! Budget?" }],
    answer: ["wait_for_reply", { save_to: "budget", timeout_seconds: 3_600 }],
    pause: ["delay", { seconds: 7_200 }],
    call: ["webhook", { url: "https://example.com/", save_to: "plan" }],
    bye: ["message", { text: "Bye" }],
    late: ["exit"],
  },
  "hello > answer:reply > pause > call:success > bye",
  "answer:timeout > late call:failed > late",
);
const begin = (scenario: { id: number }, json: object = { lead: { first_name: "Ada" } }) =>
  make(client, `/scenarios/${scenario.id}/test`, json);
const happen = (run: { id: number }, json: object) =>
  client.post(`/test-runs/${run.id}/events`, json);
const skip = (run: { id: number }) => client.post(`/test-runs/${run.id}/skip`);
type Played = { trail: { node_id: string; outcome: string | null }[] };
const wayOf = ({ trail }: Played) =>
  trail.map(({ node_id, outcome }) => `${node_id} ${outcome ?? "…"}`);

describe("a test run", () => {
  it("goes through the graph as its author says, and ends", async () => {
    const scenario = await newScenario(client, talk);
    const run = await begin(scenario);
    expect(wayOf(run)).toEqual(["hello next", "answer …"]);
    expect(run).toMatchObject({
      ...{ scenario_id: scenario.id, lead_id: null, version: 1, is_draft: false },
      ...{ state: "waiting", node_id: "answer", waiting_for: "reply", ignored_events: [] },
    });
    expect(run.trail[0].message).toEqual({ type: "text", text: "Hi Ada! Budget?", payload: {} });
    expect(Date.parse(run.next_at) - Date.now()).toBeGreaterThan(3_500_000);
    const meter = await meterOf(async (fetcher) => {
      await client.post(`/test-runs/${run.id}/events`, { reply: "1500" }, { fetcher });
    });
    expect(meter.trips).toBe(1);
    expect(meter.rowsWritten).toBeLessThanOrEqual(3);
    const waiting = (await client.get(`/test-runs/${run.id}`)).body.data;
    expect(wayOf(waiting)).toEqual(["hello next", "answer reply", "pause …"]);
    expect(waiting.lead.variables).toEqual({ budget: "1500" });
    expect(waiting.lead_before).toEqual({ ...waiting.lead, variables: {} });
    const plan = { is_ok: true, status: 201, saved: { name: "pro" } };
    expect((await happen(run, { webhook: plan })).status).toBe(201);
    const ended = (await skip(run)).body.data;
    expect(wayOf(ended).slice(2)).toEqual(["pause next", "call success", "bye next"]);
    expect(ended).toMatchObject({
      state: "completed",
      lead: { variables: { plan: { name: "pro" } } },
    });
    expect([run.ahead_seconds, Math.round(ended.ahead_seconds / 60)]).toEqual([0, 120]);
    expect((await skip(run)).status).toBe(409);
    const { body } = await happen(run, { reply: "Hello?", click: null, tapped: " " });
    const { events, ignored_events } = body.data;
    expect(ignored_events).toEqual([2]);
    expect(events).toEqual([
      { at: waiting.trail[2].at, reply: "1500" },
      { at: expect.any(String), webhook: plan },
      { at: expect.any(String), reply: "Hello?", click: null, tapped: null },
    ]);
    const ahead = ended.ahead_seconds * 1_000;
    expect(Date.parse(events[2].at) - Date.parse(events[1].at)).toBeGreaterThanOrEqual(ahead);
    expect(await idsOf(client, "/test-runs")).toEqual([run.id]);
    expect((await client.delete(`/test-runs/${run.id}`)).body).toEqual({
      success: true,
      deleted: 1,
    });
    expect((await client.get(`/test-runs/${run.id}`)).status).toBe(404);
  });

  it("leaves the lead, the counts, the runs and the feed alone", async () => {
    const tag = await newTag(client);
    const graph = flowOf(
      {
        tag: ["add_tag", { tag_ids: [tag.id] }],
        hot: ["update_lead", { warmth: "hot" }],
        ask: ["ai_analyze"],
        hello: ["message", { text: "Hi {{first_name}}" }],
      },
      "tag > hot > ask > hello",
    );
    const scenario = await newScenario(client, { is_active: true, ...graph });
    const lead = await newLead(client, {
      first_name: "Grace",
      phone: null,
      email: "g@example.com",
    });
    const state = async () => ({
      lead: (await client.get(`/leads/${lead.id}`)).body.data,
      events: (await client.get("/events?per_page=10")).body.data,
      runs: await idsOf(client, `/scenarios/${scenario.id}/runs`),
      analyses: await idsOf(client, "/analyses"),
      conversations: await idsOf(client, "/conversations"),
      usage: await rowsOf(
        "select messages_sent, http_requests, runs from usage_days where workspace_id = ?",
        client.workspaceId,
      ),
    });
    const before = await state();
    const run = await begin(scenario, { lead_id: lead.id });
    expect(run).toMatchObject({ lead_id: lead.id, state: "completed" });
    expect(run.trail.at(-1).message.text).toBe("Hi Grace");
    expect(run.lead).toMatchObject({ tag_ids: [tag.id], fields: { warmth: "hot" } });
    expect(await state()).toEqual(before);
  });

  it("follows a copy of the draft, whatever becomes of that", async () => {
    const scenario = await newScenario(client);
    const draft = `/scenarios/${scenario.id}/draft`;
    const refused = await client.post(`/scenarios/${scenario.id}/test`, { lead: {}, draft: true });
    expect(refused.body.errors).toEqual({ draft: ["The selected draft is invalid."] });
    await client.put(draft, { name: "Draft", platform: "instagram", ...talk });
    const run = await begin(scenario, { lead: {}, draft: true });
    expect([run.is_draft, run.version, run.node_id]).toEqual([true, 1, "answer"]);
    await client.delete(draft);
    expect((await client.get(`/test-runs/${run.id}`)).body.data.node_id).toBe("answer");
    await client.delete(`/scenarios/${scenario.id}`);
    expect((await client.get(`/test-runs/${run.id}`)).status).toBe(404);
  });

  it("unsubscribes by the workspace's keywords, times out, and waits in real time", async () => {
    const scenario = await newScenario(client, talk);
    const [stops, late, real] = [
      await begin(scenario),
      await begin(scenario),
      await begin(scenario),
    ];
    expect((await happen(stops, { reply: "STOP" })).body.data).toMatchObject({
      ...{ state: "exited", end_reason: "opted_out" },
    });
    expect(wayOf((await skip(late)).body.data).slice(1)).toEqual([
      "answer timeout",
      "late exit_node",
    ]);
    await rowsOf("update test_runs set created_at = created_at - 3600001 where id = ?", real.id);
    expect((await client.get(`/test-runs/${real.id}`)).body.data.state).toBe("exited");
  });

  it("begins with the window as it is described: open, unless the lead wrote long before", async () => {
    const scenario = await newScenario(client, talk);
    const at = (hours: number) => ({
      lead: { last_inbound_at: new Date(Date.now() - hours * 3_600_000).toISOString() },
    });
    expect((await begin(scenario, at(23))).state).toBe("waiting");
    expect(await begin(scenario, at(25))).toMatchObject({
      ...{ state: "failed", end_reason: "window_closed" },
    });
  });

  it("is found by its scenario, and recognised by the name of a lead that was described", async () => {
    const owner = await newWorkspace();
    const [one, two] = [await newScenario(owner, talk), await newScenario(owner, talk)];
    const { id: lead_id } = await newLead(owner, { first_name: "Grace" });
    const beginOf = async ({ id }: { id: number }, json: object) =>
      (await owner.post(`/scenarios/${id}/test`, json)).body.data;
    const ada = { first_name: "Ada", last_name: "Lovelace" };
    const runs = [
      await beginOf(one, { lead: ada }),
      await beginOf(two, { lead: {} }),
      await beginOf(one, { lead_id }),
    ];
    expect(runs.map(({ lead_name }) => lead_name)).toEqual(["Ada Lovelace", null, null]);
    const listed = await owner.get(`/test-runs?scenario_id=${one.id}`);
    expect(listed.body.data.map((run: object) => Object.values(run).slice(0, 4))).toEqual([
      [runs[2].id, one.id, lead_id, null],
      [runs[0].id, one.id, null, "Ada Lovelace"],
    ]);
    expect(await idsOf(owner, "/test-runs")).toEqual(runs.map(({ id }) => id).toReversed());
    expect(await idsOf(client, `/test-runs?scenario_id=${one.id}`)).toEqual([]);
    expect((await owner.get("/test-runs?scenario_id=x")).status).toBe(422);
  });

  it("is its workspace's own, and refuses what is not", async () => {
    const scenario = await newScenario(client, talk);
    const [foreign, tag] = [await newLead(other), await newTag(other)];
    const run = await begin(scenario);
    for (const [json, field] of [
      [{}, "lead_id"],
      [{ lead_id: foreign.id }, "lead_id"],
      [{ lead: { tag_ids: [tag.id] } }, "lead.tag_ids.0"],
    ] as const) {
      const { status, body } = await client.post(`/scenarios/${scenario.id}/test`, json);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
    expect((await happen(run, { tag_added: tag.id })).body.errors).toEqual({
      tag_added: ["The selected tag added is invalid."],
    });
    expect((await happen(run, { reply: "a", read: true })).status).toBe(422);
    for (const send of [
      () => other.post(`/scenarios/${scenario.id}/test`, { lead: {} }),
      () => other.get(`/test-runs/${run.id}`),
      () => other.post(`/test-runs/${run.id}/events`, { reply: "Hi" }),
      () => other.post(`/test-runs/${run.id}/skip`),
      () => other.delete(`/test-runs/${run.id}`),
    ])
      expect((await send()).status).toBe(404);
    expect((await other.get("/test-runs")).body.data).toEqual([]);
  });

  it("takes two events at once one after the other, and skips a wait once", async () => {
    const scenario = await newScenario(client, talk);
    const run = await begin(scenario);
    const replies = await Promise.all(["1", "2"].map((reply) => happen(run, { reply })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const after = (await client.get(`/test-runs/${run.id}`)).body.data;
    expect([after.node_id, after.ignored_events]).toEqual(["pause", [1]]);
    const waiting = await begin(scenario);
    const DB = databaseWith(
      onlyAt(2, async (call) => {
        await happen(waiting, { reply: "Meanwhile" });
        return call();
      }),
    );
    const lost = await client.post(`/test-runs/${waiting.id}/skip`, undefined, {
      fetcher: serveWith(DB),
    });
    expect(lost.status).toBe(409);
    expect((await client.get(`/test-runs/${waiting.id}`)).body.data.node_id).toBe("pause");
  });

  it("has at most 100 events, and a workspace 100 test runs", async () => {
    const owner = await newWorkspace();
    const { id } = await newScenario(owner, talk);
    const create = () => owner.post(`/scenarios/${id}/test`, { lead: {} });
    const { data: run } = (await create()).body;
    const event = JSON.stringify({ after_ms: 1, happening: { read: true } });
    await rowsOf(
      "update test_runs set events = ? where id = ?",
      `[${Array(99).fill(event)}]`,
      run.id,
    );
    const send = (json: object) => owner.post(`/test-runs/${run.id}/events`, json);
    expect([(await send({ read: true })).status, (await send({ read: true })).status]).toEqual([
      201, 409,
    ]);
    const long = (await create()).body.data;
    for (const saved of ["x".repeat(600_000), "漢".repeat(200_000)]) {
      const webhook = { is_ok: true, saved };
      expect((await owner.post(`/test-runs/${long.id}/events`, { webhook })).status).toBe(409);
    }
    await rowsOf(
      `insert into test_runs (workspace_id, id, scenario_id, version, is_draft, created_at, start, nodes, edges)
       select workspace_id, test_runs.id + value, scenario_id, 1, 0, created_at, start, nodes, edges
       from test_runs cross join json_each('[${Array.from({ length: 97 }, (_, n) => n + 1)}]')
       where test_runs.id = ?`,
      long.id,
    );
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it("goes with its lead, stays with a merged one, and is deleted after 7 days", async () => {
    const scenario = await newScenario(client, talk);
    const [kept, merged] = [await newLead(client), await newLead(client)];
    const run = await begin(scenario, { lead_id: merged.id });
    await client.post("/leads/merge", { keep: kept.id, merge: merged.id });
    expect((await client.get(`/test-runs/${run.id}`)).body.data.lead_id).toBe(kept.id);
    const receipt = (await client.post(`/leads/${kept.id}/erase`)).body.data;
    expect(receipt.removed.test_runs).toBe(1);
    expect(await rowsOf("select id from test_runs where id = ?", run.id)).toEqual([]);
    const [old, young] = [await begin(scenario), await begin(scenario)];
    await rowsOf("update test_runs set id = id - ? where id = ?", 8 * DAY_MS * 1_000, old.id);
    await worker.scheduled(
      createScheduledController({ scheduledTime: new Date(), cron: "7 * * * *" }),
      testEnv,
    );
    const left = await idsOf(client, "/test-runs");
    expect([left.includes(young.id), left.includes(old.id - 8 * DAY_MS * 1_000)]).toEqual([
      true,
      false,
    ]);
  });
});
