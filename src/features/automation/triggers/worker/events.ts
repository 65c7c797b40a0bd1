import { type SQL, sql } from "drizzle-orm";
import { mergeTypes } from "#db/lists/merge-types";
import { events } from "#db/schema/events";
import { leadMerges } from "#db/schema/merges";
import { messages } from "#db/schema/messages";
import { channels } from "#db/schema/messaging";
import { triggerCursors, triggerTimes } from "#db/schema/triggers";
import { within } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { laneOfType, typesOf } from "#db/statements/trigger-cursors";
import type { Lane } from "#domain/triggers";
import type { Scope } from "#env";
import { bookingJson } from "#features/automation/runs/bookings";
import type { EventRow } from "./causes";
import { commenterOf, commentJson } from "./comments";

// The events that one claim reads.

/** The most events of a lane, and the most times, that are claimed at once. */
export const MAX_CLAIMED = 100;

/** The most `recurring` triggers that are worked at once. */
export const MAX_RECURRING = 20;

export const dueTimes = (scope: Scope, now: number, limit: number) => sql`(
  select * from trigger_times
  where ${within(scope, triggerTimes)} and due_at <= ${now}
    and not ${isSuspended(scope.workspaceId)}
  order by due_at limit ${Math.min(limit, MAX_CLAIMED)})`;

/**
 * The events that are claimed, as `lane, id`: those of each lane behind its position, and those of
 * starts that were put off.
 */
export function claimedIn(scope: Scope, now: number, limit: number, settleMs: number) {
  const settled = (now - settleMs) * 1_000 + 999;
  const of = (lane: Lane, bound: SQL) =>
    mergeTypes({
      of: within(scope, events),
      first: sql`id > (
          select position from trigger_cursors
          where ${within(scope, triggerCursors)} and lane = ${lane}
            and not ${isSuspended(scope.workspaceId)})
        and ${bound}`,
      beyond: sql`id > merged.at and ${bound}`,
      ascending: true,
      types: typesOf(scope, lane),
      limit: Math.min(limit, MAX_CLAIMED),
    });
  return sql`(
    select 'speech' as lane, id from (${of("speech", sql`id <= ${settled}`)})
    union all select 'facts', id from (${of("facts", sql`true`)})
    union all select ifnull((
        select ${laneOfType(sql`type`)} from events
        where ${within(scope, events)} and events.id = due.event_id), 'facts'), event_id
    from ${dueTimes(scope, now, limit)} as due where event_id > 0)`;
}

/** The most messages of a lead, behind those that are claimed, that are read as one cause. */
const MAX_LATER = 50;

/**
 * The lead of an event: once it was merged, the one that was kept, which was not created then. Of a
 * comment, the one that it now is of.
 */
export const leadOf = (scope: Scope) => sql`iif(events.type = 'comment.received',
  ${commenterOf(scope)}, ifnull((
    select keep_id from lead_merges
    where ${within(scope, leadMerges)} and ${leadMerges.leadId} = events.lead_id
      and finished_at is not null and events.type <> 'lead.created'), events.lead_id))`;

/**
 * Reads the claimed events, and the later messages of their leads that may belong to them: to the
 * last that is claimed, and to each that was put off.
 */
export function selectEvents(scope: Scope, claimed: SQL, settleMs: number) {
  return sql<EventRow>`
    with claimed as materialized (select distinct lane, id from ${claimed}),
    spoken as materialized (
      select events.id, lead_id, type, iif(events.id <= (
          select position from trigger_cursors
          where ${within(scope, triggerCursors)} and lane = 'speech'), events.id, 0) as putOffId
      from claimed cross join events on ${within(scope, events)} and events.id = claimed.id
      where lane = 'speech' and type = 'message.received'),
    listed as materialized (
      select lane, id, max(isClaimed) as isClaimed from (
        select lane, id, 1 as isClaimed from claimed
        union all
        select 'speech', events.id, 0
        from (
            select lead_id, type, max(id) as last from spoken group by lead_id, type, putOffId
          ) as said
          cross join events on ${within(scope, events)} and events.id in (
            select events.id from events
            where ${within(scope, events)} and events.lead_id = said.lead_id
              and events.id > said.last and events.id <= said.last + ${settleMs * 1_000}
              and events.type = said.type
            order by events.id limit ${MAX_LATER}))
      group by lane, id)
    select events.id, listed.lane, isClaimed, events.type, ifnull(${leadOf(scope)}, 0) as leadId,
      events.data, events.actor, iif(events.type = 'lead.created', (
        select source from leads where leads.id = events.lead_id), null) as source,
      iif(events.actor glob 'r*', ifnull((
        select memory ->> 'depth' from runs
        where runs.id = cast(substr(events.actor, 2) as integer)), 0), null) as depth,
      iif(events.type = 'message.received', ${messageJson(scope)}, null) as message,
      iif(events.type = 'comment.received',
        ${commentJson(scope, TEXT_CHARACTERS)}, null) as comment,
      iif(events.type glob 'booking.*', ${bookingJson(scope, BOOKING_ID)}, null) as booking
    from listed cross join events on ${within(scope, events)} and events.id = listed.id
    order by events.id`;
}

const BOOKING_ID = sql`iif(json_valid(events.data), events.data ->> 'booking_id', null)`;

/** The first characters of a text, which are all that triggers look at. */
const TEXT_CHARACTERS = 4_096;

/** The channel of a message, which keeps the id of one that is deleted. */
const presentChannel = (scope: Scope) => sql`(
  select channels.id from channels
  where ${within(scope, channels)} and channels.id = messages.channel_id)`;

/** JSON of the `MessageRow` of an event. What is malformed must not stop the whole claim. */
const messageJson = (scope: Scope) => sql`(
  select iif(json_valid(payload) is 0, '', json_object(
    'id', messages.id, 'channelId', ${presentChannel(scope)}, 'platform', platform,
    'direction', direction, 'type', messages.type, 'text', substr(text, 1, ${TEXT_CHARACTERS}),
    'payload', tapped, 'referral', payload -> 'referral',
    'story', payload -> '$.reply_to.story', 'sentAt', messages.sent_at,
    'lastPersonAt', last_person_at,
    'isConsent', exists (select 1 from consents where consents.message_id = messages.id)))
  from messages cross join conversations on conversations.id = messages.conversation_id
  where ${within(scope, messages)}
    and messages.id = iif(json_valid(events.data), events.data ->> 'message_id', null))`;
