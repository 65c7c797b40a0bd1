import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { scenarioSwitches } from "../schema/automation";
import { within } from "../scope/within";
import { isHeldFor, releaseHeld } from "./messages/queued";
import { countOverdue, pauseRuns, resumeRuns, SPREAD_MS } from "./run-pauses";
import { isBeingPaused } from "./run-states";

// Pauses and resumes the runs of scenarios that were switched, in chunks. Readers and the scheduler
// ask `stateOfRun` and `isBeingPaused` (db/statements/run-states.ts) until all runs have followed.
// A chunk may be worked twice, by two at once, or not at all after a crash.

/** The number of runs that the request that switches a scenario pauses or resumes itself. */
export const FIRST_SWITCHED = 100;

const isSwitch = (scope: Scope, scenarioId: number, isActive?: boolean) =>
  within(
    scope,
    scenarioSwitches,
    eq(scenarioSwitches.scenarioId, scenarioId),
    isActive === undefined ? undefined : eq(scenarioSwitches.isActive, isActive),
  );

/**
 * Lets the runs of the scenarios that `where` finds follow, where these are about to be switched.
 * Stands before the change of the scenarios.
 */
export const beginSwitch = (where: SQL, isActive: boolean) => sql`
  insert into scenario_switches (scenario_id, workspace_id, is_active)
  select id, workspace_id, ${Number(isActive)} from scenarios
  where ${where} and is_active <> ${Number(isActive)}
  on conflict (scenario_id) do update set
    is_active = excluded.is_active, lead_id = 0, due_from = 0, next_from = 0`;

/** Has a lead's runs follow that were another lead's, which may be ahead, if `condition` holds. */
export const revisitSwitches = (scope: Scope, leadId: number, condition: SQL) => sql`
  update scenario_switches set lead_id = min(lead_id, ${leadId - 1})
  where ${within(scope, scenarioSwitches)} and ${condition}
    and exists (
      select 1 from runs
      where runs.scenario_id = scenario_switches.scenario_id and runs.lead_id = ${leadId}
        and ended_at is null)`;

/** The statements that let the next runs of a scenario follow, at most `limit`. */
export function switchChunk(scope: Scope, scenarioId: number, limit: number, now = Date.now()) {
  const ofSwitch = (column: SQL, isActive?: boolean) => sql`(
    select ${column} from scenario_switches where ${isSwitch(scope, scenarioId, isActive)})`;
  const next = (column: SQL, isActive?: boolean) => sql`
    select ${column} from runs indexed by runs_active
    where scenario_id = ${scenarioId} and ended_at is null
      and lead_id > ${ofSwitch(sql`lead_id`, isActive)}
    order by lead_id limit ${limit}`;
  const ids = (isActive: boolean) => next(sql`id`, isActive);
  const start = sql`max(next_from, ${now})`;
  return {
    paused: pauseRuns(scope, ids(false)),
    spread: sql`
      update scenario_switches set
        due_from = ${start},
        next_from = ${start} + ${SPREAD_MS} * ${countOverdue(scope, ids(true), now)}
      where ${isSwitch(scope, scenarioId, true)}`,
    resumed: resumeRuns(scope, ids(true), now, ofSwitch(sql`due_from`)),
    released: releaseHeld(scope, ofSwitch(sql`scenario_id`, true), limit, now),
    moved: sql`
      update scenario_switches
      set lead_id = ifnull((select max(lead_id) from (${next(sql`lead_id`)})), lead_id)
      where ${isSwitch(scope, scenarioId)}`,
    done: sql`
      delete from scenario_switches
      where ${isSwitch(scope, scenarioId)}
        and not exists (
          select 1 from runs indexed by runs_active
          where scenario_id = ${scenarioId} and ended_at is null
            and lead_id > scenario_switches.lead_id)
        and (
          is_active = 0
          or not exists (
            select 1 from messages where ${isHeldFor(sql`scenario_switches.scenario_id`)}))`,
  };
}

/**
 * Pauses the due runs whose scenario is being paused: the scheduler comes to them first.
 * `due(limit)` selects at most `limit` of the first due runs.
 */
export function pauseDue(scope: Scope, due: (limit: SQL) => SQL, limit: number) {
  const isAny = within(scope, scenarioSwitches, eq(scenarioSwitches.isActive, false));
  const bound = sql`iif(exists (select 1 from scenario_switches where ${isAny}), ${limit}, 0)`;
  return pauseRuns(scope, sql`select id from ${due(bound)} as runs where ${isBeingPaused}`);
}
