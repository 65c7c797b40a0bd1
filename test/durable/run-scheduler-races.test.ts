import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { claimBatch } from "#features/automation/runs/worker/claim";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { flowOf } from "../support/flow";
import { textsTo } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, runSchedulerOf, stepDue, trailOf } from "../support/run-scheduler";
import {
  bindRunScheduler,
  clientWithoutWakeUps,
  stepUncommitted,
  stepUntilDone,
  whileStepping,
} from "../support/run-scheduler-faults";
import { scopeOf } from "../support/scope";

let client: Client;
let channel: Channel;
let tag: { id: number };
let child: { id: number };

beforeAll(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newChannel(client);
  tag = await newTag(client);
  child = await newFlow(client, { rest: ["delay", { seconds: 86_400 }] });
});

const says = (lead: Lead, text: string) => newInbound(client, channel.id, lead.id, { text });

async function newWriter(): Promise<Lead> {
  const lead = await newLead(client);
  await says(lead, "Hello");
  return lead;
}

const nodesSaying = (text: string): Parameters<typeof flowOf>[0] => ({
  pause: ["delay", { seconds: 60 }],
  hello: ["message", { text }],
  tag: ["add_tag", { tag_ids: [tag.id] }],
  next: ["start_scenario", { scenario_id: child.id }],
  rest: ["delay", { seconds: 86_400 }],
});
const CHAIN = "pause > hello > tag > next > rest";
const TRAIL = ["pause next", "hello next", "tag next", "next next", "rest …"];
const flowSaying = (text: string) => newFlow(client, nodesSaying(text), CHAIN);

const childrenOf = (leadId: number) =>
  rowsOf("select state from runs where scenario_id = ? and lead_id = ?", child.id, leadId);

const tagsOf = (leadId: number) => rowsOf("select tag_id from lead_tags where lead_id = ?", leadId);

/** Creates leads whose runs wait before a message. */
async function newWaiting(count: number) {
  const scenario = await flowSaying("Hello");
  const leads = await Promise.all(Array.from({ length: count }, newWriter));
  const runs = await Promise.all(leads.map((lead) => enrol(client, scenario.id, lead.id)));
  await stepUntilDone(client);
  return { leads, runs };
}

describe("the same runs", () => {
  it("claimed twice before either step is committed are stepped once", async () => {
    const { leads, runs } = await newWaiting(2);
    await later(61_000, async () => {
      const scope = scopeOf(client.workspaceId);
      const [first, second] = [
        await stepUncommitted(client, "first"),
        await stepUncommitted(client, "second"),
      ];
      expect(second.outcomes.map(({ run }) => run)).toEqual(first.outcomes.map(({ run }) => run));
      expect((await claimBatch(scope, first, 0, [])).committed.toSorted()).toEqual(
        runs.map(({ id }) => id).toSorted(),
      );
      expect((await claimBatch(scope, second, 0, [])).committed).toEqual([]);
      expect((await claimBatch(scope, first, 0, [])).committed).toEqual([]);
    });
    for (const run of runs) expect(await trailOf(run)).toEqual(TRAIL);
    for (const { id } of leads)
      expect([await tagsOf(id), await childrenOf(id)]).toEqual([
        [{ tag_id: tag.id }],
        [{ state: "pending" }],
      ]);
  });

  it("stepped by several schedulers and repeated alarms at once continue once", async () => {
    const { leads, runs } = await newWaiting(12);
    const others = ["one", "two", "three"].map((name) =>
      testEnv.RUN_SCHEDULER.getByName(`${name} of ${client.workspaceId}`),
    );
    await later(61_000, async () => {
      await Promise.all(
        [runSchedulerOf(client), ...others].map((stub) =>
          runInDurableObject(stub, async (instance) => {
            await instance.wake(client.workspaceId);
            await Promise.all([
              instance.alarm(),
              instance.alarm(),
              instance.wake(client.workspaceId),
            ]);
            await instance.alarm();
          }),
        ),
      );
      await stepUntilDone(client);
    });
    expect(await textsTo(...leads.map(({ id }) => id))).toEqual(leads.map(() => "Hello"));
    for (const run of runs) expect(await trailOf(run)).toEqual(TRAIL);
  });
});

