import { beforeAll, describe, expect, it } from "vitest";
import { migrateRuns } from "#features/automation/runs/migration/store";
import { ChunkSize } from "#lib/chunks";
import {
  type Client,
  call,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { newComment } from "../support/comments";
import { testEnv } from "../support/env";
import { flowOf, type Nodes } from "../support/flow";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { textsTo } from "../support/messaging";
import { metered, meterOf, serveWith } from "../support/meter";
import { enrol, runNow, settle, trailOf } from "../support/run-scheduler";
import { revisionOf, seedRun } from "../support/runs";
import { scopeOf } from "../support/scope";
import { seedLeads } from "../support/seed";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

type Id = { id: number };

const wait = { id: "wait", type: "wait_for_reply" };
const event = (name: string) => ({ id: "wait", type: "wait_for_event", data: { event: name } });
const scenarioOf = (nodes: object[]) => newScenario(client, { nodes, is_active: true });
const replace = (scenario: Id, nodes: object[]) =>
  client.put(`/scenarios/${scenario.id}`, {
    name: `Replaced ${crypto.randomUUID()}`,
    platform: "whatsapp",
    nodes,
    is_active: true,
  });
const standing = async (scenario: Id, columns = {}) =>
  seedRun(client, scenario, await newLead(client), columns);

async function migrate(scenario: Id) {
  const { status, body, text } = await client.post(`/scenarios/${scenario.id}/migrate`);
  expect(status, text).toBe(200);
  return body.data;
}

describe("moving runs to the newest version", () => {
  it("moves runs at a node that still exists, and increments their revision", async () => {
    const scenario = await scenarioOf([wait]);
    const run = await standing(scenario, { next_at: Date.now() + 60_000 });
    await replace(scenario, [wait, { id: "more", type: "exit" }]);
    expect(await migrate(scenario)).toEqual({ version: 2, migrated: 1, left: [], left_count: 0 });
    const { updated_at, ...before } = run;
    expect(await runNow(client, run)).toEqual({
      ...before,
      scenario_version: 2,
      updated_at: expect.any(String),
    });
    expect(await revisionOf(run)).toBe(1);
    expect(await migrate(scenario)).toEqual({ version: 2, migrated: 0, left: [], left_count: 0 });
    expect(await revisionOf(run)).toBe(1);
  });

  it("asks for the same event only of nodes that wait for one", async () => {
    const reply = (name: string) => ({ ...wait, data: { timeout_seconds: 60, event: name } });
    const scenario = await scenarioOf([reply("link_clicked")]);
    await standing(scenario);
    await replace(scenario, [reply("message_read")]);
    expect(await migrate(scenario)).toMatchObject({ migrated: 1, left_count: 0 });
  });

  it("leaves runs at a message that no longer waits for its reply", async () => {
    const ask = (wait?: object) => ({ id: "ask", type: "message", data: { text: "Hi", wait } });
    const scenario = await scenarioOf([ask({ timeout_seconds: 60 })]);
    const run = await standing(scenario, { node_id: "ask" });
    await replace(scenario, [ask()]);
    const left = [{ run_id: run.id, reason: "type_changed" }];
    expect(await migrate(scenario)).toMatchObject({ migrated: 0, left });
    await replace(scenario, [ask({})]);
    expect(await migrate(scenario)).toMatchObject({ migrated: 1, left: [] });
  });

  it("lets the moved runs follow the new graph", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner);
    const flow = (end: "exit" | "handoff") =>
      flowOf({ wait: ["wait_for_reply"], end: [end] }, "wait:reply > end");
    const scenario = await newScenario(owner, { is_active: true, ...flow("exit") });
    const [moved, left] = [await newLead(owner), await newLead(owner)];
    const run = await enrol(owner, scenario.id, moved.id);
    await settle(owner);
    await owner.put(`/scenarios/${scenario.id}`, {
      name: `Replaced ${crypto.randomUUID()}`,
      platform: "whatsapp",
      is_active: true,
      ...flow("handoff"),
    });
    expect((await owner.post(`/scenarios/${scenario.id}/migrate`)).body.data).toMatchObject({
      migrated: 1,
    });
    const stayed = await seedRun(owner, scenario, left, { version: 1 });
    for (const lead of [moved, left]) await newInbound(owner, channel.id, lead.id);
    await settle(owner);
    expect(await runNow(owner, run)).toMatchObject({ state: "handed_off", scenario_version: 2 });
    expect(await runNow(owner, stayed)).toMatchObject({ state: "exited", scenario_version: 1 });
  });

  it("keeps the comment of a run; others leave by `failed` where they would reply under one", async () => {
    const owner = await newWorkspace();
    const channel = await newChannel(owner, { platform: "instagram" });
    const from = (nodes: Nodes, edges: string) => ({
      ...{ name: `Moved ${crypto.randomUUID()}`, platform: "instagram", is_active: true },
      ...flowOf({ wait: ["wait_for_reply"], ...nodes }, edges),
    });
    const scenario = await newScenario(owner, from({ end: ["exit"] }, "wait:reply > end"));
    const [commenter, other] = [await newLead(owner), await newLead(owner)];
    const comment_id = await newComment(owner, channel.id, { lead: commenter.id });
    const cause = JSON.stringify({ type: "comment", trigger_id: "t", event_id: 1, comment_id });
    const [begun, enrolled] = [
      await seedRun(owner, scenario, commenter, { cause, channel_id: channel.id }),
      await seedRun(owner, scenario, other),
    ];
    const under = from(
      { under: ["comment_reply", { texts: ["Thank you"] }], no: ["handoff"] },
      "wait:reply > under:failed > no",
    );
    await owner.put(`/scenarios/${scenario.id}`, under);
    const moved = (await owner.post(`/scenarios/${scenario.id}/migrate`)).body.data;
    expect(moved).toMatchObject({ migrated: 2, left_count: 0 });
    for (const lead of [commenter, other]) await newInbound(owner, channel.id, lead.id);
    await settle(owner);
    expect(await trailOf(begun)).toEqual(["wait reply", "under next"]);
    expect(await trailOf(enrolled)).toEqual(["wait reply", "under failed", "no handoff"]);
    expect(await textsTo(commenter.id, other.id)).toEqual(["Thank you"]);
  });

  it("moves runs that have not begun, and paused ones", async () => {
    const scenario = await scenarioOf([wait]);
    const fresh = await standing(scenario, {
      state: "pending",
      node_id: null,
      waiting_for: null,
      visits: 0,
      next_at: Date.now() + 60_000,
    });
    const paused = await standing(scenario, { state: "paused" });
    const unbegun = await standing(scenario, {
      state: "paused",
      node_id: null,
      waiting_for: null,
      visits: 0,
    });
    await replace(scenario, [wait]);
    expect(await migrate(scenario)).toMatchObject({ migrated: 3, left_count: 0 });
    for (const run of [fresh, paused, unbegun])
      expect((await runNow(client, run)).scenario_version).toBe(2);
  });

  it("leaves runs that can't continue there, and says why", async () => {
    const scenario = await scenarioOf([
      wait,
      { id: "old", type: "delay" },
      { id: "turn", type: "delay" },
    ]);
    const gone = await standing(scenario, { node_id: "old" });
    const changed = await standing(scenario, { node_id: "turn" });
    const running = await standing(scenario, { state: "running", waiting_for: "sending" });
    await replace(scenario, [wait, { id: "turn", type: "message" }]);
    const left = (run: Id & { node_id: string | null }, reason: string) => ({
      run_id: run.id,
      node_id: run.node_id,
      version: 1,
      reason,
    });
    expect(await migrate(scenario)).toEqual({
      version: 2,
      migrated: 0,
      left: [left(gone, "node_gone"), left(changed, "type_changed"), left(running, "running")],
      left_count: 3,
    });
    for (const run of [gone, changed, running]) {
      expect(await runNow(client, run)).toEqual(run);
      expect(await revisionOf(run)).toBe(0);
    }
  });

  it("leaves runs that wait for an event the node no longer waits for", async () => {
    const scenario = await scenarioOf([event("link_clicked")]);
    const run = await standing(scenario, { waiting_for: "link_clicked" });
    await replace(scenario, [event("message_read")]);
    expect((await migrate(scenario)).left).toEqual([
      { run_id: run.id, node_id: "wait", version: 1, reason: "type_changed" },
    ]);
    await replace(scenario, [event("link_clicked")]);
    expect(await migrate(scenario)).toMatchObject({ version: 3, migrated: 1 });
  });

  it("moves runs of several versions, each by its own version's nodes", async () => {
    const scenario = await scenarioOf([
      { id: "a", type: "delay" },
      { id: "b", type: "delay" },
    ]);
    const first = await Promise.all([
      standing(scenario, { node_id: "a" }),
      standing(scenario, { node_id: "b" }),
    ]);
    await replace(scenario, [
      { id: "a", type: "message" },
      { id: "b", type: "delay" },
    ]);
    const second = await Promise.all([
      standing(scenario, { node_id: "a", version: 2 }),
      standing(scenario, { node_id: "b", version: 2 }),
    ]);
    await replace(scenario, [{ id: "a", type: "message" }]);
    const newest = await standing(scenario, { node_id: "a", version: 3 });
    const { migrated, left } = await migrate(scenario);
    expect(migrated).toBe(1);
    expect(
      left.map(({ run_id, reason }: { run_id: number; reason: string }) => [run_id, reason]).sort(),
    ).toEqual(
      [
        [first[0]!.id, "type_changed"],
        [first[1]!.id, "node_gone"],
        [second[1]!.id, "node_gone"],
      ].sort(),
    );
    expect((await runNow(client, second[0]!)).scenario_version).toBe(3);
    expect(await revisionOf(newest)).toBe(0);
  });

  it("goes on in chunks where a request has died between two of them", async () => {
    const scenario = await scenarioOf([wait]);
    const runs: Id[] = [];
    for (let n = 0; n < 5; n++) runs.push(await standing(scenario));
    await replace(scenario, [wait]);
    const DB = databaseWith(onlyAt(3, () => Promise.reject(new Error("died"))));
    const scope = scopeOf(client.workspaceId, { ...testEnv, DB });
    const inTwos = new ChunkSize(2, 2, 2);
    await expect(migrateRuns(scope, scenario.id, inTwos)).rejects.toThrow("died");
    const versions = async () =>
      (await Promise.all(runs.map((run) => runNow(client, run)))).map(
        (run) => run.scenario_version,
      );
    expect(await versions()).toEqual([2, 2, 1, 1, 1]);
    const again = await migrateRuns(scopeOf(client.workspaceId), scenario.id, inTwos);
    expect(again).toEqual({ version: 2, migrated: 3, left: [], left_count: 0 });
    expect(await versions()).toEqual([2, 2, 2, 2, 2]);
  });

  it("never touches ended runs or other scenarios", async () => {
    const [scenario, other] = [await scenarioOf([wait]), await scenarioOf([wait])];
    const [ended, elsewhere] = [await standing(scenario), await standing(other)];
    await client.post(`/runs/${ended.id}/cancel`);
    const [before, revision] = [await runNow(client, ended), await revisionOf(ended)];
    for (const one of [scenario, other]) await replace(one, [wait]);
    expect(await migrate(scenario)).toEqual({ version: 2, migrated: 0, left: [], left_count: 0 });
    expect(await runNow(client, ended)).toEqual(before);
    expect(await revisionOf(ended)).toBe(revision);
    expect((await runNow(client, elsewhere)).scenario_version).toBe(1);
  });

  it("names the first 1,000 runs that are left, and counts them all", async () => {
    const owner = await newWorkspace();
    const nodes = [wait];
    const scenario = await newScenario(owner, { nodes });
    await seedLeads(owner.workspaceId, 1_200);
    await testEnv.DB.prepare(
      `insert into runs (workspace_id, scenario_id, lead_id, version, state, node_id, waiting_for, visits, enrolled_at, created_at, updated_at)
        select workspace_id, ?, id, 1, 'waiting', iif(seq <= 1100, 'gone', 'wait'), 'reply', 1, 1, 1, 1 from leads where workspace_id = ?`,
    )
      .bind(scenario.id, owner.workspaceId)
      .run();
    await owner.put(`/scenarios/${scenario.id}`, { name: "Replaced", platform: "whatsapp", nodes });
    const meter = await meterOf(async (fetcher) => {
      const { body } = await owner.post(`/scenarios/${scenario.id}/migrate`, undefined, {
        fetcher,
      });
      expect(body.data).toMatchObject({ version: 2, migrated: 100, left_count: 1_100 });
      expect(body.data.left).toHaveLength(1_000);
      const ids = body.data.left.map(({ run_id }: { run_id: number }) => run_id);
      expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    });
    // In chunks of 50 to 500 runs.
    expect(meter.trips).toBeGreaterThan(2);
    expect(meter.trips).toBeLessThanOrEqual(1 + 1_200 / 50);
  });
});

