import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { scenarioTriggers, triggerCursors } from "../schema/triggers";
import { isSuspended } from "../scope/suspension";
import { within } from "../scope/within";

// Walks through all leads of a workspace, which set the times of its `date` triggers. Leads that
// change meanwhile come by the feed. A chunk may be worked twice, by two at once, or not at all
// after a crash.

type Workspace = Pick<Scope, "workspaceId">;

const ofWalk = (scope: { workspaceId: number | SQL }) =>
  sql`${within(scope, triggerCursors)} and lane = 'facts'`;

/**
 * Has the leads walked through from the first one on, where `condition` holds and `date` triggers
 * are on, or are about to be. A walk that begins again keeps its time: of dates since then, none
 * is lost. Times that were worked out before are not written any more.
 */
export const beginWalk = (scope: Workspace, now: number, condition: SQL = hasDates(scope)) => sql`
  update trigger_cursors set
    walked_to = 0, walk_from = iif(walked_to is null, ${now}, walk_from), revision = revision + 1
  where ${ofWalk(scope)} and ${condition}`;

/**
 * Has the leads walked through where the workspace's default country is about to be another: dates
 * are read as people write them there.
 */
export const walkForCountry = (scope: Workspace, country: string | null, now: number) =>
  beginWalk(
    scope,
    now,
    sql`${hasDates(scope)} and exists (
      select 1 from workspaces
      where id = ${scope.workspaceId} and default_country is not ${country})`,
  );

const hasDates = (scope: Workspace) => sql`exists (
  select 1 from scenario_triggers
  where ${within(scope, scenarioTriggers)} and type = 'date' and is_on)`;

/** The place and the begin of a walk. */
export type Walk = { walkedTo: number; walkFrom: number };

export const selectWalk = (scope: Scope) => sql<Walk>`
  select walked_to as walkedTo, walk_from as walkFrom from trigger_cursors
  where ${ofWalk(scope)} and walked_to is not null`;

/** True if a walk is still where it was read. */
export const isAtPlace = (scope: Scope, { walkedTo, walkFrom }: Walk) => sql`exists (
  select 1 from trigger_cursors
  where ${ofWalk(scope)} and walked_to = ${walkedTo} and walk_from = ${walkFrom})`;

/** Moves a walk on, to `next`, if `condition` holds; without one it is over. */
export const moveWalk = (scope: Scope, walk: Walk, next: number | null, condition: SQL) => sql`
  update trigger_cursors set
    walked_to = ${next}, walk_from = iif(${next} is null, null, walk_from)
  where ${ofWalk(scope)} and ${isAtPlace(scope, walk)} and ${condition}`;

/**
 * True if the workspace has a walk to go on with. Only the lane of facts has walks: named, it would
 * be read by its key, with each write, instead of by the index that holds walks.
 */
export const hasWalk = (workspaceId: number | SQL) => sql`exists (
  select 1 from trigger_cursors indexed by trigger_cursors_walks
  where ${within({ workspaceId }, triggerCursors)} and walked_to is not null
    and not ${isSuspended(workspaceId)})`;

/** Finds the workspaces that have walks, save those that are suspended. */
export const isWalking = sql`walked_to is not null
  and not ${isSuspended(sql`trigger_cursors.workspace_id`)}`;
