import { type SQL, sql } from "drizzle-orm";
import type { Lane } from "#domain/triggers";
import type { Due } from "#domain/wake/sink";
import { HOUR_MS } from "#lib/time";
import { analyses } from "../schema/analysis";
import { scenarioSwitches } from "../schema/automation";
import { bulkEnrolments } from "../schema/bulk-enrolments";
import { eventStreams, webhookEndpoints } from "../schema/events";
import { leadMerges } from "../schema/merges";
import { removals } from "../schema/removals";
import { scenarioTriggers, triggerCursors, triggerTimes } from "../schema/triggers";
import { isSuspended, ofChannel } from "../scope/suspension";
import { within } from "../scope/within";
import { hasWalk } from "./date-walks";
import { isSetAside } from "./messages/kept";
import { hasDueRuns, isWaiting } from "./run-states";

const isDue = () => sql`next_at <= ${Date.now()}`;

const hasDueAnalyses = (workspaceId: number | SQL) =>
  sql`exists (select 1 from analyses
              where ${within({ workspaceId }, analyses, isDue())})`;

const dueEndpoints = (workspaceId: number | SQL) =>
  sql`(select json_group_array(id) from webhook_endpoints
       where ${within({ workspaceId }, webhookEndpoints, isDue())})`;

/** True if the workspace's stream has not sent all events. */
const hasUnsentEvents = (workspaceId: number | SQL) =>
  sql`exists (
    select 1 from event_streams
    where ${within({ workspaceId }, eventStreams)} and next_event_id is not null)`;

/**
 * True if a time of the workspace's triggers comes before `before`. The first of all is looked for:
 * where D1 looks for one before a time, it counts a row of the next workspace.
 */
const hasTime = (workspaceId: number | SQL, before: number | SQL) => sql`(
  ifnull((
    select due_at from trigger_times
    where ${within({ workspaceId }, triggerTimes)} order by due_at limit 1) < ${before}, false)
  or exists (
    select 1 from scenario_triggers
    where ${within({ workspaceId }, scenarioTriggers)} and next_at < ${before}))`;

/**
 * True if a lane of triggers has an event to decide, or a time has come. Of the lanes, that of
 * speech is looked at first: what a lead writes is due there. A workspace without triggers has
 * none, and nothing is read of it.
 */
const hasCauses = (workspaceId: number | SQL) => {
  const isTime = hasTime(workspaceId, sql`${Date.now()} + 1`);
  const isDueIn = (lane: Lane, also: SQL) => sql`exists (
    select 1 from trigger_cursors
    where ${within({ workspaceId }, triggerCursors)} and lane = ${lane}
      and (next_event_id is not null or ${also}))`;
  return sql`(${isDueIn("speech", sql`false`)} or ${isDueIn("facts", isTime)})`;
};

/** True if something of the workspace is to be worked in chunks. */
const hasChunks = (workspaceId: number | SQL) =>
  sql`(
    exists (select 1 from removals where ${within({ workspaceId }, removals)})
    or exists (
      select 1 from bulk_enrolments
      where ${within({ workspaceId }, bulkEnrolments, isDue())} and finished_at is null
        and not ${isSuspended(workspaceId)})
    or exists (
      select 1 from lead_merges
      where ${within({ workspaceId }, leadMerges)} and finished_at is null
        and next_at <= ${Date.now()} and not ${isSuspended(sql`lead_merges.workspace_id`)})
    or ${hasWalk(workspaceId)}
    or exists (
      select 1 from scenario_switches where ${within({ workspaceId }, scenarioSwitches)}))`;

/** The columns of a `Due` (domain/wake/sink.ts). */
const dueColumns = (workspaceId: number | SQL) => sql`
  ${workspaceId} as workspaceId,
  ${hasDueRuns(workspaceId)} as runs,
  ${hasDueAnalyses(workspaceId)} as analyses,
  ${hasChunks(workspaceId)} as chunks,
  ${hasUnsentEvents(workspaceId)} as stream,
  ${hasCauses(workspaceId)} as triggers,
  ${dueEndpoints(workspaceId)} as endpoints`;

/** Selects the due work of a workspace. */
export const dueIn = (workspaceId: number) => sql<Due>`select ${dueColumns(workspaceId)}`;

/** Selects the due work of the workspace that owns the row `id` of `table`. */
export const dueWith = (table: "channels" | "short_links" | "webhook_endpoints", id: number) =>
  sql<Due>`
    select ${dueColumns(sql`owner.workspace_id`)}
    from ${sql.raw(table)} as owner where owner.id = ${id}`;

/**
 * Where work waits: the rows of `table` that belong to the values of the column `key`, and are due
 * at `due`. `waiting` is the condition of the partial index on both columns. `workspaceId` is the
 * workspace of `owner.id`, which is one of those values; `isPaused` is true while nothing of it is
 * to be done, and `isForgotten` where rows wait for its worker at no time of their own.
 */
