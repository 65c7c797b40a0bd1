import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { bulkEnrolments } from "../schema/bulk-enrolments";
import { leads } from "../schema/leads";
import { segments } from "../schema/segments";
import { scenarioTriggers } from "../schema/triggers";
import { isSuspended } from "../scope/suspension";
import { owned, within } from "../scope/within";
import { listOf } from "./runs";
import { of } from "./trigger-cursors";

// The times of `recurring` triggers. `next_at` is when to look for them: no time before it counts.

/** A trigger that is due. `from` is its `next_at`; `data` is JSON. */
export type DueRecurring = { scenario: number; trigger: string; from: number; data: string };

export const selectDueRecurring = (scope: Scope, now: number, limit: number) => sql<DueRecurring>`
  select scenario_id as scenario, trigger_id as "trigger", next_at as "from", data
  from scenario_triggers
  where ${within(scope, scenarioTriggers)} and next_at <= ${now}
    and not ${isSuspended(scope.workspaceId)}
  order by next_at limit ${limit}`;

/** When a workspace is to look for times next. */
export const nextRecurring = (scope: Scope) => sql<number | null>`(
  select min(next_at) from scenario_triggers
  where ${within(scope, scenarioTriggers)} and next_at is not null)`;

/** A trigger that was due. `startsAt` is the time that makes an enrolment, if one does. */
export type Recurred = Omit<DueRecurring, "data"> & { startsAt: number | null; next: number };

const isDue = (scope: Scope) =>
  within(
    scope,
    scenarioTriggers,
    sql`scenario_triggers.scenario_id = ${of("$.scenario")}
      and scenario_triggers.trigger_id = ${of("$.trigger")}
      and scenario_triggers.next_at = ${of("$.from")}`,
  );

/**
 * Makes the enrolments of triggers, unless somebody else has looked for their times since: one for
 * a time, none while that of an earlier time goes on, and at most `maxOpen` in the workspace.
 */
export const enrolRecurring = (scope: Scope, list: Recurred[], maxOpen: number, now: number) => sql`
  insert into bulk_enrolments (workspace_id, scenario_id, filter, state, starts_at, per_hour,
    next_at, cursor, start_id, last_id, trigger_id, created_at)
  select scenario_triggers.workspace_id, scenario_triggers.scenario_id, segments.filter,
    'scheduled', ${of("$.startsAt")}, data ->> 'per_hour', ${of("$.startsAt")},
    ${Number.MAX_SAFE_INTEGER}, ${Number.MAX_SAFE_INTEGER},
    ifnull((select min(id) from leads where ${owned(scope, leads)}), 0),
    scenario_triggers.trigger_id, ${now}
  from ${listOf(list)}
    cross join scenario_triggers on ${isDue(scope)} and is_on
    cross join segments
      on ${within(scope, segments)} and segments.id = data ->> 'segment_id'
      and missing_tag_ids = '[]'
  where ${of("$.startsAt")} is not null
    and not exists (
      select 1 from bulk_enrolments as earlier
      where earlier.scenario_id = scenario_triggers.scenario_id
        and earlier.trigger_id = scenario_triggers.trigger_id and finished_at is null)
    and (
      select count(*) from bulk_enrolments
      where ${within(scope, bulkEnrolments)} and finished_at is null) < ${maxOpen}
  on conflict do nothing`;

/** Ends the enrolments that go on, of triggers of those scenarios that `where` finds. */
export const endRecurring = (scope: Pick<Scope, "workspaceId">, where: SQL, now: number) => sql`
  update bulk_enrolments set state = 'cancelled', finished_at = ${now}
  where ${within(scope, bulkEnrolments)} and trigger_id is not null and finished_at is null
    and ${where}`;

/** True of an enrolment whose trigger is off, or is no more. */
export const isSwitchedOff = sql`not exists (
  select 1 from scenario_triggers
  where scenario_triggers.scenario_id = bulk_enrolments.scenario_id
    and scenario_triggers.trigger_id = bulk_enrolments.trigger_id and next_at is not null)`;

/** Says when to look for the next times. Stands after the enrolments. */
export const awaitRecurring = (scope: Scope, list: Recurred[]) => sql`
  update scenario_triggers set next_at = ${of("$.next")}
  from ${listOf(list)} where ${isDue(scope)}`;

/** Looks for the times as the clocks of another time zone show them. */
export const recurElsewhere = (scope: Scope, now: number) => sql`
  update scenario_triggers set next_at = min(next_at - 1, ${now})
  where ${within(scope, scenarioTriggers)} and next_at is not null`;

/** Lets no time before `now` count. */
export const recurFrom = (scope: Pick<Scope, "workspaceId">, now: number) => sql`
  update scenario_triggers set next_at = ${now}
  where ${within(scope, scenarioTriggers)} and next_at is not null`;
