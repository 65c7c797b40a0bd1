import { type SQL, sql } from "drizzle-orm";
import type { EventType } from "#domain/events";
import { lanes, type TriggerType } from "#domain/triggers";
import type { Scope } from "#env";
import { events } from "../schema/events";
import { scenarioTriggers, triggerCursors } from "../schema/triggers";
import { within } from "../scope/within";

// The statements that write the cursors of triggers. Publishing says which events their lanes read.

/** The types of events that the lanes read for each type of trigger. */
export type CauseTypes = Partial<Record<TriggerType, readonly EventType[]>>;

/** The id of the newest event of a workspace. */
export const newestEvent = (scope: Scope) => sql<number>`
  ifnull((select max(id) from events where ${within(scope, events)}), 0)`;

/** Makes the cursors of a workspace that has none, where `condition` holds: before its triggers. */
export const beginCursors = (scope: Scope, condition: SQL) => sql`
  insert into trigger_cursors (workspace_id, lane, position)
  select ${scope.workspaceId}, value, ${newestEvent(scope)} from json_each(${JSON.stringify(lanes)})
  where ${condition} on conflict do nothing`;

/** Has the worker read the triggers again, where `condition` holds: they are about to change. */
export const reviseCursors = (scope: Scope, condition: SQL) => sql`
  update trigger_cursors set revision = revision + 1
  where ${within(scope, triggerCursors)} and ${condition}`;

/** The lane of an event, as the SQL trigger `events_insert` says it. */
const laneOf = (event: SQL) => sql`iif(${event} = 'message.received', 'speech', 'facts')`;

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
          and ${laneOf(sql`cause.value`)} = lanes.value
        order by 1)) as types
    from json_each(${JSON.stringify(lanes)}) as lanes) as now
  where ${within(scope, triggerCursors)} and trigger_cursors.lane = now.lane
    and (trigger_cursors.types <> now.types or ${condition})`;
