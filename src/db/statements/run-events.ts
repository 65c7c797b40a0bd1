import { type SQL, sql } from "drizzle-orm";
import type { RunEventKind } from "#domain/automation";
import type { Scope } from "#env";
import { customEvents } from "../schema/automation";
import { leads } from "../schema/leads";
import { within } from "../scope/within";

/** An event of runs, save what triggers insert. `eventId`: the data of a `custom` event. */
type NewEvent = { kind: RunEventKind; data: object; eventId?: SQL };

/** The number of events that a step of a restore looks at. */
const RELEASED = 1_000;

/** The most events of its wait that a run keeps (`run_events_full` in automation.sql). */
const MOST_EVENTS = 200;

/**
 * Records an event for the runs that `which` finds, of the visit that they are in, and returns
 * their ids. A trigger of `run_events` then makes the runs due.
 */
export const insertRunEvents = ({ kind, data, eventId = sql`null` }: NewEvent, which: SQL) =>
  sql<{ run_id: number }>`
    insert into run_events (run_id, seq, visit, kind, data, event_id, at)
    select id, (select ifnull(max(seq), 0) + 1 from run_events where run_id = runs.id), visits,
           ${kind}, ${JSON.stringify(data)}, ${eventId}, ${Date.now()}
    from runs where ${which}
    returning run_id`;

/** Keeps the data of a `custom` event, where `which` finds runs that have room for it. */
export const insertCustomEvent = ({ workspaceId }: Scope, data: object, which: SQL) => sql`
  insert into custom_events (workspace_id, data)
  select ${workspaceId}, ${JSON.stringify(data)}
  where exists (
    select 1 from runs
    where ${which} and not exists (
      select 1 from run_events where run_id = runs.id and seq >= ${MOST_EVENTS}))`;

/** Stores the events of what was reported of leads, if the workspace has them. */
export const announceReports = (scope: Scope, leadIds: SQL, report: object) => sql`
  insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  select workspace_id, 'lead.event_reported', id, null, ${JSON.stringify(report)}, ${scope.actor}
  from leads where ${within(scope, leads, sql`id in (${leadIds})`)}`;

/** Stores the event of what was reported of a lead, if the workspace has it. */
export const announceReport = (scope: Scope, leadId: number, report: object) =>
  announceReports(scope, sql`${leadId}`, report);

/** The `custom` event that a statement before this one has kept, in the same transaction. */
export const keptEventId = sql`last_insert_rowid()`;

const withData = (json: SQL, eventId: SQL) => sql`ifnull(
  (select json_set(${json}, '$.data', json(custom_events.data)) from custom_events
   where custom_events.id = ${eventId}), ${json})`;

/**
 * Deletes those of the next `custom` events behind `after` that no run has, and finds the last of
 * them: an archive is read table by table, while runs go on.
 */
export const releaseEvents = ({ workspaceId }: Pick<Scope, "workspaceId">, after: number) => {
  const next = sql`
    select id from custom_events
    where ${within({ workspaceId }, customEvents, sql`id > ${after}`)}
    order by id limit ${RELEASED}`;
  return {
    last: sql<{ id: number | null }>`select max(id) as id from (${next})`,
    released: sql`insert into released_events (id) ${next}`,
  };
};

/** The details of a step, with the data of the event by which the run left. */
export const detailOfStep = withData(sql`run_steps.detail`, sql`run_steps.event_id`);

/** The same of an event of a run. */
export const dataOfRunEvent = withData(sql`run_events.data`, sql`run_events.event_id`);

/** Deletes the events of runs. `runIds` selects the runs. */
export const deleteRunEvents = (runIds: SQL) =>
  sql`delete from run_events where run_id in (${runIds})`;