describe("a scenario that is replaced while its runs are moved", () => {
  /** Answers while the scenario is replaced after each read of its nodes, this many times. */
  async function migrateAgainst(scenario: Id, times: number, nodes: object[]) {
    let left = times;
    const { meter, database } = metered(testEnv.DB);
    const racing = new Proxy(database, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name);
        return async (statements: D1PreparedStatement[]) => {
          const result = await target.batch(statements);
          if (meter.trips % 2 === 1 && left-- > 0) await replace(scenario, nodes);
          return result;
        };
      },
    });
    await client.get("/me");
    return call("POST", `/v1/scenarios/${scenario.id}/migrate`, {
      token: client.token,
      fetcher: serveWith(racing),
    });
  }

  it("has them moved by its newest nodes", async () => {
    const scenario = await scenarioOf([wait]);
    const run = await standing(scenario);
    await replace(scenario, [wait]);
    const { body } = await migrateAgainst(scenario, 1, []);
    expect(body.data).toEqual({
      version: 3,
      migrated: 0,
      left: [{ run_id: run.id, node_id: "wait", version: 1, reason: "node_gone" }],
      left_count: 1,
    });
    expect((await runNow(client, run)).scenario_version).toBe(1);
  });

  it("is a conflict when it keeps changing, and nothing is moved", async () => {
    const scenario = await scenarioOf([wait]);
    const run = await standing(scenario);
    await replace(scenario, [wait]);
    const { status, body } = await migrateAgainst(scenario, 2, [wait]);
    expect({ status, body }).toEqual({
      status: 409,
      body: { message: "The scenario was replaced meanwhile.", code: "conflict" },
    });
    expect((await runNow(client, run)).scenario_version).toBe(1);
    expect(await revisionOf(run)).toBe(0);
  });
});
