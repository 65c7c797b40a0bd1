import { beforeEach, describe, expect, it } from "vitest";
import { claimBatch } from "#features/automation/runs/worker/claim";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { down, unanswered } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";
import { analyseDue, analysesOf, isolateWorkers } from "../support/run-analyses";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import {
  atCall,
  clientWithoutWakeUps,
  killed,
  stepUncommitted,
  stepUntilDone,
  whileStepping,
} from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";

const graph = flowOf(
  {
    look: ["ai_analyze"],
    known: ["exit", { reason: "Analysed" }],
    unknown: ["handoff", { reason: "Not analysed" }],
  },
  "look > known",
  "look:failed > unknown",
);
const input = (is_active: boolean) => ({
  name: "Analyses",
  platform: "whatsapp",
  is_active,
  ...graph,
});

let client: Client;
let channel: Channel;
let lead: Lead;
let scenario: { id: number };

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  await isolateWorkers(client);
  channel = await newChannel(client);
  lead = await newLead(client);
  await newInbound(client, channel.id, lead.id, { text: "I'm 34." });
  scenario = (await client.post("/scenarios", input(true))).body.data;
});

const pending = { cause: "scenario", status: "pending", reason: null };
const completed = { cause: "scenario", status: "completed", reason: null };

/** Creates a run that has requested the analysis. */
async function newAsking() {
  const run = await enrol(client, scenario.id, lead.id);
  await stepDue(client);
  return run;
}

const reasonOf = async ({ id }: { id: number }) =>
  (
    await rowsOf<{ reason: string }>(
      "select detail ->> 'reason' as reason from run_steps where run_id = ? and visit = 1",
      id,
    )
  )[0]?.reason;

describe("a run whose lead is analysed", () => {
  it("counts as running, until the analysis is over", async () => {
    const run = await newAsking();
    expect(await runNow(client, run)).toMatchObject({
      state: "running",
      node_id: "look",
      waiting_for: "analysis",
    });
    expect((await client.get(`/runs/${run.id}/explain`)).body.data.gates.at(-1)).toEqual({
      gate: "timer",
      passed: false,
      detail: "The run waits until the lead's conversations are analysed.",
      holds_until: null,
    });
    expect(await analysesOf(lead)).toEqual([pending]);
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["look …"]);
    await analyseDue(client);
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["look next", "known exit_node"]);
    expect(await analysesOf(lead)).toEqual([completed]);
  });

  it("waits no longer than its timeout, and ignores a later result", async () => {
    const run = await newAsking();
    await later(59_000, () => stepDue(client));
    expect(await trailOf(run)).toEqual(["look …"]);
    await later(61_000, () => stepDue(client));
    expect([await trailOf(run), await reasonOf(run)]).toEqual([
      ["look failed", "unknown handoff"],
      "timeout",
    ]);
    await analyseDue(client);
    expect(await rowsOf("select * from run_events where run_id = ?", run.id)).toEqual([]);
  });

  it("continues when the analysis ended in time, even if the scheduler wakes later", async () => {
    const run = await newAsking();
    await analyseDue(client);
    await later(61_000, () => stepDue(client));
    expect(await trailOf(run)).toEqual(["look next", "known exit_node"]);
  });

  it("waits until its timeout when a conversation has no message", async () => {
    await testEnv.DB.prepare("update conversations set messages_count = 0 where lead_id = ?")
      .bind(lead.id)
      .run();
    const run = await newAsking();
    expect(await analysesOf(lead)).toEqual([]);
    await later(61_000, () => stepDue(client));
    expect(await reasonOf(run)).toBe("timeout");
  });

  it("joins the analysis that waits, however long that would wait", async () => {
    await client.patch("/settings", { analysis_quiet_seconds: 600 });
    await newInbound(client, channel.id, lead.id, { text: "And you?" });
    expect(await analysesOf(lead)).toEqual([{ ...pending, cause: "quiet" }]);
    const run = await newAsking();
    expect(await analysesOf(lead)).toEqual([pending]);
    await analyseDue(client);
    await stepDue(client);
    expect(await trailOf(run)).toEqual(["look next", "known exit_node"]);
  });

  it("continues together with the lead's other runs that wait for it", async () => {
    const other = await newFlow(client, { look: ["ai_analyze"] });
    const runs = [await newAsking(), await enrol(client, other.id, lead.id)] as const;
    await stepDue(client);
    expect(await analysesOf(lead)).toEqual([pending]);
    await analyseDue(client);
    await stepDue(client);
    expect([await trailOf(runs[0]), await trailOf(runs[1])]).toEqual([
      ["look next", "known exit_node"],
      ["look next"],
    ]);
  });

  it("keeps its place and its timeout while the scenario is paused", async () => {
    const run = await newAsking();
    await client.put(`/scenarios/${scenario.id}`, input(false));
    await analyseDue(client);
    await later(61_000, async () => {
      await stepDue(client);
      expect(await runNow(client, run)).toMatchObject({
        state: "paused",
        node_id: "look",
        waiting_for: "analysis",
      });
      await client.put(`/scenarios/${scenario.id}`, input(true));
      expect(await runNow(client, run)).toMatchObject({ state: "running" });
      await stepDue(client);
    });
    expect(await trailOf(run)).toEqual(["look next", "known exit_node"]);
  });

  it("is not migrated to another version", async () => {
    const run = await newAsking();
    await client.put(`/scenarios/${scenario.id}`, { ...input(true), name: "Newer" });
    const { data } = (await client.post(`/scenarios/${scenario.id}/migrate`)).body;
    expect(data).toMatchObject({ migrated: 0, left: [{ run_id: run.id, reason: "running" }] });
  });

  it.each<[string, (runId: number) => Promise<unknown>, object]>([
    [
      "cancelled",
      (runId) => client.post(`/runs/${runId}/cancel`),
      { state: "cancelled", end_reason: "cancelled" },
    ],
    [
      "opted out",
      () => client.post(`/leads/${lead.id}/opt-out`),
      { state: "exited", end_reason: "opted_out" },
    ],
  ])("ends when it is %s, whatever the analysis finds", async (_, stop, end) => {
    const run = await newAsking();
    await stop(run.id);
    await analyseDue(client);
    await stepDue(client);
    expect(await runNow(client, run)).toMatchObject({ ...end, node_id: "look" });
  });
});

