import { type SQL, sql } from "drizzle-orm";
import { HELD } from "../../../db/runs";
import { messages } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { pauseRuns, resumeRuns } from "../../../db/statements/runs";
import type { Scope } from "../../../env";

/** Makes the messages of scenarios due that were held back while these were paused. */
function releaseMessages(scope: Scope, scenarioIds: SQL) {
  const isHeld = within(
    scope,
    messages,
    sql`run_id is not null and next_attempt_at is not null and next_attempt_at = ${HELD}
        and run_id in (select id from runs where scenario_id in (${scenarioIds}))`,
  );
  return sql`update messages set next_attempt_at = ${Date.now()} where ${isHeld}`;
}

/**
 * The statements that pause or resume the runs of the scenarios that `where` finds, as far as these
 * are about to be switched. They go before the change of the scenarios.
 */
export function switchRuns(scope: Scope, where: SQL, isActive: boolean) {
  const switched = sql`
    select id from scenarios where ${where} and is_active <> ${Number(isActive)}`;
  return isActive
    ? { resumed: resumeRuns(scope, switched), released: releaseMessages(scope, switched) }
    : { paused: pauseRuns(scope, switched) };
}
