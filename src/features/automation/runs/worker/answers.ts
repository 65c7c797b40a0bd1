import { eq, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { runs } from "#db/schema/automation";
import { within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { insertRunEvents } from "#db/statements/run-events";
import { extendWait } from "#db/statements/runs";
import { addUsage } from "#db/statements/usage";
import type { Scope } from "#env";
import { answerDueBy } from "#features/automation/engine/nodes/http-request/request";
import type { HttpRequest } from "#features/automation/engine/run";
import type { Answer } from "./call";

/** True if a run still waits, in this visit, for the answer to its HTTP request. */
const isWaiting = (scope: Scope, runId: number, visit: number) =>
  within(scope, runs, eq(runs.id, runId), eq(runs.visits, visit), eq(runs.waitingFor, "webhook"));

/**
 * Gives a run the time that its HTTP request may take from now on. Returns whether the run, which
 * may have been stopped or paused, still waits for the answer. No request begins while the
 * workspace is suspended: the run makes it again after its time.
 */
export async function beginRequest(
  scope: Scope,
  runId: number,
  { visit, timeoutMs }: Pick<HttpRequest, "visit" | "timeoutMs">,
) {
  const mayBegin = sql`${isWaiting(scope, runId, visit)} and not ${isSuspended(scope.workspaceId)}`;
  const { begun } = await unscopedBatch(scope, {
    begun: extendWait(mayBegin, answerDueBy(timeoutMs, Date.now())),
  });
  return begun.length > 0;
}

/**
 * Records the answer to an HTTP request, if the run still waits for it. The run is then due; the
 * caller wakes the scheduler.
 */
export const recordAnswer = (scope: Scope, runId: number, visit: number, answer: Answer) =>
  unscopedBatch(scope, {
    usage: addUsage(scope.workspaceId, { httpRequests: 1 }),
    reached: insertRunEvents({ kind: "webhook", data: answer }, isWaiting(scope, runId, visit)),
  });