describe("an analysis is requested once", () => {
  it("although the same run is claimed twice, and its step committed again", async () => {
    const run = await enrol(client, scenario.id, lead.id);
    const [first, second] = [
      await stepUncommitted(client, "first"),
      await stepUncommitted(client, "second"),
    ];
    const scope = scopeOf(client.workspaceId);
    expect((await claimBatch(scope, first, 0, [])).committed).toEqual([run.id]);
    expect((await claimBatch(scope, second, 0, [])).committed).toEqual([]);
    expect((await claimBatch(scope, first, 0, [])).committed).toEqual([]);
    expect(await analysesOf(lead)).toEqual([pending]);
  });

  it.each([
    ["fails before anything is written", down],
    ["is written, and its answer is lost", unanswered],
    ["is not made because the object dies", killed.before],
    ["is written, and the object dies", killed.after],
  ])("although the call that requests it %s", async (_, fault) => {
    const run = await enrol(client, scenario.id, lead.id);
    // The first call claims, the second commits.
    await atCall(client, 2, fault);
    await stepUntilDone(client);
    await analyseDue(client);
    await stepUntilDone(client);
    expect(await trailOf(run)).toEqual(["look next", "known exit_node"]);
    expect(await analysesOf(lead)).toEqual([completed]);
  });

  it.each<[string, (runId: number) => Promise<unknown>]>([
    ["cancelled", (runId) => client.post(`/runs/${runId}/cancel`)],
    ["removed", () => client.delete(`/scenarios/${scenario.id}/leads/${lead.id}`)],
    ["paused", () => client.put(`/scenarios/${scenario.id}`, input(false))],
  ])("and not at all when the run is %s before the commit", async (_, stop) => {
    const run = await enrol(client, scenario.id, lead.id);
    await whileStepping(client, () => stop(run.id));
    expect(await analysesOf(lead)).toEqual([]);
  });
});
