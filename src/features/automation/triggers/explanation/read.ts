import { desc, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { listed } from "#db/by-platform";
import { runs } from "#db/schema/automation";
import { comments } from "#db/schema/comments";
import { events } from "#db/schema/events";
import { leads } from "#db/schema/leads";
import { leadMerges } from "#db/schema/merges";
import { messages } from "#db/schema/messages";
import { channels } from "#db/schema/messaging";
import {
  scenarioTriggers,
  triggerCursors,
  triggerEvaluations,
  triggerTimes,
} from "#db/schema/triggers";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { laneOfType } from "#db/statements/trigger-cursors";
import type { EventType } from "#domain/events";
import { commentedPlatforms, type Platform } from "#domain/platforms";
import type { Lane } from "#domain/triggers";
import type { Scope } from "#env";
import { evaluationColumns } from "../evaluations/store";
import { eventsOf, triggerDefinitions } from "../registry";
import { leadOf, selectEvents } from "../worker/events";
import { selectLeads, selectWorkspace } from "../worker/state";
import type { KnownTriggerRow } from "./explain";
import { MAX_TRIGGERS_SHOWN } from "./schema";

// The reads of an explanation, in one round trip.

/** The types of triggers that react to each type of event. */
const reacting = JSON.stringify(
  Object.fromEntries(
    Map.groupBy(
      triggerDefinitions.flatMap((one) => eventsOf(one).map((event) => [event, one.type] as const)),
      ([event]) => event,
    )
      .entries()
      .map(([event, those]) => [event, those.map(([, type]) => type)]),
  ),
);

/** The triggers that react to a type of event: one more than is shown. */
const selectReacting = (scope: Scope, type: SQL) =>
  selectTriggers(
    scope,
    sql`select value from json_each(${reacting}, '$."' || ${type} || '"')`,
    MAX_TRIGGERS_SHOWN + 1,
  );

/** The triggers of some types, first those that are on. */
export const selectTriggers = (scope: Scope, types: SQL, limit: number) => sql<KnownTriggerRow>`
  select scenario_id as scenarioId, scenarios.name as scenarioName, trigger_id as id, type,
    scenario_triggers.platform, lane, place, since, data, hour, starts,
    limited_hour as limitedHour, fault, is_on as isOn
  from scenario_triggers cross join scenarios on scenarios.id = scenario_id
  where ${within(scope, scenarioTriggers)} and type in (${types})
  order by is_on desc, scenario_id desc, place limit ${limit}`;

/** The time by which the clocks of those who store messages and events may differ. */
const SLACK_MS = 600_000;

/** The event of a message, among those of its lead or merged into it, at about that time. */
const eventOfMessage = (scope: Scope, id: number) => sql`(
  select events.id
  from messages
    cross join conversations on conversations.id = messages.conversation_id
    cross join events
      on ${within(scope, events)} and events.lead_id in (
        select conversations.lead_id
        union all
        select lead_merges.lead_id from lead_merges
        where ${within(scope, leadMerges)} and keep_id = conversations.lead_id)
      and events.id between (messages.created_at - ${SLACK_MS}) * 1000
        and (messages.created_at + ${SLACK_MS}) * 1000
      and events.type = 'message.received' and events.data ->> 'message_id' = messages.id
  where ${within(scope, messages)} and messages.id = ${id}
  limit 1)`;

/** The event of a comment, among those of about that time. */
const eventOfComment = (scope: Scope, id: number) => sql`(
  select events.id
  from comments cross join events
    on ${within(scope, events)} and events.type = 'comment.received'
      and events.id between (comments.created_at - ${SLACK_MS}) * 1000
        and (comments.created_at + ${SLACK_MS}) * 1000
      and events.data ->> 'comment_id' = comments.id
  where ${within(scope, comments)} and comments.id = ${id}
  limit 1)`;

type MessageRow = { direction: string; type: string; leadId: number };
type PutOffRow = { scenarioId: number; id: string; at: number };
type CursorRow = { lane: Lane; position: number; nextEventId: number | null };

/** The event that is asked for, or that of the message or the comment. */
type Asked = Partial<Record<"event_id" | "message_id" | "comment_id", number | null>>;

function findEvent(scope: Scope, { event_id, message_id, comment_id }: Asked) {
  const typed = (type: EventType, id: SQL) => ({ id, type: sql`${type}` });
  if (message_id != null) return typed("message.received", eventOfMessage(scope, message_id));
  if (comment_id != null) return typed("comment.received", eventOfComment(scope, comment_id));
  const isIt = within(scope, events, sql`events.id = ${event_id}`);
  return { id: sql`${event_id}`, type: sql`(select type from events where ${isIt})` };
}

export const readStored = (scope: Scope, asked: Asked, now: number) => {
  const { id, type } = findEvent(scope, asked);
  const isIt = within(scope, events, sql`events.id = ${id}`);
  const lane = laneOfType(sql`type`);
  return readBatch(scope, {
    message: sql<MessageRow>`
      select direction, messages.type, lead_id as leadId
      from messages cross join conversations on conversations.id = messages.conversation_id
      where ${within(scope, messages)} and messages.id = ${asked.message_id ?? 0}`,
    comment: sql<{ leadId: number | null }>`
      select lead_id as leadId from comments
      where ${within(scope, comments)} and comments.id = ${asked.comment_id ?? 0}`,
    events: selectEvents(scope, sql`(select ${lane} as lane, id from events where ${isIt})`, 0),
    leads: selectLeads(
      scope,
      sql`select ${leadOf(scope)} as lead_id from events where ${isIt}`,
      now,
    ),
    workspace: selectWorkspace(scope),
    cursors: sql<CursorRow>`
      select lane, position, next_event_id as nextEventId
      from trigger_cursors where ${within(scope, triggerCursors)}`,
    triggers: selectReacting(scope, type),
    evaluation: selectEvaluation(scope, isIt),
    putOff: sql<PutOffRow>`
      select scenario_id as scenarioId, trigger_id as id, due_at as at
      from trigger_times
      where ${within(scope, triggerTimes)}
        and (lead_id, event_id) = (select ${leadOf(scope)}, id from events where ${isIt})`,
  });
};

/** The newest evaluation of an event, of messages on one channel. A comment has its own. */
const selectEvaluation = (scope: Scope, isIt: SQL) => {
  const ofComment = sql`trigger_evaluations.comment_id = events.data ->> 'comment_id'`;
  const channelOf = (message: SQL) =>
    sql`(select channel_id from messages where messages.id = ${message})`;
  return scope.db
    .select(evaluationColumns)
    .from(triggerEvaluations)
    .innerJoin(
      events,
      within(
        scope,
        events,
        sql`${isIt}
          and iif(events.type = 'comment.received', ${ofComment},
            trigger_evaluations.lead_id = ${leadOf(scope)})
          and events.id between trigger_evaluations.event_id and last_event_id
          and lane = ${laneOfType(sql`events.type`)}
          and (lane = 'facts' or message_id is null or ${channelOf(sql`message_id`)}
            = ${channelOf(sql`iif(json_valid(events.data), events.data ->> 'message_id', null)`)})`,
      ),
    )
    .where(within(scope, triggerEvaluations))
    .orderBy(desc(triggerEvaluations.id))
    .limit(1);
};

const COMMENTED = listed(commentedPlatforms);

type ChannelRow = {
  id: number;
  platform: Platform;
  previousAt: number | null;
  lastPersonAt: number | null;
  isAssigned: 0 | 1;
};
type WaitingRow = { id: number; platform: Platform };

/** The lead that something might happen to, with the channel that it would write to. */
export const readImagined = (
  scope: Scope,
  { leadId, channelId, type }: { leadId: number; channelId: number | null; type: EventType },
  now: number,
) =>
  readBatch(scope, {
    known: selectId(scope, leads, leadId),
    leads: selectLeads(scope, sql`select cast(${leadId} as integer)`, now),
    workspace: selectWorkspace(scope),
    settings: sql<{ settings: string }>`
      select settings from workspaces where id = ${scope.workspaceId}`,
    channels: sql<ChannelRow>`
      select channels.id, channels.platform,
        iif(last_reply_id is not null, last_inbound_at, null) as previousAt,
        last_person_at as lastPersonAt,
        ifnull(state <> 'closed' and assignee_id > 0, 0) as isAssigned
      from channels
        left join conversations
          on conversations.channel_id = channels.id and conversations.lead_id = ${leadId}
      where ${within(scope, channels)}
        and (${channelId} is null or channels.id = ${channelId})
        and (${type} <> 'comment.received' or channels.platform in ${COMMENTED})
      order by last_inbound_at is null, last_inbound_at desc, channels.id desc limit 1`,
    waiting: sql<WaitingRow>`
      select runs.id, scenarios.platform
      from runs cross join scenarios on scenarios.id = runs.scenario_id and scenarios.is_active
      where ${within(scope, runs)} and runs.lead_id = ${leadId} and waiting_for = 'reply'
      order by runs.id desc limit 20`,
    triggers: selectReacting(scope, sql`${type}`),
  });

export type Stored = Awaited<ReturnType<typeof readStored>>;
export type Imagined = Awaited<ReturnType<typeof readImagined>>;
