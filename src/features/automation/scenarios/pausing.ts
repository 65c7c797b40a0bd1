import { type SQL, sql } from "drizzle-orm";
import { HELD } from "../../../db/runs";
import { rows, type Statement } from "../../../db/scope";
import { ownWaits } from "../../../domain/automation";
import type { Scope } from "../../../env";

const OWN_WAITS = sql.raw(`(${ownWaits.map((wait) => `'${wait}'`).join(", ")})`);

/** How far apart runs go on that were overdue when their scenario became active again. */
const SPREAD_MS = 50;

/** The statement that pauses the active runs of scenarios. Their times stand still. */
const pauseRuns = (scope: Scope, scenarioIds: SQL) =>
  rows(
    scope,
    sql`update runs set state = 'paused', revision = revision + 1, updated_at = ${Date.now()} where scenario_id in (${scenarioIds}) and ended_at is null`,
  );

/** The statements that have them go on. What is overdue is done once, a little apart; messages that were held back are due. */
function resumeRuns(scope: Scope, scenarioIds: SQL): Statement[] {
  const now = Date.now();
  const paused = sql`select id, row_number() over (order by next_at is null, next_at, id) as nth
    from runs where scenario_id in (${scenarioIds}) and ended_at is null and state = 'paused'`;
  return [
    rows(
      scope,
      sql`update runs set
          state = case when node_id is null then 'pending' when waiting_for in ${OWN_WAITS} then 'running' else 'waiting' end,
          next_at = iif(next_at <= ${now}, ${now} + ${SPREAD_MS} * (paused.nth - 1), next_at), revision = revision + 1, updated_at = ${now}
        from (${paused}) as paused where runs.id = paused.id`,
    ),
    rows(
      scope,
      sql`update messages set next_attempt_at = ${now} where workspace_id = ${scope.workspaceId} and run_id is not null and next_attempt_at is not null
        and next_attempt_at = ${HELD} and run_id in (select id from runs where scenario_id in (${scenarioIds}))`,
    ),
  ];
}

/** The statements that pause or resume the runs of those scenarios that `where` finds and that are about to change: they go before the change. */
export function switchRuns(scope: Scope, where: SQL, isActive: boolean): Statement[] {
  const switched = sql`select id from scenarios where ${where} and is_active <> ${Number(isActive)}`;
  return isActive ? resumeRuns(scope, switched) : [pauseRuns(scope, switched)];
}
