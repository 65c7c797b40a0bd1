import type { Client } from "./api";
import type { testEnv } from "./env";
import { type Around, databaseWith, onlyAt } from "./message-sender-faults";
import { bindObject } from "./objects";
import { untilDoneOrKilled } from "./run-scheduler-faults";
import { decideDue, triggerWorkerOf } from "./trigger-worker";

type Owner = Pick<Client, "workspaceId">;

/** Gives a workspace's trigger worker other bindings, for as long as it stays in memory. */
export const bindTriggerWorker = (owner: Owner, bindings: Partial<typeof testEnv>) =>
  bindObject(triggerWorkerOf(owner), bindings);

/** Wraps one of a trigger worker's calls to D1, counted from 1; the others go through. */
export const atCall = (owner: Owner, wanted: number, around: Around) =>
  bindTriggerWorker(owner, { DB: databaseWith(onlyAt(wanted, around)) });

/** Decides what is due once, until the worker has done its work or is killed. */
export const decideOnce = (owner: Owner) => untilDoneOrKilled(decideDue(owner));
