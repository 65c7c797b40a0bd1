import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { dayOf } from "#lib/time";
import { runs, scenarios } from "../schema/automation";
import { within } from "../scope/within";

// The statements that add to `scenario_days`, beside triggers: one row is written for each version
// of a scenario and day, however many runs it is about.

type Counts = Record<string, number>;

/** The counts that some runs add to a version of their scenario on a day. */
export type RunChanges = {
  scenario: number;
  version: number;
  /** `YYYY-MM-DD`. */
  day: string;
  /** The counts that all of them add together, and those that each of them adds. */
  sums: Counts;
  each: [run: number, counts: Counts][];
};

/**
 * Adds what the runs that were committed under the token have done. The sums are worked out anew
 * only if some were not. OFFSET keeps SQLite from counting the runs twice.
 */
export function addRunChanges(scope: Scope, token: string, list: RunChanges[]) {
  const isCommitted = within(scope, runs, sql`runs.id = one.value ->> 0 and turn = ${token}`);
  const committed = sql`json_each(change -> 'each') as one cross join runs on ${isCommitted}`;
  return sql`
    insert into scenario_changes (scenario_id, version, day, counts)
    select change ->> 'scenario', change ->> 'version', change ->> 'day',
      iif(n = json_array_length(change, '$.each'), change -> 'sums', (
        select json_group_object(key, n) from (
          select counter.key, sum(counter.value) as n
          from ${committed} cross join json_each(one.value -> 1) as counter
          group by counter.key having n <> 0)))
    from (
      select change, (select count(*) from ${committed}) as n
      from (select value as change from json_each(${JSON.stringify(list)}))
      limit -1 offset 0)`;
}

/** The refusals of a scenario's triggers, which fitted something, by the keys of counters. */
export type Refusals = { scenario: number; counts: Counts };

/**
 * Counts refusals of triggers, on the current versions of their scenarios, where `isWritten` holds
 * for the item of the list (`item.value`).
 */
export const countRefusals = (scope: Scope, list: Refusals[], isWritten: SQL, now: number) => sql`
  insert into scenario_changes (scenario_id, version, day, counts)
  select scenarios.id, scenarios.version, ${dayOf(now)}, item.value -> 'counts'
  from json_each(${JSON.stringify(list)}) as item cross join scenarios
    on ${within(scope, scenarios, sql`scenarios.id = item.value ->> 'scenario'`)}
  where ${isWritten}`;

/** Moves the runs that `moving` selects, with `node_id`, from their `version` to another. */
export const moveCounters = (moving: SQL, version: number) => sql`
  with moving as materialized (${moving})
  insert into scenario_changes (scenario_id, version, day, counts)
  select scenario_id, version, ${dayOf(Date.now())}, json_group_object('at_' || hex(node_id), n)
  from (
    select scenario_id, version, node_id, -count(*) as n from moving group by 1, 2, 3
    union all
    select scenario_id, ${version}, node_id, count(*) from moving group by 1, 2, 3)
  group by scenario_id, version`;
