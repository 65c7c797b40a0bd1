import { type SQL, sql } from "drizzle-orm";
import { isSuspended, ofChannel } from "#db/scope/suspension";
import { CLAIMED, isNotOpen } from "#db/statements/messages/claimed";
import { HELD } from "#db/statements/run-states";
import { BURST_MS, type Due, isBlocked, isFirstOfConversation, isStart, sendable } from "./due";

/** When a start may go, while nobody can be asked for room; 0 for another message. */
const laterStart = ({ now, startsFrom }: Due) =>
  startsFrom > now ? sql`iif(${isStart(now)}, ${startsFrom}, 0)` : sql`0`;

/**
 * When to look again; null if nothing waits, if some messages were claimed, or if the workspace is
 * suspended. Due messages are read one by one only if the pace keeps them all back.
 */
export function selectNextTime(due: Due, claimed: SQL, limit: number) {
  const { channelId, now, openIds } = due;
  const suspended = isSuspended(ofChannel(channelId));
  const isOfChannel = sql`messages.channel_id = ${channelId}`;
  // Each has one upper bound: of two, SQLite may search by the wrong one.
  const waiting = sql`${isOfChannel} and next_attempt_at > ${CLAIMED}`;
  if (limit === 0)
    return sql<{ at: number | null }>`
      select min(next_attempt_at) as at from messages
      where ${waiting} and next_attempt_at < ${HELD} and not ${suspended}`;
  return sql<{ at: number | null }>`
    select case
      when ${suspended} or exists (select 1 from messages where ${claimed}) then null
      when exists (${sendable(due, 1)})
        or ${isBlocked(channelId)} and exists (
          select 1 from messages
          where ${isOfChannel} and next_attempt_at > ${CLAIMED} and status = 'queued')
        then ${now}
      else (
        select min(at) from (
          select min(next_attempt_at) as at from messages
          where ${isOfChannel} and next_attempt_at > ${now} and next_attempt_at < ${HELD}
          union all
          select min(max(next_attempt_at, pace_at - ${BURST_MS}, ${laterStart(due)}))
          from messages cross join conversations on conversations.id = conversation_id
          where ${waiting} and next_attempt_at <= ${now} and ${isFirstOfConversation}
            and ${isNotOpen(openIds)}
        ))
      end as at`;
}
