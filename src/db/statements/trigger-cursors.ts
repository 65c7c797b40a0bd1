import { type SQL, sql } from "drizzle-orm";
import type { EventType } from "#domain/events";
import { type Lane, lanes, type TriggerType } from "#domain/triggers";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import { mergeTypes } from "../lists/merge-types";
import { events } from "../schema/events";
import { scenarioTriggers, triggerCursors } from "../schema/triggers";
import { within } from "../scope/within";
import { failUnless, hasFailed } from "../writes/fail-unless";

// The statements that write the cursors of triggers. Publishing says which events their lanes read,
// the worker moves them on.

/** The types of events that the lanes read for each type of trigger. */
export type CauseTypes = Partial<Record<TriggerType, readonly EventType[]>>;

type Workspace = Pick<Scope, "workspaceId">;

/** The id of the newest event of a workspace. */
export const newestEvent = (scope: Workspace) => sql<number>`
  ifnull((select max(id) from events where ${within(scope, events)}), 0)`;

/** Names the state of the workspace's triggers: another one follows each change of them. */
export const currentRevision = (scope: Scope) => sql<string>`(
  select json_group_array(json_array(lane, revision)) from trigger_cursors
  where ${within(scope, triggerCursors)})`;

/** Makes the cursors of a workspace that has none, where `condition` holds: before its triggers. */
export const beginCursors = (scope: Scope, condition: SQL) => sql`
  insert into trigger_cursors (workspace_id, lane, position)
  select ${scope.workspaceId}, value, ${newestEvent(scope)} from json_each(${JSON.stringify(lanes)})
  where ${condition} on conflict do nothing`;

/** Has the worker read the triggers again, where `condition` holds: they are about to change. */
export const reviseCursors = (scope: Scope, condition: SQL) => sql`
  update trigger_cursors set revision = revision + 1
  where ${within(scope, triggerCursors)} and ${condition}`;

/** The lane of a type of event, as the SQL trigger `events_insert` says it. */
export const laneOfType = (type: SQL) =>
  sql`iif(${type} in ('message.received', 'comment.received'), 'speech', 'facts')`;

/**
 * Sets the types of events that the lanes read, once the triggers have changed. An idle lane goes
 * on from the newest event: nothing older concerns a trigger that was switched on now.
 */
export const tuneCursors = (scope: Scope, causeTypes: CauseTypes, condition: SQL) => sql`
  update trigger_cursors set
    types = now.types, revision = revision + 1,
    position = iif(next_event_id is null, ${newestEvent(scope)}, position)
  from (
    select lanes.value as lane, (
      select json_group_array(type) from (
        select distinct cause.value as type
        from scenario_triggers
          cross join json_each(
            ${JSON.stringify(causeTypes)}, '$.' || scenario_triggers.type) as cause
        where ${within(scope, scenarioTriggers)} and is_on
          and ${laneOfType(sql`cause.value`)} = lanes.value
        order by 1)) as types
    from json_each(${JSON.stringify(lanes)}) as lanes) as now
  where ${within(scope, triggerCursors)} and trigger_cursors.lane = now.lane
    and (trigger_cursors.types <> now.types or ${condition})`;

// Items of lists are `item.value`. Each says by `lane` or `time` what the worker has claimed it by.

/** A start that was put off, as it was read. */
export type PutOffKey = { scenario: number; trigger: string; lead: number; event: number };

/** A cause is decided once: with the position of its lane, or with the row of a time. */
export type Claim = { lane: Lane; time: (PutOffKey & { at: number }) | null };

/** A member of an item of a list. */
export const of = (path: string) => sql`(item.value ->> ${path})`;

/**
 * The lead of a decision; null for a commenter who is none: the commit makes one of them if
 * something starts.
 */
export type Person = { lead: number | null; comment: number | null };

/** The lead of an item, which the comment knows once there is one. */
export const leadOfItem = sql`ifnull(item.value ->> '$.lead', (
  select comments.lead_id from comments where comments.id = item.value ->> '$.comment'))`;

/** True if the commit has taken what an item was decided by. */
export const isClaimed = (scope: Pick<Scope, "workspaceId">, token: string) => sql`
  iif(json_type(item.value, '$.time') = 'null',
    exists (
      select 1 from trigger_cursors
      where ${within(scope, triggerCursors)} and lane = ${of("$.lane")}
        and claim_token = ${token}),
    exists (
      select 1 from trigger_times
      where scenario_id = ${of("$.time.scenario")} and trigger_id = ${of("$.time.trigger")}
        and lead_id = ${of("$.time.lead")} and event_id = ${of("$.time.event")}
        and due_at = ${of("$.time.at")}))`;

/** The day since 1970 that the refusals of a cursor are of. */
export const dayNumber = (now: number) => Math.floor(now / DAY_MS);

/** The types of events that a lane wants, as a JSON array. */
export const typesOf = (scope: Pick<Scope, "workspaceId">, lane: Lane) => sql`(
  select types from trigger_cursors where ${within(scope, triggerCursors)} and lane = ${lane})`;

/** True if the triggers are still those of a revision. Nothing depends on none. */
export const isRevision = (scope: Scope, revision: string | null) =>
  revision === null ? sql`true` : sql`${currentRevision(scope)} = ${revision}`;

/** The move of a lane past what was decided, and the number of refusals that this stores. */
type Advance = {
  lane: Lane;
  from: number;
  to: number;
  refusals: number;
  /** The revision that it depends on, if it does on one. */
  revision: string | null;
};

/**
 * Moves a lane on, if it is still where it was read, in the name of a commit: its other statements
 * write for that alone. Returns the lane. It is due with the next event of a type that it wants.
 */
export function advance(
  scope: Scope,
  token: string,
  { lane, from, to, refusals, revision }: Advance,
  now: number,
) {
  const day = dayNumber(now);
  const next = mergeTypes({
    of: within(scope, events),
    first: sql`id > ${to}`,
    beyond: sql`id > merged.at`,
    ascending: true,
    types: typesOf(scope, lane),
    limit: 1,
  });
  return sql<{ lane: Lane }>`
    update trigger_cursors set
      position = ${to}, claim_token = ${token},
      next_event_id = (select min(id) from (${next})),
      refusals = iif(day is ${day}, refusals, 0) + ${refusals}, day = ${day}
    where ${within(scope, triggerCursors)} and lane = ${lane} and position = ${from}
      and ${isRevision(scope, revision)}
    returning lane`;
}

/** The column by which a commit fails. */
const POSITION = "trigger_cursors.position";

/**
 * Fails a commit in the lane of speech unless it has moved the lane on, and a condition holds: it
 * makes rows that nothing else keeps it from making twice.
 */
export const refuseOvertaken = (scope: Scope, token: string, condition: SQL) => sql`
  update trigger_cursors
  set position = ${failUnless(POSITION, sql`claim_token = ${token} and ${condition}`)}
  where ${within(scope, triggerCursors)} and lane = 'speech'`;

export const wasRefused = (error: unknown) => hasFailed(error, POSITION);

/** Has both lanes go on from the newest event, where a workspace was brought back. */
export const restartCursors = (scope: Workspace) => sql`
  update trigger_cursors set
    position = ${newestEvent(scope)}, next_event_id = null, claim_token = null,
    revision = revision + 1
  where ${within(scope, triggerCursors)}`;
