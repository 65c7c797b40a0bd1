import { principals } from "#features/access/tokens/principals";
import { findWork, type Progress, step } from "#features/operations/backups/steps";
import type { Working } from "#features/operations/backups/working";
import { MediaRemovalQueue } from "#features/operations/chunks/media";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { QUIET_MS, WorkspaceRemovalQueue } from "#features/operations/chunks/workspace-removals";
import { call } from "./api";
import { testEnv, twoDatabases } from "./env";
import { serve } from "./serve";

const token = testEnv.OPERATOR_TOKEN;

/** Wakes no archivist: the tests do their work. */
const ARCHIVIST = {
  getByName: () => ({ wake: async () => {} }),
} as unknown as typeof testEnv.ARCHIVIST;

/** A request of the operator's, after which no object begins to work. */
export const operate = (method: string, path: string, json?: object) =>
  call(method, `/v1${path}`, {
    token,
    ...(json && { json }),
    fetcher: (request) => serve(request, { ARCHIVIST }),
  });

/** Begins a backup of a workspace, which no object makes. */
export const beginBackup = async (workspaceId: number) =>
  (await operate("POST", `/workspaces/${workspaceId}/backups`)).body.data;

export const backupOf = async (id: number) => (await operate("GET", `/backups/${id}`)).body.data;

/**
 * Works a backup to the end of its state, as its object does. With `crashes`, as if the process had
 * died after each step, before it stored how far it is. Returns how many steps it took.
 */
export async function workBackup(
  id: number,
  { crashes = false, after = async (_: number) => {} } = {},
) {
  let progress: Progress | null = null;
  let working: Working | undefined;
  for (let steps = 0; steps < 2_000; steps++) {
    // A process that has died knows nothing of the step before.
    working = await findWork(twoDatabases, id, crashes ? undefined : working);
    if (!working) return steps;
    const stored: Progress | null = JSON.parse(JSON.stringify(progress));
    if (crashes) await step(working, stored);
    progress = await step(working, stored);
    await after(steps);
  }
  throw new Error("The backup is still being worked.");
}

/** Deletes a workspace, and removes all of its rows. */
export async function deleteWholly(workspaceId: number, database = "DB") {
  await operate("POST", `/workspaces/${workspaceId}/suspend`, { reason: "It is deleted." });
  await operate("DELETE", `/workspaces/${workspaceId}`);
  const queues = [
    new WorkspaceRemovalQueue(twoDatabases, database, { now: () => Date.now() + QUIET_MS }),
    new RemovalQueue(twoDatabases, database),
    new MediaRemovalQueue(twoDatabases, database),
  ];
  for (let worked = true; worked; ) {
    worked = false;
    for (const queue of queues) worked = (await queue.workNext()) || worked;
  }
  principals.clear();
}

/** The keys of a workspace's backups in R2. */
export const keysOf = async (workspaceId: number) => {
  const { objects } = await testEnv.FILES.list({ prefix: `backups/${workspaceId}/` });
  return objects.map(({ key }) => key);
};