describe("between a scheduler's claim and its commit", () => {
  const stops: Record<string, (lead: Lead, scenarioId: number, runId: number) => Promise<unknown>> =
    {
      "STOP by the lead": (lead) => says(lead, "STOP"),
      "an opt-out through the API": (lead) => client.post(`/leads/${lead.id}/opt-out`),
      "a cancelled run": (_, __, runId) => client.post(`/runs/${runId}/cancel`),
      "the removal of the lead": (lead, scenarioId) =>
        client.delete(`/scenarios/${scenarioId}/leads/${lead.id}`),
      "the removal of all": (_, scenarioId) => client.delete(`/scenarios/${scenarioId}/leads`),
      "the deletion of the scenario": (_, scenarioId) => client.delete(`/scenarios/${scenarioId}`),
      "the deletion of the lead": (lead) => client.delete(`/leads/${lead.id}`),
    };

  it.each(Object.entries(stops))("%s stops that run, and no other", async (_, stop) => {
    const [scenario, other] = [await flowSaying("No more"), await flowSaying("Hello")];
    const [stopped, going] = [await newWriter(), await newWriter()];
    const run = await enrol(client, scenario.id, stopped.id);
    const goingRun = await enrol(client, other.id, going.id);
    await stepUntilDone(client);
    await later(61_000, async () => {
      await whileStepping(client, () => stop(stopped, scenario.id, run.id));
      await stepUntilDone(client);
    });
    expect(await rowsOf("select 1 from messages where text = 'No more'")).toEqual([]);
    expect([await tagsOf(stopped.id), await childrenOf(stopped.id)]).toEqual([[], []]);
    expect((await trailOf(run)).filter((step) => !step.startsWith("pause"))).toEqual([]);
    expect(await textsTo(going.id)).toEqual(["Hello"]);
    expect(await trailOf(goingRun)).toEqual(TRAIL);
  });

  it("a pause holds the run at its node until the scenario is active again", async () => {
    const scenario = await flowSaying("Once");
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    const other = await newWaiting(1);
    const activate = (is_active: boolean) =>
      client.put(`/scenarios/${scenario.id}`, { ...scenario, is_active });
    await later(61_000, async () => {
      await whileStepping(client, () => activate(false));
      await stepUntilDone(client);
      expect(await runNow(client, run)).toMatchObject({ state: "paused", node_id: "pause" });
      expect([await textsTo(lead.id), await textsTo(other.leads[0]!.id)]).toEqual([[], ["Hello"]]);
      await activate(true);
      await stepUntilDone(client);
    });
    expect([await textsTo(lead.id), await trailOf(run)]).toEqual([["Once"], TRAIL]);
  });

  it("a migration makes the run follow the newer graph", async () => {
    const scenario = await flowSaying("Old");
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    await stepUntilDone(client);
    await client.put(`/scenarios/${scenario.id}`, {
      ...scenario,
      ...flowOf(nodesSaying("New"), CHAIN),
    });
    await later(61_000, async () => {
      await whileStepping(client, () => client.post(`/scenarios/${scenario.id}/migrate`));
      await stepUntilDone(client);
    });
    expect([await textsTo(lead.id), await trailOf(run)]).toEqual([["New"], TRAIL]);
  });

  it("a reply is not lost: it takes precedence over the timeout", async () => {
    const scenario = await newFlow(
      client,
      { ask: ["wait_for_reply", { timeout_seconds: 60, save_to: "said" }], late: ["exit"] },
      "ask:timeout > late",
    );
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    await stepUntilDone(client);
    await later(61_000, async () => {
      await whileStepping(client, () => says(lead, "Just in time"));
      await stepDue(client);
    });
    expect(await trailOf(run)).toEqual(["ask reply"]);
    expect((await client.get(`/leads/${lead.id}`)).body.data.variables).toEqual({
      said: "Just in time",
    });
  });

  it("a second reply to a question that takes several attempts counts too", async () => {
    const question = { timeout_seconds: 60, save_to: "email", validate: "email", max_attempts: 3 };
    const scenario = await newFlow(client, { ask: ["wait_for_reply", question] });
    const lead = await newWriter();
    const run = await enrol(client, scenario.id, lead.id);
    await stepUntilDone(client);
    await says(lead, "What?");
    await whileStepping(client, () => says(lead, "ada@example.com"));
    await stepUntilDone(client);
    expect(await trailOf(run)).toEqual(["ask reply"]);
    const [row] = await rowsOf("select memory from runs where id = ?", run.id);
    expect(row).toEqual({ memory: "{}" });
    await bindRunScheduler(client, {});
  });
});
