import { type SQL, sql } from "drizzle-orm";
import { type EndState, ownWaits, type RunState, type RunWait } from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import { LAST_MS } from "#lib/time";
import { runs } from "../schema/automation";
import { present } from "../scope/present";
import { owned } from "../scope/within";

const OWN_WAITS = sql.raw(`(${ownWaits.map((wait) => `'${wait}'`).join(", ")})`);

/** The state of a run that was paused and goes on. */
export const resumedState = sql`
  case when node_id is null then 'pending'
       when waiting_for in ${OWN_WAITS} then 'running'
       else 'waiting' end`;

/**
 * The state of a run: its own, unless it is still to follow its scenario
 * (db/statements/switches.ts).
 */
export const stateOfRun = sql<RunState>`ifnull(
  (select iif(
     is_active and ${runs.pausedAt} is null,
     iif(${runs.state} = 'paused', ${resumedState}, ${runs.state}), 'paused')
   from scenario_switches
   where scenario_switches.scenario_id = ${runs.scenarioId} and ${runs.endedAt} is null),
  ${runs.state})`;

/** True if the scenario of a run was paused and the run may still be to follow. */
export const isBeingPaused = sql`exists (
  select 1 from scenario_switches
  where scenario_switches.scenario_id = ${runs.scenarioId} and is_active = 0)`;

/** True if a run is paused by itself, and waits for a person who resumes it. */
export const isHeldRun = (runId: SQL) => sql`exists (
  select 1 from runs where runs.id = ${runId} and runs.paused_at is not null)`;

/** True if a message is given to a run of the lead that waits for this word (engine/words.ts). */
export const answersRun = (messageId: SQL, leadId: SQL, word: SQL) => sql`exists (
  select 1 from runs cross join run_events on run_events.run_id = runs.id
  where runs.lead_id = ${leadId} and runs.waiting_for in ('reply', 'sending')
    and run_events.message_id = ${messageId}
    and ${word} in (select value from json_each(runs.memory, '$.words')))`;

/** The columns that end a run. Set them only where `ended_at` is null: ended runs never change. */
export const endedRun = (state: EndState, endReason: EndReason) => {
  const now = Date.now();
  return {
    state,
    endReason,
    endedAt: now,
    nextAt: null,
    waitingFor: null,
    waitingUntil: null,
    revision: sql`${runs.revision} + 1`,
    updatedAt: now,
  };
};

/** True if a run waits to be stepped: the condition of the index `runs_due`. */
export const isWaiting = sql`next_at is not null and state <> 'paused'`;

/**
 * True if a workspace has runs that are due. `workspaceId` may be a column of an outer query.
 * Deleted ones count, so that they are not all read: the scheduler drops them.
 */
export const hasDueRuns = (workspaceId: number | SQL) => {
  const isDue = owned({ workspaceId }, runs, isWaiting, sql`next_at <= ${Date.now()}`);
  return sql`exists (select 1 from runs where ${isDue})`;
};

/**
 * `next_at` of a run that was due while its HTTP request waited for its turn. So it is not claimed
 * again and again; its request or a new scheduler gives it another time.
 */
export const PARKED = LAST_MS - 1;

/** True if a run is parked. A delay may name the same time. */
export const isParked = sql`next_at = ${PARKED} and waiting_for = 'webhook'`;

/** When a run is looked at again, of its `next_at`: null if it is parked. */
export const nextLook = (nextAt: number | null, waitingFor: RunWait | null) =>
  nextAt === PARKED && waitingFor === "webhook" ? null : nextAt;

/** `next_attempt_at` of a message that is held back until its scenario or run is resumed. */
export const HELD = LAST_MS;

/** The error text of a queued message whose run was stopped. */
export const STOPPED = "Its run was stopped before it was sent.";

/** True if a message was made by a run that has since been cancelled or deleted. */
export const isRunStopped = sql`
  visit is not null
  and not exists (
    select 1 from runs where runs.id = run_id and state <> 'cancelled' and ${present(runs)})`;
