import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { EndState, RunState } from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import type { Scope, Writer } from "#env";
import { type RunCause, runs, scenarios } from "../schema/automation";
import { leads } from "../schema/leads";
import { channels } from "../schema/messaging";
import { present } from "../scope/present";
import { owned, within } from "../scope/within";
import { endedRun, isBeingPaused, isParked, isWaiting } from "./run-states";
import { moveCounters } from "./scenario-days";

// Every statement that writes the table `runs`, except for pauses (run-pauses.ts) and triggers.

/** A FROM that gives the items of a list as `item.value`. */
export const listOf = (items: object[]) => sql`json_each(${JSON.stringify(items)}) as item`;

/**
 * Enrols the leads that `which` finds, all of the scope's workspace, save those that have an active
 * run of the scenario. The run of an opted-out lead has ended. Where the workspace has no such
 * scenario, the whole batch fails: by a trigger, or as `version` is null.
 */
export function insertRuns(
  scope: Scope,
  scenarioId: number,
  which: SQL,
  enrolledAt: number,
  cause: RunCause | null = null,
) {
  const now = Date.now();
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const ofScenario = (column: SQL) => sql`(select ${column} from scenarios where ${isScenario})`;
  return sql`
    insert into runs (workspace_id, scenario_id, lead_id, version, state, next_at,
                      enrolled_at, end_reason, ended_at, cause, changed_by, created_at, updated_at)
    select workspace_id, ${scenarioId}, id, ${ofScenario(sql`version`)},
           iif(is_optout, 'exited', iif(${ofScenario(sql`is_active`)}, 'pending', 'paused')),
           iif(is_optout, null, ${enrolledAt}),
           ${enrolledAt}, iif(is_optout, 'opted_out', null), iif(is_optout, ${now}, null),
           ${cause && JSON.stringify(cause)}, ${scope.actor}, ${now}, ${now}
    from leads where ${which} on conflict do nothing`;
}

/** Gives leads that are held out runs that have ended, by which they can be found. */
export function insertHeldOut(scope: Scope, scenarioId: number, which: SQL) {
  const now = Date.now();
  return sql`
    insert into runs (workspace_id, scenario_id, lead_id, version, state, enrolled_at, end_reason,
                      ended_at, changed_by, created_at, updated_at)
    select workspace_id, ${scenarioId}, id,
           (select version from scenarios
            where ${within(scope, scenarios, eq(scenarios.id, scenarioId))}),
           'exited', ${now}, 'holdout', ${now}, ${scope.actor}, ${now}, ${now}
    from leads where ${which}`;
}

/** Enrols a lead as `insertRuns` does. Returns no row where the lead has an active run already. */
export const insertRun = (
  scope: Scope,
  scenarioId: number,
  leadId: number | SQL,
  enrolledAt: number,
) => {
  const isLead = within(scope, leads, eq(leads.id, leadId));
  return sql<{ id: number }>`${insertRuns(scope, scenarioId, isLead, enrolledAt)} returning id`;
};

/**
 * Ends the active runs that `which` finds, and returns their ids. The SQL trigger `runs_ended`
 * (automation.sql) deletes their events, ends their last step, and counts the end.
 */
export const endRuns = ({ db, actor }: Writer, which: SQL, state: EndState, endReason: EndReason) =>
  db
    .update(runs)
    .set({ ...endedRun(state, endReason), changedBy: actor })
    .where(and(which, isNull(runs.endedAt), present(runs)))
    .returning({ id: runs.id });

/** Ends the active runs of those of the leads that have opted out. `leadIds` selects the leads. */
export const endRunsOfOptedOut = (writer: Writer, leadIds: SQL) => {
  const isOptedOut = sql`exists (select 1 from leads where id = ${runs.leadId} and is_optout = 1)`;
  return endRuns(
    writer,
    sql`${runs.leadId} in (${leadIds}) and ${isOptedOut}`,
    "exited",
    "opted_out",
  );
};

/** A run as it was read. */
type RunAtNode = { id: number; version: number; node_id: string | null };

/**
 * Moves runs to a version of their scenario, if that is still the one that `isNewest` finds. Those
 * that have gone on since they were read stay. Returns the ids of those that were moved. Before,
 * `counters` moves their counts.
 */
export function moveRunsTo(scope: Scope, version: number, list: RunAtNode[], isNewest: SQL) {
  const from = listOf(list.map(({ id, version, node_id }) => [id, version, node_id]));
  const isMoving = sql`runs.id = item.value ->> 0 and runs.version = item.value ->> 1
    and runs.node_id is item.value ->> 2 and state <> 'running' and ended_at is null
    and +${owned(scope, runs)} and ${present(runs)}
    and exists (select 1 from scenarios where ${isNewest})`;
  const moving = sql`
    select scenario_id, version, node_id from ${from} cross join runs
    where ${isMoving} and waiting_for is not null`;
  return {
    counters: moveCounters(moving, version),
    moved: sql<{ id: number }>`
      update runs set
        version = ${version}, revision = revision + 1, changed_by = ${scope.actor},
        updated_at = ${Date.now()}
      from ${from} where ${isMoving}
      returning runs.id`,
  };
}

/** The runs of the workspace that `runIds` selects. The `+` has SQLite find them by their ids. */
export const byIds = (scope: Scope, runIds: SQL) =>
  sql`id in (${runIds}) and +${owned(scope, runs)}`;

