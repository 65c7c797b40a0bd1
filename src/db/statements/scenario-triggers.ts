import { type SQL, sql } from "drizzle-orm";
import type { Platform } from "#domain/platforms";
import type { Lane, TriggerType } from "#domain/triggers";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { scenarioTriggers } from "../schema/triggers";
import { within } from "../scope/within";
import { roomFor, underBound } from "../writes/quotas";
import { beginWalk } from "./date-walks";
import { endRecurring, isSwitchedOff, recurFrom } from "./recurring-triggers";
import { listOf } from "./runs";
import {
  beginCursors,
  type CauseTypes,
  newestEvent,
  of,
  restartCursors,
  reviseCursors,
  tuneCursors,
} from "./trigger-cursors";
import { dropPast } from "./trigger-times";

// The triggers of scenarios' current versions. These statements stand in the batch of the change.

type Workspace = Pick<Scope, "workspaceId">;

/** A trigger as it is stored. `place` is that in the scenario's list. */
export type TriggerRow = {
  id: string;
  type: TriggerType;
  lane: Lane | null;
  place: number;
  data: Record<string, unknown>;
  fault: string | null;
};

/** The triggers of a scenario, as it is read for each platform that it may have. */
export type TriggerRows = Partial<Record<Platform, TriggerRow[]>>;

/**
 * A change of scenarios that are found in front of it: the triggers, the platform and the state
 * stay where they are undefined.
 */
type Change = {
  rows?: TriggerRows | undefined;
  platform?: Platform | undefined;
  isActive?: boolean | undefined;
};

const ofScenario = sql`scenario_triggers where scenario_triggers.scenario_id = scenarios.id`;
const idsOf = (where: SQL) => sql`(select id from scenarios where ${where})`;

/**
 * The statements that change the triggers of the scenarios that `where` finds, in front of the
 * change of these. They fail over the workspace's quota and bounds of triggers that are on. One
 * that stays on, with its id and type, keeps its `since`, so that no event is lost. One that is
 * switched on, or has another `max_per_hour`, has no hours that starts were put off to before.
 */
export function syncTriggers(
  scope: Scope,
  where: SQL,
  change: Change,
  causeTypes: CauseTypes,
): Statement[] {
  const { rows, isActive } = change;
  if (rows === undefined && isActive === undefined) return [];
  const now = Date.now();
  const active = isActive === undefined ? sql`scenarios.is_active` : sql`${Number(isActive)}`;
  const platform = change.platform ? sql`${change.platform}` : sql`scenarios.platform`;
  const sent = sql`json_each(${JSON.stringify(rows ?? {})}, '$.' || ${platform}) as sent`;
  const hadSome = sql`exists (
    select 1 from scenario_triggers where scenario_id in ${idsOf(where)})`;
  const isValid = rows
    ? sql`${sent} where sent.value ->> 'fault' is null`
    : sql`${ofScenario} and fault is null`;
  return [
    reviseCursors(scope, hadSome),
    roomFor(
      scope,
      "triggers",
      sql<number>`(
        select sum(${active} * (select count(*) from ${isValid})
          - (select count(*) from ${ofScenario} and is_on))
        from scenarios where ${where})`,
    ),
    ...(rows
      ? [
          // A workspace without triggers has no cursors, of which each event would read one.
          ...(Object.values(rows).some(({ length }) => length > 0)
            ? [beginCursors(scope, sql`exists ${idsOf(where)}`)]
            : []),
          sql`
            delete from scenario_triggers
            where scenario_id in ${idsOf(where)}
              and trigger_id not in (select value from json_each(${idsIn(rows)}))`,
          beginWalk(scope, now, datesSent(where, { sent, active })),
          writeTriggers(scope, where, { sent, platform, active }),
        ]
      : [
          beginWalk(scope, now, datesSwitched(where, active)),
          switchTriggers(scope, where, active),
        ]),
    endRecurring(scope, sql`scenario_id in ${idsOf(where)} and ${isSwitchedOff}`, now),
    tuneCursors(scope, causeTypes, hadSome),
    underBound(scope, "date_triggers", countDates(scope)),
    underBound(scope, "trigger_bytes", countBytes(scope)),
  ];
}

/** True if `date` triggers come on, or are on with other settings. */
const datesSent = (where: SQL, { sent, active }: { sent: SQL; active: SQL }) => sql`exists (
  select 1 from scenarios cross join ${sent}
  where ${where} and ${active} and sent.value ->> 'type' = 'date'
    and sent.value ->> 'fault' is null
    and not exists (
      select 1 from ${ofScenario} and trigger_id = sent.value ->> 'id' and type = 'date' and is_on
        and data = sent.value -> 'data'))`;

