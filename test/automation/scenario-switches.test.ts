import { createScheduledController } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { beginRequest } from "#features/automation/runs/worker/answers";
import { claimBatch } from "#features/automation/runs/worker/claim";
import { newCommit } from "#features/automation/runs/worker/commit";
import { failed } from "#features/automation/runs/worker/work";
import { SwitchQueue } from "#features/operations/chunks/switches";
import { ChunkSize } from "#lib/chunks";
import worker from "../../src/index";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { databaseWith, onlyAt } from "../support/message-sender-faults";
import { OFFLINE_RUN_SCHEDULER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { runNow, stepDue } from "../support/run-scheduler";
import { clientWithoutWakeUps } from "../support/run-scheduler-faults";
import { addMessage, enrolAll, seedRun } from "../support/runs";
import { scopeOf } from "../support/scope";
import { seedLeads } from "../support/seed";

// Pausing and activating a scenario that has more active runs than a request changes itself. A
// request that dies right after its transaction leaves the rest to the worker of chunks.

let client: Client;
let scenario: { id: number };
/** The `next_attempt_at` of a held message. */
const HELD = Date.parse("9999-12-31T23:59:59.999Z");

const change = (is_active: boolean) =>
  client.put(`/scenarios/${scenario.id}`, {
    name: "Switched",
    platform: "whatsapp",
    nodes: [{ id: "wait", type: "wait_for_reply" }],
    is_active,
  });

/** Switches the scenario as a request that changes no run itself. */
const switchTo = (isActive: boolean) =>
  testEnv.DB.batch([
    testEnv.DB.prepare("update scenarios set is_active = ? where id = ?").bind(
      Number(isActive),
      scenario.id,
    ),
    testEnv.DB.prepare(
      "insert or replace into scenario_switches (scenario_id, workspace_id, is_active) values (?, ?, ?)",
    ).bind(scenario.id, client.workspaceId, Number(isActive)),
  ]);

/** The states as they are stored, with their counts. */
const stored = async () =>
  Object.fromEntries(
    (
      await rowsOf<{ state: string; n: number }>(
        "select state, count(*) as n from runs where scenario_id = ? group by state",
        scenario.id,
      )
    ).map(({ state, n }) => [state, n]),
  );

const open = () =>
  rowsOf("select scenario_id from scenario_switches where scenario_id = ?", scenario.id);

/** Wakes no scheduler: only tests step runs. */
const queueOf = (chunk: number, env: Partial<typeof testEnv> = {}) =>
  new SwitchQueue({ ...testEnv, RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER, ...env }, "DB", {
    size: new ChunkSize(chunk, chunk, chunk),
  });

/** Works all chunks, and returns how many there were. */
async function workAll(chunk: number) {
  const queue = queueOf(chunk);
  let chunks = 0;
  while (await queue.workNext()) chunks++;
  return chunks;
}

/** The number of runs that the list finds in a state. */
async function listed(state: string) {
  let [count, path] = [0, `/scenarios/${scenario.id}/runs?per_page=100&state=${state}`];
  for (;;) {
    const { body } = await client.get(path);
    count += body.data.length;
    if (!body.meta.next_cursor) return count;
    path = `/scenarios/${scenario.id}/runs?per_page=100&state=${state}&cursor=${body.meta.next_cursor}`;
  }
}

/** Active runs of so many leads, all due. */
async function newRuns(count: number) {
  await seedLeads(client.workspaceId, count);
  return enrolAll(client, scenario.id);
}

beforeEach(async () => {
  await testEnv.DB.prepare("delete from scenario_switches").run();
  await holdChunkWorker();
  client = clientWithoutWakeUps(await newWorkspace());
  scenario = await newScenario(client, {
    is_active: true,
    nodes: [{ id: "wait", type: "wait_for_reply" }],
  });
});

it("switches at once; runs beyond the first 100 follow in chunks", async () => {
  const runs = await newRuns(130);
  await seedRun(client, scenario, { id: runs[0]!.lead_id }, { state: "completed", ended_at: 1 });
  expect((await change(false)).status).toBe(200);
  expect(await stored()).toEqual({ paused: 100, pending: 30, completed: 1 });
  expect(await listed("paused")).toBe(130);
  expect([await listed("pending"), await listed("completed")]).toEqual([0, 1]);
  expect(await runNow(client, runs[129]!)).toMatchObject({ state: "paused" });
  expect((await client.get(`/runs/${runs[129]!.id}/explain`)).body.data.state).toBe("paused");
  expect(await workAll(10)).toBeGreaterThanOrEqual(3);
  expect([await stored(), await open()]).toEqual([{ paused: 130, completed: 1 }, []]);

  await change(true);
  expect(await stored()).toEqual({ paused: 30, pending: 100, completed: 1 });
  expect(await listed("pending")).toBe(130);
  expect(await runNow(client, runs[129]!)).toMatchObject({ state: "pending" });
  await workAll(10);
  expect([await stored(), await open()]).toEqual([{ pending: 130, completed: 1 }, []]);
  const times = await rowsOf<{ next_at: number }>(
    "select next_at from runs where scenario_id = ? and ended_at is null order by next_at",
    scenario.id,
  );
  const gaps = times.slice(1).map(({ next_at }, index) => next_at - times[index]!.next_at);
  expect(new Set(gaps)).toEqual(new Set([50]));
});

it("leaves nothing behind where runs are few", async () => {
  await newRuns(2);
  await change(false);
  expect([await stored(), await open()]).toEqual([{ paused: 2 }, []]);
});

describe("while runs are still to be paused", () => {
  it("the scheduler steps none of them, and goes on with those of other scenarios", async () => {
    const runs = await newRuns(5);
    const other = await newScenario(client, {
      is_active: true,
      nodes: [{ id: "wait", type: "wait_for_reply" }],
    });
    await switchTo(false);
    await enrolAll(client, other.id);
    await stepDue(client);
    expect(await stored()).toEqual({ paused: 5 });
    expect(await rowsOf("select 1 from run_steps where run_id = ?", runs[0]!.id)).toEqual([]);
    const states = await rowsOf("select distinct state from runs where scenario_id = ?", other.id);
    expect(states).toEqual([{ state: "waiting" }]);
  });

  it("no step that began before is written, and no request begins", async () => {
    const lead = await newLead(client);
    const due = await seedRun(client, scenario, lead, { next_at: 1 });
    const asking = await seedRun(client, scenario, await newLead(client), {
      waiting_for: "webhook",
      state: "running",
    });
    const scope = scopeOf(client.workspaceId);
    const { claimed } = await claimBatch(scope, null, 10, []);
    expect(claimed.map(({ run }) => run.id)).toEqual([due.id]);
    await switchTo(false);
    const commit = newCommit(claimed.map(failed), [], () => null);
    expect((await claimBatch(scope, commit, 10, [])).committed).toEqual([]);
    expect(await beginRequest(scope, asking.id, { visit: 1, timeoutMs: 1_000 })).toBe(false);
    expect(await runNow(client, due)).toMatchObject({ state: "paused", end_reason: null });
  });
});

describe("chunks of switches", () => {
  it("turn around where the scenario is switched again", async () => {
    await newRuns(6);
    await switchTo(false);
    await queueOf(2).workNext();
    expect(await stored()).toEqual({ paused: 2, pending: 4 });
    await change(true);
    expect(await listed("pending")).toBe(6);
    await workAll(2);
    expect([await stored(), await open()]).toEqual([{ pending: 6 }, []]);
  });

  it.each([
    ["before", () => Promise.reject(new Error("died"))],
    [
      "after",
      (call: () => Promise<unknown>) => call().then(() => Promise.reject(new Error("died"))),
    ],
  ] as const)("go on where they died %s one was written", async (_, dying) => {
    await newRuns(7);
    await switchTo(false);
    await queueOf(2).workNext();
    const DB = databaseWith(onlyAt(2, dying));
    await expect(queueOf(2, { DB }).workNext()).rejects.toThrow("died");
    await Promise.all([workAll(1), workAll(2)]);
    expect([await stored(), await open()]).toEqual([{ paused: 7 }, []]);
    const revisions = await rowsOf(
      "select distinct revision from runs where scenario_id = ?",
      scenario.id,
    );
    expect(revisions).toEqual([{ revision: 1 }]);
  });

  it("release held messages, also those of runs that have ended", async () => {
    const [channel, lead] = [await newChannel(client), await newLead(client)];
    const { conversation_id } = await newInbound(client, channel.id, lead.id);
    const columns = { channel_id: channel.id, next_attempt_at: HELD };
    const ended = { state: "completed", ended_at: 1 };
    for (let n = 0; n < 3; n++)
      await addMessage(
        client,
        await seedRun(client, scenario, lead, ended),
        conversation_id,
        columns,
      );
    const other = await seedRun(client, await newScenario(client), lead);
    await addMessage(client, other, conversation_id, columns);
    await switchTo(true);
    expect(await workAll(1)).toBeGreaterThanOrEqual(3);
    const held = "select run_id from messages where workspace_id = ? and next_attempt_at = ?";
    expect(await rowsOf(held, client.workspaceId, HELD)).toEqual([{ run_id: other.id }]);
    expect(await open()).toEqual([]);
  });

  it("are woken by the cron", async () => {
    const woken: string[] = [];
    const CHUNK_WORKER = {
      getByName: (name: string) => ({ wake: async () => void woken.push(name) }),
    } as unknown as typeof testEnv.CHUNK_WORKER;
    await switchTo(false);
    await worker.scheduled(createScheduledController({ cron: "* * * * *" }), {
      ...testEnv,
      CHUNK_WORKER,
    });
    expect(woken).toEqual(["DB"]);
  });

  it("end with the scenario", async () => {
    await newRuns(3);
    await switchTo(false);
    expect((await client.delete(`/scenarios/${scenario.id}`)).status).toBe(200);
    expect(await open()).toEqual([]);
  });
});
