import { abortAllDurableObjects } from "cloudflare:test";
import { assert } from "vitest";
import { claimBatch } from "#features/automation/runs/worker/claim";
import type { RunCommit } from "#features/automation/runs/worker/commit";
import { stepRun } from "#features/automation/runs/worker/work";
import { compile } from "#features/automation/scenarios/compile";
import type { Client } from "./api";
import { testEnv } from "./env";
import { type Around, databaseWith, onlyAt } from "./message-sender-faults";
import { bindObject } from "./objects";
import { OFFLINE_ANALYSIS_WORKER, OFFLINE_RUN_SCHEDULER } from "./offline-workers";
import { runSchedulerOf, stepDue } from "./run-scheduler";
import { scopeOf } from "./scope";
import { serve } from "./serve";

type Owner = Pick<Client, "workspaceId">;

/** Request options with which no scheduler or analysis worker wakes: only tests step runs. */
export const withoutWakeUps = {
  fetcher: (request: Request) =>
    serve(request, {
      RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER,
      ANALYSIS_WORKER: OFFLINE_ANALYSIS_WORKER,
    }),
};

/** A client whose writes wake no run scheduler and no analysis worker. */
export const clientWithoutWakeUps = (client: Client): Client => ({
  ...client,
  get: (path, json, options) => client.get(path, json, { ...withoutWakeUps, ...options }),
  post: (path, json, options) => client.post(path, json, { ...withoutWakeUps, ...options }),
  put: (path, json, options) => client.put(path, json, { ...withoutWakeUps, ...options }),
  patch: (path, json, options) => client.patch(path, json, { ...withoutWakeUps, ...options }),
  delete: (path, json, options) => client.delete(path, json, { ...withoutWakeUps, ...options }),
});

/** Gives a workspace's run scheduler other bindings, for as long as it stays in memory. */
export const bindRunScheduler = (owner: Owner, bindings: Partial<typeof testEnv>) =>
  bindObject(runSchedulerOf(owner), bindings);

/** Wraps every D1 call of a run scheduler, for as long as it stays in memory. */
export const aroundD1 = (owner: Owner, around: Around) =>
  bindRunScheduler(owner, { DB: databaseWith(around) });

/** Wraps one of a run scheduler's calls to D1, counted from 1; the others go through. */
export const atCall = (owner: Owner, wanted: number, around: Around) =>
  aroundD1(owner, onlyAt(wanted, around));

/** True if all objects are to be aborted, which a call from inside one cannot do. */
let isDying = false;

const dying = () => {
  isDying = true;
  return new Promise(() => {});
};

/**
 * The scheduler is killed during a call, before or after it is applied: its memory and the call's
 * answer are lost.
 */
export const killed: Record<"before" | "after", Around> = {
  before: dying,
  after: async (call) => call().then(dying),
};

/** Steps the due runs once, until the scheduler has done its work or is killed. */
export const stepOnce = (owner: Owner) => untilDoneOrKilled(stepDue(owner));

/** Waits until an object has done its work or is killed by `killed`. */
export async function untilDoneOrKilled(work: Promise<unknown>) {
  let isOver = false;
  const step = work
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    if (isDying) await abortAllDurableObjects();
    isDying = false;
    await Promise.race([step, scheduler.wait(1)]);
  }
}

/** Steps the due runs until none is left, however often the scheduler fails or is killed. */
export async function stepUntilDone(owner: Owner) {
  const due = `select count(*) as n from runs
    where workspace_id = ? and next_at is not null and state <> 'paused' and next_at <= ?`;
  for (let times = 30; times > 0; times--) {
    await stepOnce(owner);
    const left = await testEnv.DB.prepare(due)
      .bind(owner.workspaceId, Date.now())
      .first<number>("n");
    if (left === 0) return;
  }
  assert.fail("Runs are left that are due.");
}

/** Runs `act` after the scheduler has claimed the due runs and before it commits their outcomes. */
export async function whileStepping(owner: Owner, act: () => Promise<unknown>) {
  await atCall(owner, 2, async (call) => {
    await act();
    return call();
  });
  await stepDue(owner);
  await bindRunScheduler(owner, {});
}

/** Claims and steps the runs that are due without committing the outcomes. */
export async function stepUncommitted({ workspaceId }: Owner, token: string): Promise<RunCommit> {
  const scope = scopeOf(workspaceId);
  const { claimed, graphs } = await claimBatch(scope, null, 200, []);
  const compiled = new Map(graphs.map(({ key, nodes, edges }) => [key, compile(nodes, edges)]));
  const outcomes = claimed.map((one) => ({
    claimed: one,
    ...stepRun(compiled.get(one.graphKey)!, one, Date.now()),
  }));
  return { token, outcomes, hashes: () => null, messages: [], assignees: [] };
}
