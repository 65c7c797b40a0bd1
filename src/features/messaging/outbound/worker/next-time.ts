import { type SQL, sql } from "drizzle-orm";
import { isSuspended, ofChannel } from "#db/scope/suspension";
import { CLAIMED, isNotOpen } from "#db/statements/messages/claimed";
import {
  areSomeDue,
  areSomeKept,
  isAllKept,
  isSetAside,
  isStart,
  KEPT,
} from "#db/statements/messages/kept";
import { HELD } from "#db/statements/run-states";
import { HOUR_MS } from "#lib/time";
import { BURST_MS, type Due, isBlocked, isFirstOfConversation, sendable, triable } from "./due";

/** When a start may go, while nobody can be asked for room; 0 for another message. */
const laterStart = ({ now, startsFrom }: Due) =>
  startsFrom > now ? sql`iif(${isStart(now)}, ${startsFrom}, 0)` : sql`0`;

/**
 * When to look again: at `KEPT` if all that waits was set aside by a pause that nobody knows of;
 * null if nothing waits, if some messages were claimed, or if the workspace is suspended. Due
 * messages are read one by one only if the pace keeps them all back.
 */
export function selectNextTime(due: Due, claimed: SQL, limit: number) {
  const { channelId, now, openIds } = due;
  const suspended = isSuspended(ofChannel(channelId));
  const isOfChannel = sql`messages.channel_id = ${channelId}`;
  // Each has one upper bound: of two, SQLite may search by the wrong one.
  const waiting = sql`${isOfChannel} and next_attempt_at > ${CLAIMED}`;
  const isAside = due.mayBePaused ? isSetAside(channelId) : sql`false`;
  if (limit === 0)
    return sql<{ at: number | null }>`
      select case
        when ${suspended} then null
        when ${isAside} then ${now}
        else (
          select min(next_attempt_at) from messages
          where ${waiting} and next_attempt_at < ${KEPT})
        end as at`;
  const [isPausedDue, pausedTime, tryTime] = due.mayBePaused ? whilePaused(due) : [];
  return sql<{ at: number | null }>`
    select case
      when ${suspended} or exists (select 1 from messages where ${claimed}) then null
      when exists (${sendable(due, 1)}) ${isPausedDue}
        or ${isBlocked(channelId)} and exists (
          select 1 from messages
          where ${isOfChannel} and next_attempt_at > ${CLAIMED} and status = 'queued')
        then ${now}
      ${pausedTime}
      else (
        select min(at) from (
          select min(next_attempt_at) as at from messages
          where ${isOfChannel} and next_attempt_at > ${now}
            and next_attempt_at < ${due.mayBePaused ? KEPT : HELD}
          union all
          select min(max(next_attempt_at, pace_at - ${BURST_MS}, ${laterStart(due)}))
          from messages cross join conversations on conversations.id = conversation_id
          where ${waiting} and next_attempt_at <= ${now} and ${isFirstOfConversation(due)}
            and ${isNotOpen(openIds)}
          ${tryTime}
        ))
      end as at`;
}

/**
 * The parts for a channel that may be paused: a try that is due, or messages to set aside; the time
 * while everything is held; and that of a try while others go on. One that finds no message, as all
 * exceed the number's limit, is made in an hour.
 */
function whilePaused(due: Due) {
  const { channelId, now } = due;
  const isOfChannel = sql`messages.channel_id = ${channelId}`;
  const until = sql`(select pause_until from channels where id = ${channelId})`;
  return [
    sql`or exists (${triable(due)}) or ${areSomeDue(channelId, now)}`,
    sql`
      when ${isAllKept(channelId)} and ${until} > ${now} then (
        select max(min(next_attempt_at), ${until}) from messages
        where ${isOfChannel} and next_attempt_at > ${CLAIMED} and next_attempt_at < ${KEPT})`,
    sql`
      union all
      select iif(${until} > ${now}, ${until}, ${now + HOUR_MS})
      where ${areSomeKept(channelId)} and ${isSetAside(channelId)}`,
  ] as const;
}
