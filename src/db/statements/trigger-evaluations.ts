import { sql } from "drizzle-orm";
import type { TriggerOutcome } from "#domain/triggers";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import { oldRows } from "../removal/prune";
import { type EvaluatedCandidate, triggerEvaluations } from "../schema/triggers";
import { within } from "../scope/within";
import { listOf } from "./runs";
import { type Claim, isClaimed, leadOfItem, of, type Person } from "./trigger-cursors";
import { isBeingMerged } from "./triggered-runs";

/** For how long evaluations are kept. */
const KEPT_DAYS = 30;

/** Deletes old evaluations of all workspaces. */
export const pruneEvaluations = (limit: number) => sql<{ pruned: 1 }>`
  delete from trigger_evaluations
  where (workspace_id, id) in (
    ${oldRows(triggerEvaluations, sql`${Date.now() - KEPT_DAYS * DAY_MS}`, limit)})
  returning 1 as pruned`;

/**
 * The outcome of a cause that fitted a trigger. `raises` is the evaluation of an equal refusal of
 * the day, of which there are `times` more.
 */
export type Evaluation = Claim &
  Person & {
    /** Null of a date. */
    event: number | null;
    last: number | null;
    message: number | null;
    outcome: TriggerOutcome;
    candidates: EvaluatedCandidate[];
    raises: number | null;
    times: number;
  };

/** Writes the evaluations. What has become of starts is read from the runs of the commit. */
export function evaluate(scope: Scope, token: string, list: Evaluation[], now: number) {
  const { again = [], anew = [] } = Object.groupBy(list, ({ raises }) =>
    raises === null ? "anew" : "again",
  );
  return [
    ...(again.length > 0 ? [raise(scope, token, again, now)] : []),
    ...(anew.length > 0 ? [insertEvaluations(scope, token, anew, now)] : []),
  ];
}

const raise = (scope: Scope, token: string, list: Evaluation[], now: number) => sql`
  update trigger_evaluations set
    times = times + ${of("$.times")}, event_id = ${of("$.event")},
    last_event_id = ${of("$.last")}, message_id = ${of("$.message")},
    comment_id = ${of("$.comment")}, updated_at = ${now}
  from ${listOf(list)}
  where ${within(scope, triggerEvaluations)} and trigger_evaluations.id = ${of("$.raises")}
    and ${isClaimed(scope, token)}`;

/**
 * The outcome of a candidate, and its run: null where the trigger was switched off, or the lead
 * deleted, after the decision.
 */
const OUTCOMES = (token: string) => sql`
  select candidate.key as place, candidate.value as candidate, own.id as runId, case
      when candidate.value ->> 2 <> 'started' then candidate.value ->> 2
      when own.id is not null then 'started'
      when exists (
        select 1 from runs
        where scenario_id = candidate.value ->> 0 and runs.lead_id = ${leadOfItem}
          and ended_at is null)
        then 'already_active'
      when (select is_optout from leads where id = ${leadOfItem}) then 'opted_out'
      when exists (
        select 1 from leads
          cross join scenario_triggers
            on scenario_triggers.scenario_id = candidate.value ->> 0
            and scenario_triggers.trigger_id = candidate.value ->> 1 and is_on
          cross join trigger_entries on trigger_entries.lead_id = leads.id
            and trigger_entries.scenario_id = scenario_triggers.scenario_id
            and trigger_entries.trigger_id = scenario_triggers.trigger_id
        where leads.id = ${leadOfItem} and not ${isBeingMerged})
        then 'started_before'
    end as outcome
  from json_each(item.value, '$.candidates') as candidate
    left join runs as own
      on own.scenario_id = candidate.value ->> 0 and own.lead_id = ${leadOfItem}
      and own.turn = ${token} and candidate.value ->> 2 = 'started'`;

function insertEvaluations(scope: Scope, token: string, list: Evaluation[], now: number) {
  const outcomes = sql`(${OUTCOMES(token)})`;
  const first = sql`(
    select max(ifnull(max(id), 0) + 1, ${now * 1000}) from trigger_evaluations
    where ${within(scope, triggerEvaluations)})`;
  // Of a start that has made no run, the reason.
  const outcome = sql`iif(${of("$.outcome")} <> 'started', ${of("$.outcome")}, (
    select outcome from ${outcomes} where candidate ->> 2 = 'started' and outcome is not null
    order by outcome = 'started' desc, place limit 1))`;
  return sql`
    insert into trigger_evaluations (workspace_id, id, lead_id, lane, event_id, last_event_id,
      message_id, comment_id, outcome, candidates, run_ids, times, created_at, updated_at)
    select ${scope.workspaceId}, ${first} + item.key, ${leadOfItem}, ${of("$.lane")},
      ${of("$.event")}, ${of("$.last")}, ${of("$.message")}, ${of("$.comment")}, ${outcome},
      (select json_group_array(json_array(candidate -> 0, candidate -> 1, outcome))
       from ${outcomes} where outcome is not null),
      (select json_group_array(runId) from ${outcomes} where runId is not null),
      ${of("$.times")}, ${now}, ${now}
    from ${listOf(list)}
    where ${isClaimed(scope, token)} and ${outcome} is not null`;
}
