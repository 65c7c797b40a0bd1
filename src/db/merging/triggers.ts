import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { triggerEntries, triggerEvaluations, triggerTimes } from "../schema/triggers";
import { owned } from "../scope/within";
import { type Merge, moving } from "./merge";

// Moves what triggers know of a lead to another one. Of the starts and times of one trigger, the
// two leads have one each: a lead that was started by it is not started again after a merge.

/** Selects the keys of the evaluations that move next. */
export const evaluationsOf = (scope: Scope, from: SQL, limit: number) => sql`
  select workspace_id, id from trigger_evaluations
  where lead_id = ${from} and +${owned(scope, triggerEvaluations)} limit ${limit}`;

export const moveEvaluations = (scope: Scope, keepId: number, from: SQL, limit: number) => sql`
  update trigger_evaluations set lead_id = ${keepId}
  where (workspace_id, id) in (${evaluationsOf(scope, from, limit)})`;

/** The later start and the sum of all counts. A time that the kept lead has stays. */
export function joinTriggers(scope: Scope, merge: Merge): Statement[] {
  const from = moving(scope, merge, "joining");
  const isOld = sql`lead_id = ${from} and +${owned(scope, triggerEntries)}`;
  return [
    sql`
      insert into trigger_entries (
        lead_id, scenario_id, trigger_id, subject, workspace_id, at, times)
      select ${merge.keepId}, scenario_id, trigger_id, subject, workspace_id, at, times
      from trigger_entries where ${isOld}
      on conflict do update set at = max(at, excluded.at), times = times + excluded.times`,
    sql`delete from trigger_entries where ${isOld}`,
    sql`
      update or ignore trigger_times set lead_id = ${merge.keepId}
      where lead_id = ${from} and +${owned(scope, triggerTimes)}`,
  ];
}
