import { type SQL, sql } from "drizzle-orm";
import { batch, countStatements, type Results } from "#db/batch";
import { runs } from "#db/schema/automation";
import { events } from "#db/schema/events";
import { leads } from "#db/schema/leads";
import {
  scenarioTriggers,
  triggerCursors,
  triggerEvaluations,
  triggerTimes,
} from "#db/schema/triggers";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { nextRecurring, selectDueRecurring } from "#db/statements/recurring-triggers";
import { currentRevision, dayNumber } from "#db/statements/trigger-cursors";
import { isBeingMerged } from "#db/statements/triggered-runs";
import { isFull, leftToday } from "#db/writes/quotas";
import type { Lane } from "#domain/triggers";
import type { Scope } from "#env";
import {
  columnsOfLead,
  hoursJson,
  lastReplyOn,
  tagStagesJson,
} from "#features/automation/runs/engine-lead";
import { channelsJson } from "#features/messaging/outbound/recipient";
import { DAY_MS } from "#lib/time";
import { dateMoments } from "../definitions/date";
import { commitStatements, type TriggerCommit } from "./commit";
import { claimedIn, dueTimes, selectEvents } from "./events";
import type { CauseLeadRow, Claimed, CursorRow, TimeRow, TriggerRow, WorkspaceRow } from "./rows";

export { scopeOf } from "#db/scope/scope";

/** The most JSON of triggers' settings that a workspace has in memory. */
const MAX_SET_BYTES = 4_000_000;
const MAX_ENTRIES = 1_000;
const MAX_EVALUATIONS = 100;
/** The most `recurring` triggers that are worked at once. */
const MAX_RECURRING = 20;

/**
 * Commits the last decisions and claims causes, in one round trip: the next events of each lane,
 * up to `limit`, those of speech that were stored `settleMs` ago, with the messages that follow
 * within this time; and starts that were put off until now. The triggers are read if `revision` is
 * not theirs.
 */
export async function claimCauses(
  scope: Scope,
  commit: TriggerCommit | null,
  { limit, settleMs, revision }: { limit: number; settleMs: number; revision: string | null },
) {
  const now = Date.now();
  const statements = {
    ...(commit ? commitStatements(scope, commit, now) : { advanced: [], written: [] }),
    ...claimStatements(scope, { now, limit, settleMs, revision }),
  };
  const { advanced, written: _, ...found } = await batch(scope, statements);
  return toClaimed(found, advanced.flat(), countStatements(statements));
}

type Wanted = { now: number; limit: number; settleMs: number; revision: string | null };

function claimStatements(scope: Scope, { now, limit, settleMs, revision }: Wanted) {
  const claimed = claimedIn(scope, now, limit, settleMs);
  const current = currentRevision(scope);
  return {
    cursors: sql<CursorRow>`
      select lane, position, next_event_id as nextEventId,
        iif(day is ${dayNumber(now)}, refusals, 0) as refusals
      from trigger_cursors where ${within(scope, triggerCursors)}`,
    triggers: selectTriggers(scope, current, revision),
    times: sql<TimeRow>`
      select scenario_id as scenario, trigger_id as "trigger", lead_id as lead, event_id as event,
        due_at as at
      from ${dueTimes(scope, now, limit)} order by due_at`,
    recurring: selectDueRecurring(scope, now, Math.min(limit, MAX_RECURRING)),
    events: selectEvents(scope, claimed, settleMs),
    leads: selectLeads(
      scope,
      sql`
        select events.lead_id from ${claimed} as claimed
          cross join events on ${within(scope, events)} and events.id = claimed.id
        union select lead_id from ${dueTimes(scope, now, limit)}`,
      now,
    ),
    workspace: sql<WorkspaceRow>`
      select ${channelsJson(scope.workspaceId)} as channels, ${tagStagesJson(scope)} as tagStages,
        default_country as defaultCountry, ${hoursJson} as hours,
        ifnull(settings ->> 'triggers_wait_hours', ${TRIGGERS_WAIT_HOURS}) as triggersWaitHours,
        ${leftToday(scope, "triggered_runs_per_day")} as startsLeft, ${current} as revision,
        ${isSuspended(scope.workspaceId)} as isSuspended, ${isFull(scope)} as isFull,
        (select min(at) from (
          select min(due_at) as at from trigger_times where ${within(scope, triggerTimes)}
          union all select ${nextRecurring(scope)})) as nextTimeAt
      from workspaces where id = ${scope.workspaceId}`,
  };
}

/** For how long nothing answers after a person, unless the workspace says something else. */
const TRIGGERS_WAIT_HOURS = 12;

/** The triggers that are on, unless they are those of `revision`. */
const selectTriggers = (scope: Scope, current: SQL, revision: string | null) => sql<TriggerRow>`
  select scenarioId, id, type, platform, lane, place, since, data, hour, starts, limitedHour
  from (
    select scenario_id as scenarioId, trigger_id as id, type, platform, lane, place, since, data,
      hour, starts, limited_hour as limitedHour,
      sum(octet_length(data)) over (order by scenario_id, place) as bytes
    from scenario_triggers
    where ${within(scope, scenarioTriggers)} and is_on and ${current} is not ${revision})
  where bytes <= ${MAX_SET_BYTES}`;

/** The moments that `date` triggers count from. */
const MOMENTS = sql.raw(dateMoments.map((moment) => `leads.${moment} as ${moment}`).join(", "));

/** `concerned` selects the ids of the leads, as `lead_id`. */
const selectLeads = (scope: Scope, concerned: SQL, now: number) => sql<CauseLeadRow>`
  with concerned(lead_id) as materialized (${concerned})
  select ${columnsOfLead(sql`'whatsapp'`)}, ${lastReplyOn(sql`'instagram'`)} as instagram_reply,
    ${MOMENTS},
    (select json_group_array(json_object(
        'scenarioId', scenario_id, 'platform', platform, 'isTriggered', cause is not null,
        'isActive', ended_at is null, 'createdAt', created_at))
      from (
        select runs.scenario_id, scenarios.platform, cause, ended_at, runs.created_at
        from runs cross join scenarios on scenarios.id = runs.scenario_id
        where runs.lead_id = leads.id and ${present(runs)}
        order by runs.id desc limit 20)) as runs,
    (select json_group_array(json_object(
        'scenarioId', scenario_id, 'triggerId', trigger_id, 'subject', subject, 'at', at))
      from (
        select * from trigger_entries where lead_id = leads.id
        limit ${MAX_ENTRIES})) as entries,
    (select json_group_array(json_object(
        'id', id, 'lane', lane, 'lastEventId', last_event_id, 'outcome', outcome,
        'candidates', candidates,
        'channelId', (select channel_id from messages where messages.id = message_id)))
      from (
        select * from trigger_evaluations
        where ${within(scope, triggerEvaluations)} and lead_id = leads.id
          and id > ${(now - DAY_MS) * 1_000}
        limit ${MAX_EVALUATIONS})) as evaluations
  from concerned cross join leads on leads.id = concerned.lead_id
  where ${within(scope, leads)} and not ${isBeingMerged}`;

type Found = Results<ReturnType<typeof claimStatements>>;

function toClaimed(
  { workspace, cursors, ...found }: Found,
  advanced: { lane: Lane }[],
  statements: number,
): Claimed {
  const [row] = workspace;
  const isIdle = !row || row.isSuspended === 1 || row.isFull === 1;
  return {
    ...found,
    ...(isIdle && { events: [], leads: [], times: [], recurring: [] }),
    cursors,
    workspace: row,
    isIdle,
    advanced: advanced.map(({ lane }) => lane),
    statements,
  };
}
