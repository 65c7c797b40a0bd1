import { assert } from "vitest";
import type { Run } from "#features/automation/runs/schema";
import { runUntilIdle } from "./alarms";
import { analysisWorkerOf } from "./analyses";
import type { Client } from "./api";
import { bindObject } from "./objects";
import { OFFLINE_ANALYSIS_WORKER, OFFLINE_RUN_SCHEDULER } from "./offline-workers";
import { rowsOf } from "./rows";
import { runNow } from "./run-scheduler";
import { bindRunScheduler } from "./run-scheduler-faults";

// Support for runs that wait for analyses.

type Owner = Pick<Client, "workspaceId">;

/**
 * Keeps a workspace's run scheduler and analysis worker from waking each other, for as long as they
 * stay in memory: each works only when a test wakes it.
 */
export async function isolateWorkers(owner: Owner) {
  await bindRunScheduler(owner, { ANALYSIS_WORKER: OFFLINE_ANALYSIS_WORKER });
  await bindObject(analysisWorkerOf(owner), { RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER });
}

/** Has the workspace's analysis worker make the analyses that are due. */
export const analyseDue = (owner: Owner) =>
  runUntilIdle(analysisWorkerOf(owner), owner.workspaceId);

export const analysesOf = (lead: { id: number }) =>
  rowsOf<{ cause: string; status: string; reason: string | null }>(
    "select cause, status, reason from analyses where lead_id = ? order by id",
    lead.id,
  );

/** Waits until a run has ended by itself. */
export async function untilEnded(client: Client, run: Run): Promise<Run> {
  for (let tries = 600; tries > 0; tries--) {
    const now = await runNow(client, run);
    if (now.ended_at !== null) return now;
    await scheduler.wait(5);
  }
  assert.fail("The run does not end.");
}
