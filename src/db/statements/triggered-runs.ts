import { sql } from "drizzle-orm";
import { BY_SERVICE } from "#domain/actors";
import type { Scope } from "#env";
import type { RunCause } from "../schema/automation";
import { leads } from "../schema/leads";
import { leadMerges } from "../schema/merges";
import { channels } from "../schema/messaging";
import { scenarioTriggers } from "../schema/triggers";
import { within } from "../scope/within";
import { listOf } from "./runs";
import { type Claim, isClaimed, leadOfItem, type Person } from "./trigger-cursors";

/**
 * A start that was decided. `channel`: the one that the lead has written to, or under the posts of
 * which it has commented.
 */
export type TriggerStart = Claim &
  Person & {
    scenario: number;
    trigger: string;
    channel: number | null;
    /** The booking that it reacts to. */
    booking: number | null;
    cause: RunCause;
    /** The event that it reacts to; of a date, one of its time. */
    event: number;
    memory: object;
    /** An earlier start after this time bars it: for a subject, or for any (null). */
    bars: { subject: string | null; after: number }[];
  };

/** True if `again` of an item's trigger forbids a start: a lead may have more than were read. */
const isBarred = sql`exists (
  select 1 from json_each(item.value, '$.bars') as bar
    cross join trigger_entries on lead_id = ${leadOfItem}
      and scenario_id = item.value ->> 'scenario' and trigger_id = item.value ->> 'trigger'
      and ifnull(bar.value ->> 'subject', subject) = subject and at > bar.value ->> 'after')`;

/** The channel of an item, unless it is deleted. */
const channelOf = (scope: Scope) => sql`(
  select * from channels
  where ${within(scope, channels)} and channels.id = item.value ->> 'channel')`;

/** True while a lead is merged into another. */
export const isBeingMerged = sql`exists (
  select 1 from lead_merges where ${leadMerges.leadId} = leads.id and finished_at is null)`;

/**
 * Starts the runs that were decided, on the current versions: where the trigger is still on, and
 * was not switched on since the cause, its `again` allows it, the channel is there, and so is the
 * lead, not opted out, and without an active run of the scenario. `token` names the commit, by
 * which other statements find them.
 */
export const startTriggeredRuns = (
  scope: Scope,
  token: string,
  starts: TriggerStart[],
  now: number,
) => sql`
  insert into runs (workspace_id, scenario_id, lead_id, version, booking_id, channel_id, state,
                    next_at, memory, turn, enrolled_at, cause, changed_by, created_at, updated_at)
  select leads.workspace_id, scenarios.id, leads.id, scenarios.version,
         item.value ->> 'booking',
         (select id from ${channelOf(scope)} where platform = scenarios.platform),
         'pending', ${now}, item.value -> 'memory', ${token}, ${now}, item.value -> 'cause',
         ${BY_SERVICE}, ${now}, ${now}
  from ${listOf(starts)}
    cross join leads on ${within(scope, leads)} and leads.id = ${leadOfItem}
      and leads.is_optout = 0
    cross join scenario_triggers
      on ${within(scope, scenarioTriggers)} and scenario_id = item.value ->> 'scenario'
      and trigger_id = item.value ->> 'trigger' and is_on
      and ifnull(item.value ->> 'event' > since, true)
    cross join scenarios on scenarios.id = scenario_triggers.scenario_id and is_active
  where ${isClaimed(scope, token)} and not ${isBeingMerged} and not ${isBarred}
    and (item.value ->> 'channel' is null or exists ${channelOf(scope)})
  order by item.key on conflict do nothing`;
