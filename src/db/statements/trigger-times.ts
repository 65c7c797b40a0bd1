import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { leads } from "../schema/leads";
import { leadMerges } from "../schema/merges";
import { scenarioTriggers, triggerTimes } from "../schema/triggers";
import { within } from "../scope/within";
import { listOf } from "./runs";
import { type Claim, isClaimed, of, type PutOffKey } from "./trigger-cursors";
import { isBeingMerged } from "./triggered-runs";

/**
 * Keeps the starts that wait for an hour with room. It stands behind the statements that look for
 * what was put off before.
 */
export const putOffStarts = (
  scope: Scope,
  token: string,
  list: (Claim & PutOffKey & { due: number })[],
) => sql`
  insert into trigger_times (scenario_id, trigger_id, lead_id, event_id, workspace_id, due_at)
  select ${of("$.scenario")}, ${of("$.trigger")}, leads.id, ${of("$.event")},
         ${scope.workspaceId}, ${of("$.due")}
  from ${listOf(list)} cross join leads on leads.id = ${of("$.lead")}
  where ${isClaimed(scope, token)}
  on conflict do update set due_at = excluded.due_at`;

/**
 * Puts off those starts whose lead is merged into another one, or was since it was read: for the
 * one that is kept. Stands as `putOffStarts` does.
 */
export const holdMerged = (
  scope: Scope,
  token: string,
  list: (Claim & PutOffKey)[],
  due: number,
) => sql`
  insert into trigger_times (scenario_id, trigger_id, lead_id, event_id, workspace_id, due_at)
  select ${of("$.scenario")}, ${of("$.trigger")}, leads.id, ${of("$.event")},
         ${scope.workspaceId}, ${due}
  from ${listOf(list)} cross join leads
    on ${within(scope, leads)} and leads.id = ifnull((
      select keep_id from lead_merges
      where ${leadMerges.leadId} = ${of("$.lead")} and ${within(scope, leadMerges)}
        and finished_at is not null), ${of("$.lead")})
  where ${isClaimed(scope, token)} and (leads.id <> ${of("$.lead")} or ${isBeingMerged})
  on conflict do update set due_at = excluded.due_at`;

/** Ends the starts that were decided. It stands last: the other statements look for them. */
export const endTimes = (list: Claim[]) => sql`
  delete from trigger_times
  where (scenario_id, trigger_id, lead_id, event_id, due_at) in (
    select ${of("$.time.scenario")}, ${of("$.time.trigger")}, ${of("$.time.lead")},
           ${of("$.time.event")}, ${of("$.time.at")}
    from ${listOf(list)})`;

/** A trigger's time for a lead. */
type TimeKey = Omit<PutOffKey, "event">;

/**
 * The time of a lead's date: null without one. Where it is not ahead, it only stays if it is stored
 * already.
 */
export type ArmedTime = TimeKey & {
  at: number | null;
  isAhead: boolean;
  /** The lead's `updated_at` as it was read, where a lead that has changed since does not count. */
  updated?: number;
};

/** Stores the times of dates that are ahead, and drops others, where `condition` holds. */
export function armTimes(scope: Scope, list: ArmedTime[], condition: SQL, now: number) {
  const { ahead = [], over = [] } = Object.groupBy(list, ({ isAhead }) =>
    isAhead ? "ahead" : "over",
  );
  return [
    ...(ahead.length > 0 ? [storeTimes(scope, ahead, condition, now)] : []),
    ...(over.length > 0 ? [dropTimes(scope, over, condition)] : []),
  ];
}

/** A time that has come is the worker's to move: of a yearly date, the next is not earlier. */
const storeTimes = (scope: Scope, list: ArmedTime[], condition: SQL, now: number) => sql`
  insert into trigger_times (scenario_id, trigger_id, lead_id, workspace_id, due_at)
  select scenario_triggers.scenario_id, scenario_triggers.trigger_id, leads.id,
         ${scope.workspaceId}, ${of("$.at")}
  from ${listOf(list)}
    cross join leads on ${within(scope, leads)} and leads.id = ${of("$.lead")}
    cross join scenario_triggers
      on ${within(scope, scenarioTriggers)} and scenario_id = ${of("$.scenario")}
      and trigger_id = ${of("$.trigger")} and is_on
  where ${condition} and ifnull(${of("$.updated")}, leads.updated_at) = leads.updated_at
  on conflict (scenario_id, trigger_id, lead_id, event_id) do update set due_at = excluded.due_at
  where due_at <> excluded.due_at and (due_at > ${now} or due_at > excluded.due_at)`;

const dropTimes = (scope: Scope, list: ArmedTime[], condition: SQL) => sql`
  delete from trigger_times
  where (scenario_id, trigger_id, lead_id, event_id) in (
    select scenario_id, trigger_id, lead_id, event_id
    from ${listOf(list)} cross join trigger_times
      on ${within(scope, triggerTimes)} and scenario_id = ${of("$.scenario")}
      and trigger_id = ${of("$.trigger")} and lead_id = ${of("$.lead")} and event_id = 0
      and due_at is not ${of("$.at")}
    where ${condition})`;

/**
 * A time that has come, as it was read, and when to look at it next: null for never. `messagesAt`:
 * the last ones of the lead, where it was read. A message that has come since moves a date.
 */
export type SeenTime = PutOffKey & {
  at: number;
  next: number | null;
  messagesAt: [inbound: number | null, outbound: number | null] | null;
};

/** Moves or ends the times that have come. It stands last: the other statements look for them. */
export function moveTimes(scope: Scope, list: SeenTime[], condition: SQL) {
  const { ended = [], moved = [] } = Object.groupBy(list, ({ next }) =>
    next === null ? "ended" : "moved",
  );
  const isSeen = sql`${within(scope, triggerTimes)} and ${condition}
    and (scenario_id, trigger_id, lead_id, event_id, due_at) = (
      ${of("$.scenario")}, ${of("$.trigger")}, ${of("$.lead")}, ${of("$.event")}, ${of("$.at")})`;
  const move = sql`
    update trigger_times set due_at = ${of("$.next")} from ${listOf(moved)} where ${isSeen}`;
  const end = sql`
    delete from trigger_times
    where (scenario_id, trigger_id, lead_id, event_id) in (
      select scenario_id, trigger_id, lead_id, event_id
      from ${listOf(ended)} cross join trigger_times on ${isSeen}
      where ${of("$.messagesAt")} is null or not exists (
        select 1 from leads
        where ${within(scope, leads)} and leads.id = trigger_times.lead_id
          and (last_inbound_at, last_outbound_at)
            is not (${of("$.messagesAt[0]")}, ${of("$.messagesAt[1]")})))`;
  return [...(moved.length > 0 ? [move] : []), ...(ended.length > 0 ? [end] : [])];
}

/** Drops all times that have come. */
export const dropPast = (scope: Pick<Scope, "workspaceId">, now: number) => sql`
  delete from trigger_times where ${within(scope, triggerTimes)} and due_at <= ${now}`;
