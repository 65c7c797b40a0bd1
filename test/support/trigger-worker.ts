import type { RunCause } from "#db/schema/automation";
import type { EvaluatedCandidate } from "#db/schema/triggers";
import type { TriggerOutcome } from "#domain/triggers";
import type { Trigger } from "#features/automation/triggers/read";
import { nextAlarm, runUntilIdle } from "./alarms";
import { type Client, newScenario } from "./api";
import { testEnv } from "./env";
import { flowOf } from "./flow";
import {
  OFFLINE_ANALYSIS_WORKER,
  OFFLINE_RUN_SCHEDULER,
  OFFLINE_TRIGGER_WORKER,
} from "./offline-workers";
import { rowsOf } from "./rows";
import { serve } from "./serve";

type Owner = Pick<Client, "workspaceId">;

export const triggerWorkerOf = ({ workspaceId }: Owner) =>
  testEnv.TRIGGER_WORKER.getByName(String(workspaceId));

export const alarmOfTriggerWorker = (owner: Owner) => nextAlarm(triggerWorkerOf(owner));

/** Wakes the workspace's trigger worker and runs it until it waits for a later time. */
export const decideDue = (owner: Owner) => runUntilIdle(triggerWorkerOf(owner), owner.workspaceId);

/** Serves a request that wakes neither triggers nor runs. */
export const serveAsleep = (request: Request) =>
  serve(request, {
    TRIGGER_WORKER: OFFLINE_TRIGGER_WORKER,
    RUN_SCHEDULER: OFFLINE_RUN_SCHEDULER,
    ANALYSIS_WORKER: OFFLINE_ANALYSIS_WORKER,
  });

/** A client whose writes wake neither triggers nor runs. */
export const clientAsleep = (client: Client): Client => {
  const fetcher = serveAsleep;
  return {
    ...client,
    get: (path, json, options) => client.get(path, json, { fetcher, ...options }),
    post: (path, json, options) => client.post(path, json, { fetcher, ...options }),
    put: (path, json, options) => client.put(path, json, { fetcher, ...options }),
    patch: (path, json, options) => client.patch(path, json, { fetcher, ...options }),
    delete: (path, json, options) => client.delete(path, json, { fetcher, ...options }),
  };
};

/** Creates an active scenario with triggers, whose runs wait for an hour. */
export const newTriggered = (
  client: Client,
  triggers: Trigger[],
  input: object = {},
): Promise<{ id: number }> =>
  newScenario(client, {
    is_active: true,
    ...flowOf({ pause: ["delay", { seconds: 3600 }] }),
    triggers,
    ...input,
  });

type Started = { id: number; scenario: number; lead: number; channel: number | null };

/** The runs that triggers have started, oldest first. */
export async function startsIn({ workspaceId }: Owner) {
  const rows = await rowsOf<Started & { cause: string }>(
    `select id, scenario_id as scenario, lead_id as lead, channel_id as channel, cause from runs
     where workspace_id = ? and cause is not null order by id`,
    workspaceId,
  );
  return rows.map((row) => ({ ...row, cause: JSON.parse(row.cause) as RunCause }));
}

/** The triggers that have started runs, oldest first. */
export const startedBy = async (owner: Owner) =>
  (await startsIn(owner)).map(({ cause }) => cause.trigger_id);

export type Evaluated = {
  lead: number;
  outcome: TriggerOutcome;
  candidates: EvaluatedCandidate[];
  runs: number[];
  times: number;
};

/** The evaluations of a workspace, oldest first. */
export async function evaluationsIn({ workspaceId }: Owner): Promise<Evaluated[]> {
  const rows = await rowsOf<Record<"lead" | "times", number> & Record<string, string>>(
    `select lead_id as lead, outcome, candidates, run_ids as runs, times
     from trigger_evaluations where workspace_id = ? order by id`,
    workspaceId,
  );
  return rows.map((row) => ({
    lead: row.lead,
    outcome: row.outcome as TriggerOutcome,
    candidates: JSON.parse(row.candidates!),
    runs: JSON.parse(row.runs!),
    times: row.times,
  }));
}

/** The outcomes of a workspace's evaluations: of the whole, then of each candidate. */
export const outcomesIn = async (owner: Owner) =>
  (await evaluationsIn(owner)).map(({ outcome, candidates }) => [
    outcome,
    ...candidates.map(([, trigger, one]) => `${trigger} ${one}`),
  ]);