/** Keeps the deleted runs among those that `due` gives from being due until they are removed. */
export const dropRemoved = (scope: Scope, due: SQL) => sql`
  update runs set next_at = null
  where ${byIds(scope, sql`select id from ${due} as runs where not (${present(runs)})`)}`;

/** A run as an outcome leaves it. `revision` is the one that the run was read with. */
export type RunUpdate = {
  id: number;
  revision: number;
  state: RunState;
  node: string | null;
  for: string | null;
  until: number | null;
  /** When the run is claimed again. */
  next: number | null;
  visits: number;
  memory: object;
  reason: EndReason | null;
};

const of = (member: keyof RunUpdate) => sql.raw(`item.value ->> '${member}'`);

/**
 * Writes the runs that have not changed since they were read, and returns their ids. `token` names
 * the commit: it is kept in the column `turn`, where `isCommitted` finds it. Runs that end have a
 * statement of their own: one that sets `ended_at` writes the index of active runs, too.
 */
export function commitRuns(scope: Scope, token: string, updates: RunUpdate[], now: number) {
  const isUnchanged = sql`runs.id = ${of("id")} and runs.revision = ${of("revision")}
      and ended_at is null and runs.state <> 'paused' and not ${isBeingPaused}`;
  const write = (some: RunUpdate[], ending: SQL) => sql<{ id: number }>`
    update runs set
      state = ${of("state")}, node_id = ${of("node")},
      waiting_for = ${of("for")}, waiting_until = ${of("until")}, next_at = ${of("next")},
      visits = ${of("visits")}, memory = item.value -> 'memory',
      revision = runs.revision + 1, turn = ${token}, ${ending}
      changed_by = 'r' || runs.id, updated_at = ${now}
    from ${listOf(some)}
    where ${within(scope, runs, isUnchanged)}
    returning runs.id`;
  const { going = [], ending = [] } = Object.groupBy(updates, ({ reason }) =>
    reason === null ? "going" : "ending",
  );
  return [
    ...(going.length > 0 ? [write(going, sql``)] : []),
    ...(ending.length > 0
      ? [write(ending, sql`end_reason = ${of("reason")}, ended_at = ${now},`)]
      : []),
  ];
}

/** Lets the runs that `which` finds, unless they are paused, wait until this time. */
export const extendWait = (which: SQL | undefined, until: number) => sql<{ id: number }>`
  update runs set waiting_until = ${until}, next_at = ${until}, revision = revision + 1
  where ${which} and state <> 'paused' and not ${isBeingPaused}
  returning id`;

/** Makes parked runs due: their requests died with the scheduler. Returns their ids. */
export const reviveParked = (scope: Scope, limit: number, now: number) => sql<{ id: number }>`
  update runs set next_at = ${now}, revision = revision + 1
  where id in (
    select id from runs where ${within(scope, runs, isWaiting, isParked)} limit ${limit})
  returning id`;

/** True if the commit has written the run that the item of a list belongs to (`item.value.run`). */
export const isCommitted = (scope: Scope, token: string) => {
  const isRun = within(scope, runs, sql`runs.id = item.value ->> 'run' and runs.turn = ${token}`);
  return sql`exists (select 1 from runs where ${isRun})`;
};

/** A run that another run of the same lead starts in another scenario. */
export type RunStart = { run: number; lead: number; scenarioId: number; memory: object };

/**
 * Starts runs where the lead has no active run of that scenario, for committed runs only. They
 * speak through the channel of the run that starts them, where it is of their platform, and are
 * about its booking.
 */
export function startRuns(scope: Scope, token: string, starts: RunStart[], now: number) {
  const isScenario = within(scope, scenarios, sql`scenarios.id = item.value ->> 'scenarioId'`);
  const isChannel = within(scope, channels, sql`channels.id = starter.channel_id`);
  return sql`
    insert into runs (workspace_id, scenario_id, lead_id, version, booking_id, channel_id, state,
                      next_at, memory, enrolled_at, changed_by, created_at, updated_at)
    select workspace_id, scenarios.id, item.value ->> 'lead', version,
           (select starter.booking_id from runs as starter
            where starter.id = item.value ->> 'run'),
           (select channels.id
            from runs as starter cross join channels on ${isChannel}
            where starter.id = item.value ->> 'run' and channels.platform = scenarios.platform),
           iif(is_active, 'pending', 'paused'), ${now}, item.value -> 'memory',
           ${now}, 'r' || (item.value ->> 'run'), ${now}, ${now}
    from ${listOf(starts)} cross join scenarios on ${isScenario}
    where ${isCommitted(scope, token)} order by item.key on conflict do nothing`;
}

/**
 * Stores the events of committed runs that have ended, or begun to wait at a node. It stands after
 * the statements of their effects, so that the events come in the order of what has happened.
 */
export function announceRuns(scope: Scope, token: string, list: { run: number; ended: boolean }[]) {
  // In this statement, the view goes by the name of its table.
  const isRun = owned(scope, runs, sql`run_id = item.value ->> 'run' and turn = ${token}`);
  return sql`
    insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
    select workspace_id, runs.type, lead_id, scenario_id, data, actor
    from ${listOf(list)} cross join standing_events as runs on ${isRun}
    where item.value ->> 'ended' or runs.type = 'run.waiting'`;
}
