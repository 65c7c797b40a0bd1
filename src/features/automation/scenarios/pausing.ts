import { type SQL, sql } from "drizzle-orm";
import { releaseHeld } from "../../../db/statements/messages/queued";
import { pauseRuns, resumeRuns } from "../../../db/statements/runs";
import type { Scope } from "../../../env";

/**
 * The statements that pause or resume the runs of the scenarios that `where` finds, as far as these
 * are about to be switched. They go before the change of the scenarios.
 */
export function switchRuns(scope: Scope, where: SQL, isActive: boolean) {
  const switched = sql`
    select id from scenarios where ${where} and is_active <> ${Number(isActive)}`;
  return isActive
    ? { resumed: resumeRuns(scope, switched), released: releaseHeld(scope, switched, Date.now()) }
    : { paused: pauseRuns(scope, switched) };
}
