import { and, eq, ne } from "drizzle-orm";
import { readBatch, unscopedBatch } from "../../../../db/batch";
import { runs } from "../../../../db/schema/automation";
import { within } from "../../../../db/scope";
import { insertRunEvents } from "../../../../db/statements/run-events";
import type { Scope } from "../../../../env";
import type { Answer } from "./call";

/** Whether a run still waits, in this visit, for the answer to its HTTP request. */
const isWaiting = (scope: Scope, runId: number, visit: number) =>
  within(scope, runs, eq(runs.id, runId), eq(runs.visits, visit), eq(runs.waitingFor, "webhook"));

/** Whether a run that is not paused still waits for the answer to its HTTP request. */
export async function isAwaited(scope: Scope, runId: number, visit: number) {
  const { waiting } = await readBatch(scope, {
    waiting: scope.db
      .select({ id: runs.id })
      .from(runs)
      .where(and(isWaiting(scope, runId, visit), ne(runs.state, "paused"))),
  });
  return waiting.length > 0;
}

/**
 * Records the answer to an HTTP request, if the run still waits for it. The run is then due; the
 * caller wakes the scheduler.
 */
export const recordAnswer = (scope: Scope, runId: number, visit: number, answer: Answer) =>
  unscopedBatch(scope, {
    reached: insertRunEvents("webhook", answer, isWaiting(scope, runId, visit)),
  });