export type Queue = Record<"table" | "key" | "due" | "waiting" | "workspaceId", SQL> & {
  isPaused?: () => SQL;
  isForgotten?: () => SQL;
};

const isIdle = ({ workspaceId, isPaused }: Queue) =>
  isPaused ? sql`(${isSuspended(workspaceId)} or ${isPaused()})` : isSuspended(workspaceId);

/** The time after that of a try, at which the sender of a channel that is paused has made it. */
const TRIED_WITHIN_MS = 60_000;

/** A sender that finds no message to try, as all exceed a limit, looks again in an hour. */
const FORGOTTEN_AFTER_MS = HOUR_MS + TRIED_WITHIN_MS;

/**
 * Selects workspaces that have causes to decide, or times before `before`, in no order. No index
 * holds the lanes that are due, or each message would write it: all are read, two for a workspace
 * that has triggers.
 */
export const selectDueTriggers = (before: number, limit: number) => {
  const isTime = hasTime(sql`trigger_cursors.workspace_id`, before);
  return sql<{ id: number }>`
    select distinct workspace_id as id from trigger_cursors
    where (next_event_id is not null or lane = 'facts' and ${isTime})
      and not ${isSuspended(sql`trigger_cursors.workspace_id`)}
    order by random() limit ${limit}`;
};

/** The queues of the workers. */
export const queues = {
  messages: {
    table: sql`messages`,
    key: sql`channel_id`,
    due: sql`next_attempt_at`,
    waiting: sql`next_attempt_at is not null`,
    workspaceId: ofChannel(sql`owner.id`),
    // Its sender has set its alarm to the next try.
    isPaused: () => sql`exists (
      select 1 from channels
      where channels.id = owner.id and pause_holds = 'all'
        and pause_until > ${Date.now() - TRIED_WITHIN_MS})`,
    isForgotten: () => sql`(${isSetAside(sql`owner.id`)} and not exists (
      select 1 from channels
      where channels.id = owner.id and pause_holds is not null
        and pause_until > ${Date.now() - FORGOTTEN_AFTER_MS}))`,
  },
  runs: {
    table: sql`runs`,
    key: sql`workspace_id`,
    due: sql`next_at`,
    waiting: isWaiting,
    workspaceId: sql`owner.id`,
  },
  analyses: {
    table: sql`analyses`,
    key: sql`workspace_id`,
    due: sql`next_at`,
    waiting: sql`next_at is not null`,
    workspaceId: sql`owner.id`,
  },
  media: {
    table: sql`media`,
    key: sql`workspace_id`,
    due: sql`next_at`,
    waiting: sql`state = 'pending'`,
    workspaceId: sql`owner.id`,
  },
} satisfies Record<string, Queue>;

/** Profiles of accounts, which the fetcher of files asks for: nobody waits for them. */
export const profileQueue: Queue = {
  table: sql`lead_identities`,
  key: sql`workspace_id`,
  due: sql`profile_due_at`,
  waiting: sql`profile_due_at is not null`,
  workspaceId: sql`owner.id`,
};

/**
 * The owners of waiting rows, as `owner(id)`. A skip scan over the queue's index goes from one
 * owner to the next, however many rows each has; the last is null.
 */
const owners = ({ table, key, waiting }: Queue) => sql`
  owner(id) as (
    select min(${key}) from ${table} where ${waiting}
    union all
    select (select min(${key}) from ${table} where ${waiting} and ${key} > owner.id)
    from owner where owner.id is not null
  )`;

/**
 * Selects the owners with a row that is due before a time, with their workspaces, in no order, save
 * those of suspended workspaces, and those that are paused.
 */
export const ownersDue = (queue: Queue, before: number, limit: number) => {
  const { table, key, due, waiting, workspaceId } = queue;
  return sql<{ id: number; workspaceId: number }>`
    with recursive ${owners(queue)}
    select id, ${workspaceId} as workspaceId from owner
    where id is not null
      and not ${isIdle(queue)}
      and (
        exists (
          select 1 from ${table} where ${key} = owner.id and ${waiting} and ${due} < ${before})
        ${queue.isForgotten ? sql`or ${queue.isForgotten()}` : sql``})
    order by random() limit ${limit}`;
};

/**
 * Selects when the row that has waited longest was due; null while nothing waits. Suspended
 * workspaces don't count, nor do queues that are paused.
 */
export const oldestDue = (queue: Queue) => {
  const { table, key, due, waiting } = queue;
  return sql<{ at: number | null }>`
    with recursive ${owners(queue)}
    select min((select min(${due}) from ${table} where ${key} = owner.id and ${waiting})) as at
    from owner where id is not null and not ${isIdle(queue)}`;
};
