import { type SQL, sql } from "drizzle-orm";
import { runs } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { triggerEvaluations, triggerTimes } from "#db/schema/triggers";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { nextRecurring } from "#db/statements/recurring-triggers";
import { currentRevision } from "#db/statements/trigger-cursors";
import { isBeingMerged } from "#db/statements/triggered-runs";
import { isFull, leftToday } from "#db/writes/quotas";
import type { Scope } from "#env";
import { DEFAULT_SETTINGS } from "#features/access/settings/defaults";
import { bookingsJson } from "#features/automation/runs/bookings";
import {
  columnsOfLead,
  hoursJson,
  lastReplyOn,
  tagStagesJson,
} from "#features/automation/runs/engine-lead";
import { channelsJson } from "#features/messaging/outbound/recipient";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { MAX_STARTS_PER_HOUR } from "../decide";
import { dateMoments } from "../definitions/date";
import type { CauseLeadRow, WorkspaceRow } from "./rows";

// The state of leads and the workspace by which causes are decided.

const MAX_ENTRIES = 1_000;
/** A triggered run may start several others: among these are those of an hour. */
const MAX_RUNS = 100;
const MAX_EVALUATIONS = 100;
const { triggers_wait_hours: WAIT_HOURS } = DEFAULT_SETTINGS;

export const selectWorkspace = (scope: Scope) => sql<WorkspaceRow>`
  select ${channelsJson(scope.workspaceId)} as channels, ${tagStagesJson(scope)} as tagStages,
    default_country as defaultCountry, ${hoursJson} as hours,
    ifnull(settings ->> 'triggers_wait_hours', ${WAIT_HOURS}) as triggersWaitHours,
    ${leftToday(scope, "triggered_runs_per_day")} as startsLeft,
    ${currentRevision(scope)} as revision,
    ${isSuspended(scope.workspaceId)} as isSuspended, ${isFull(scope)} as isFull,
    (select min(at) from (
      select min(due_at) as at from trigger_times where ${within(scope, triggerTimes)}
      union all select ${nextRecurring(scope)})) as nextTimeAt
  from workspaces where id = ${scope.workspaceId}`;

/** The moments that `date` triggers count from. */
const MOMENTS = sql.raw(dateMoments.map((moment) => `leads.${moment} as ${moment}`).join(", "));

/** `concerned` selects the ids of the leads, as `lead_id`. */
export const selectLeads = (scope: Scope, concerned: SQL, now: number) => sql<CauseLeadRow>`
  with concerned(lead_id) as materialized (${concerned})
  select ${columnsOfLead(sql`'whatsapp'`)}, ${lastReplyOn(sql`'instagram'`)} as instagram_reply,
    ${MOMENTS}, ${isBeingMerged} as is_being_merged,
    ${bookingsJson(scope, sql`leads.id`, sql`null`, now)} as bookings,
    (select json_group_array(json_object(
        'scenarioId', scenario_id, 'platform', platform, 'isTriggered', cause is not null,
        'isAnswer', ifnull(cause ->> 'message_id', cause ->> 'comment_id') is not null,
        'isActive', ended_at is null, 'createdAt', created_at))
      from (
        select runs.scenario_id, scenarios.platform, cause, ended_at, runs.created_at
        from runs cross join scenarios on scenarios.id = runs.scenario_id
        where runs.lead_id = leads.id and ${present(runs)}
        order by runs.id desc limit ${MAX_RUNS})
      where ended_at is null or cause is not null and created_at > ${now - HOUR_MS}) as runs,
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
        order by id desc limit ${MAX_EVALUATIONS})) as evaluations,
    (select ifnull(sum(json_array_length(run_ids)), 0) from (
      select run_ids from trigger_evaluations
      where ${within(scope, triggerEvaluations)} and lead_id = leads.id
        and id > ${(now - HOUR_MS) * 1_000} and run_ids <> '[]'
      limit ${MAX_STARTS_PER_HOUR})) as starts_in_hour
  from concerned cross join leads on leads.id = concerned.lead_id
  where ${within(scope, leads)}`;