const datesSwitched = (where: SQL, active: SQL) => sql`exists (
  select 1 from scenario_triggers
  where scenario_id in ${idsOf(where)} and type = 'date' and fault is null
    and is_on = 0 and ${active})`;

const countDates = (scope: Scope) => sql<number>`(
  select count(*) from scenario_triggers
  where ${within(scope, scenarioTriggers)} and type = 'date' and is_on)`;

const countBytes = (scope: Scope) => sql<number>`(
  select sum(octet_length(data)) from scenario_triggers
  where ${within(scope, scenarioTriggers)} and is_on)`;

const idsIn = (rows: TriggerRows) =>
  JSON.stringify(Object.values(rows).flatMap((ofPlatform) => ofPlatform.map(({ id }) => id)));

/** Writes those of the triggers that differ from what is stored. */
const writeTriggers = (
  scope: Scope,
  where: SQL,
  { sent, platform, active }: { sent: SQL; platform: SQL; active: SQL },
) => sql`
  insert into scenario_triggers (scenario_id, trigger_id, workspace_id, type, platform, lane,
    place, data, fault, is_on, since, next_at)
  select scenarios.id, sent.value ->> 'id', scenarios.workspace_id, sent.value ->> 'type',
    ${platform}, sent.value ->> 'lane', sent.value ->> 'place', sent.value -> 'data',
    sent.value ->> 'fault', ${active} and sent.value ->> 'fault' is null,
    iif(${active} and sent.value ->> 'fault' is null, ${switchedOnAt(scope)}, null),
    iif(${active} and sent.value ->> 'fault' is null and ${recurs(sql`sent.value ->> 'type'`)},
      ${Date.now()}, null)
  from scenarios cross join ${sent} where ${where}
  on conflict (scenario_id, trigger_id) do update set
    type = excluded.type, platform = excluded.platform, lane = excluded.lane,
    place = excluded.place, data = excluded.data, fault = excluded.fault,
    is_on = excluded.is_on,
    since = iif(
      is_on and excluded.is_on and type = excluded.type, since, excluded.since),
    (hour, starts) = (
      select iif(goesOn, hour, 0), iif(goesOn, starts, 0)
      from (select is_on and excluded.is_on and type = excluded.type
        and data ->> 'max_per_hour' is excluded.data ->> 'max_per_hour' as goesOn)),
    next_at = iif(
      is_on and excluded.is_on and (type, data) = (excluded.type, excluded.data),
      next_at, excluded.next_at)
  where (type, platform, lane, place, data, fault, is_on) is not (excluded.type,
    excluded.platform, excluded.lane, excluded.place, excluded.data, excluded.fault,
    excluded.is_on)`;

const switchTriggers = (scope: Scope, where: SQL, active: SQL) => sql`
  update scenario_triggers set
    is_on = ${active}, since = iif(${active}, ${switchedOnAt(scope)}, null),
    hour = 0, starts = 0,
    next_at = iif(${active} and ${recurs(sql`type`)}, ${Date.now()}, null)
  where scenario_id in ${idsOf(where)} and fault is null and is_on <> ${active}`;

/** Times of such a trigger are looked for from when it is switched on. */
const recurs = (type: SQL) => sql`${type} = ${"recurring" satisfies TriggerType}`;

/**
 * The id that an event of a second ago would have, unless there is a newer one. Ids of events are
 * times, and only grow: the second is for clocks that are set back.
 */
const switchedOnAt = (scope: Workspace) => sql`
  max(${newestEvent(scope)}, cast((unixepoch('subsec') - 1) * 1000 as integer) * 1000)`;

/**
 * Switches off triggers that can't be read, where `condition` holds, as if they had a fault. It
 * stands last: the worker then reads the others anew.
 */
export const switchOffUnreadable = (
  scope: Scope,
  list: { scenarioId: number; id: string }[],
  condition: SQL,
) => [
  sql`
    update scenario_triggers set
      fault = 'invalid_trigger', data = '{}', is_on = 0, since = null, next_at = null
    from ${listOf(list)}
    where ${within(scope, scenarioTriggers)} and scenario_id = ${of("$.scenarioId")}
      and trigger_id = ${of("$.id")} and ${condition}`,
  reviseCursors(scope, condition),
];

/** Lets nothing that has happened before start anything, where a workspace was brought back. */
export const restartTriggers = (scope: Workspace, now = Date.now()) => [
  sql`
    update scenario_triggers set since = ${switchedOnAt(scope)}
    where ${within(scope, scenarioTriggers)} and is_on`,
  recurFrom(scope, now),
  endRecurring(scope, sql`true`, now),
  dropPast(scope, now),
  beginWalk(scope, now),
  restartCursors(scope),
];
