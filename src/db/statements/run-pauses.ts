import { type SQL, sql } from "drizzle-orm";
import type { PauseReason } from "#domain/automation";
import type { Scope } from "#env";
import { runs } from "../schema/automation";
import { present } from "../scope/present";
import { isParked, resumedState } from "./run-states";
import { byIds } from "./runs";

// The pauses of runs: with their scenario, or by themselves.

/** Pauses the active runs that `runIds` selects. Their times stay. */
export const pauseRuns = (scope: Scope, runIds: SQL) => sql`
  update runs set state = 'paused', revision = revision + 1, updated_at = ${Date.now()}
  where ${byIds(scope, runIds)} and ended_at is null and state <> 'paused'`;

/**
 * Pauses the active runs that `runIds` selects until they are resumed themselves, and returns their
 * ids. One that is paused already keeps its reason.
 */
export const holdRuns = (scope: Scope, runIds: SQL, reason: PauseReason) => {
  const now = Date.now();
  return sql<{ id: number }>`
    update runs set
      state = 'paused', paused_at = ${now}, pause_reason = ${reason}, paused_by = ${scope.actor},
      revision = revision + 1, changed_by = ${scope.actor}, updated_at = ${now}
    where ${byIds(scope, runIds)} and ended_at is null and paused_at is null and ${present(runs)}
    returning id`;
};

/**
 * Ends the pause of a run that `holdRuns` has paused. It stays paused with its scenario. What is
 * overdue is due now.
 */
export const letGoRun = (scope: Scope, runId: number) => {
  const now = Date.now();
  return sql<{ id: number }>`
    update runs set
      state = iif((select is_active from scenarios where scenarios.id = scenario_id),
                  ${resumedState}, 'paused'),
      next_at = iif(${isParked}, ${now}, next_at),
      paused_at = null, pause_reason = null, paused_by = null,
      revision = revision + 1, changed_by = ${scope.actor}, updated_at = ${now}
    where ${byIds(scope, sql`${runId}`)} and ended_at is null and paused_at is not null
      and ${present(runs)}
    returning id`;
};

/** The time between the steps of overdue runs when their scenario becomes active again. */
export const SPREAD_MS = 50;

const isOverdue = (now: number) => sql`(next_at <= ${now} or ${isParked})`;

const pausedAmong = (scope: Scope, runIds: SQL) =>
  sql`${byIds(scope, runIds)} and ended_at is null and state = 'paused' and paused_at is null`;

/** Counts the paused runs that are overdue. */
export const countOverdue = (scope: Scope, runIds: SQL, now: number) => sql`(
  select count(*) from runs where ${pausedAmong(scope, runIds)} and ${isOverdue(now)})`;

/** Resumes the paused runs that `runIds` selects. Overdue ones are due one after the other. */
export const resumeRuns = (scope: Scope, runIds: SQL, now: number, dueFrom: SQL) => sql`
  update runs set
    state = ${resumedState},
    next_at = iif(${isOverdue(now)}, ${dueFrom} + ${SPREAD_MS} * (paused.nth - 1), next_at),
    revision = revision + 1, updated_at = ${now}
  from (select id, row_number() over (order by next_at is null, next_at, id) as nth
        from runs where ${pausedAmong(scope, runIds)}) as paused
  where runs.id = paused.id`;
