import { type SQL, sql } from "drizzle-orm";
import type { EndReason, EndState } from "../domain/automation";
import type { Scope } from "../env";
import { LAST_MS } from "../lib/time";
import { runs } from "./schema/automation";
import { messages } from "./schema/messaging";

// What other features have to do with runs. The runs themselves are features/runs.

/** The columns that end a run. Set them only where `ended_at` is null: an ended run never changes. */
export const endedRun = (state: EndState, endReason: EndReason) => {
  const now = Date.now();
  return {
    state,
    endReason,
    endedAt: now,
    nextAt: null,
    waitingFor: null,
    waitingUntil: null,
    revision: sql`${runs.revision} + 1`,
    updatedAt: now,
  };
};

/** Runs that wait to be stepped, as the index `runs_due` has them. */
export const isWaiting = sql`next_at is not null and state <> 'paused'`;

/** Those of a workspace. */
export const waitingRuns = (workspaceId: number | SQL) =>
  sql`workspace_id = ${workspaceId} and ${isWaiting}`;

/** Whether a workspace has runs that are due. */
export const hasDueRuns = (workspaceId: number | SQL) =>
  sql`exists (select 1 from runs where ${waitingRuns(workspaceId)} and next_at <= ${Date.now()})`;

/** `next_attempt_at` of a message that waits until its scenario is active again. */
export const HELD = LAST_MS;

/** What a message says of itself whose run was stopped. */
export const STOPPED = "Its run was stopped before it was sent.";

/** Whether the run of a message was cancelled, or removed: then it was a run's and is none's. */
export const isRunStopped = sql`visit is not null and not exists (select 1 from runs where id = run_id and state <> 'cancelled')`;

/** The statement that gives up what runs have queued and nobody has sent yet. `runIds` selects their ids. */
export const failQueuedOf = ({ db, workspaceId }: Scope, runIds: SQL) =>
  db
    .update(messages)
    .set({
      status: "failed",
      error: { reason: "cancelled", code: null, message: STOPPED, retry_at: null },
      nextAttemptAt: null,
    })
    .where(
      sql`workspace_id = ${workspaceId} and run_id is not null and next_attempt_at is not null and status = 'queued' and run_id in (${runIds})`,
    );
