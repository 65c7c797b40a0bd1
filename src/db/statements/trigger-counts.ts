import { sql } from "drizzle-orm";
import { BY_SERVICE } from "#domain/actors";
import type { Scope } from "#env";
import { scenarioTriggers } from "../schema/triggers";
import { within } from "../scope/within";
import { listOf } from "./runs";
import { type Claim, isClaimed, of } from "./trigger-cursors";

/** A trigger's count of the starts in an hour, as it is after the commit. */
type Count = Claim & {
  scenario: number;
  trigger: string;
  hour: number;
  starts: number;
  /** The hour in which its limit is announced, if it is by this commit. */
  limited: number | null;
};

/** Writes the counts, and announces the limits that were met. */
export function countStarts(scope: Scope, token: string, list: Count[]) {
  const isTrigger = within(
    scope,
    scenarioTriggers,
    sql`scenario_id = ${of("$.scenario")} and trigger_id = ${of("$.trigger")}`,
    isClaimed(scope, token),
  );
  return [
    sql`
      insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
      select workspace_id, 'scenario.trigger_limited', null, scenario_id,
             json_object('trigger_id', trigger_id, 'max_per_hour', data ->> 'max_per_hour'),
             ${BY_SERVICE}
      from ${listOf(list.filter(({ limited }) => limited !== null))}
        cross join scenario_triggers on ${isTrigger}
      where limited_hour is not ${of("$.limited")}`,
    sql`
      update scenario_triggers set
        hour = ${of("$.hour")}, starts = ${of("$.starts")},
        limited_hour = ifnull(${of("$.limited")}, limited_hour)
      from ${listOf(list)} where ${isTrigger}`,
  ];
}
