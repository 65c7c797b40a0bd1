import { sql } from "drizzle-orm";
import { isSuspended, ofChannel } from "#db/scope/suspension";
import { CLAIMED, isNotOpen } from "#db/statements/messages/claimed";
import { isInPrivate, isPrivateReply } from "#db/statements/messages/comments";
import { areSomeKept, isAllKept, isKept, isStart, KEPT } from "#db/statements/messages/kept";
import { HELD } from "#db/statements/run-states";
import { senderChecks } from "#domain/block-reasons";
import { isTryDue } from "#features/messaging/channels/pause-tries";
import { channelConditions, isWindowClosed } from "../block-conditions";

// The messages of a channel that may be sent now.

/** A lead gets one message in six seconds, after a burst of ten. */
export const PACE_MS = 6_000;
const BURST = 10;
/** The time by which `pace_at` of a conversation may be ahead for another message to be sent. */
export const BURST_MS = (BURST - 1) * PACE_MS;

/**
 * `used`: the people who count against the limit. Starts wait until `startsFrom`. Where the sender
 * does not know of a pause, `mayBePaused` is false, and nothing is sent if there is one after all.
 */
export type Due = {
  channelId: number;
  now: number;
  openIds: number[];
  used: number;
  startsFrom: number;
  /** True if private replies wait for another hour. */
  keepsReplies: boolean;
  mayBePaused: boolean;
};

/** To how many more people the number may write; null if there is no limit. */
export const room = ({ channelId, used }: Due) =>
  sql`(select messaging_limit - ${used} from channels where id = ${channelId})`;

export const isBlocked = (channelId: number) =>
  sql`(${sql.join(
    senderChecks.channel.map((reason) => channelConditions[reason](channelId)),
    sql` or `,
  )})`;

/**
 * True if no earlier message of the conversation waits. One that was set aside holds nothing back
 * while a pause holds some messages alone, and a public reply under a comment never does.
 */
export const isFirstOfConversation = ({ channelId, mayBePaused }: Due) => sql`not exists (
  select 1 from messages as earlier
  where earlier.conversation_id = messages.conversation_id
    and earlier.next_attempt_at is not null
    and earlier.next_attempt_at <
      ${mayBePaused ? sql`iif(${areSomeKept(channelId)}, ${KEPT}, ${HELD})` : HELD}
    and earlier.error is null and ${isInPrivate(sql`earlier.type`)}
    and earlier.id < messages.id)`;

/** True if the message answers a comment in private: an open window needs no such reply. */
export const isReply = (now: number) =>
  sql`(${isPrivateReply(sql`messages`)}
    and ${isWindowClosed(now, sql`conversations.last_inbound_at`)})`;

const isAllowed = (due: Due) => sql`
  not ${isSuspended(ofChannel(due.channelId))} and not ${isBlocked(due.channelId)}
  and (ifnull(${room(due)}, 1) > 0 or not ${isStart(due.now)})
  and not ${due.keepsReplies ? isReply(due.now) : sql`false`}`;

const firstInLine = (due: Due) => sql`
  select messages.id
  from messages cross join conversations on conversations.id = conversation_id
  where messages.channel_id = ${due.channelId}
    and next_attempt_at > ${CLAIMED} and next_attempt_at <= ${due.now}
    and pace_at <= ${due.now + BURST_MS}
    and ${isFirstOfConversation(due)} and ${isNotOpen(due.openIds)}
    and ${isAllowed(due)}`;

/**
 * The ids of messages that may be sent now. A limit of 0 has SQLite read none: so those that a
 * pause holds cost nothing.
 */
export const sendable = (due: Due, limit: number) => {
  const { channelId, now, used, mayBePaused } = due;
  const isHeld = mayBePaused ? sql`pause_holds is 'all'` : sql`pause_holds is not null`;
  return sql`
    ${firstInLine(due)} and ${mayBePaused ? sql`not ${isKept(channelId, now)}` : sql`true`}
    order by next_attempt_at, messages.id
    limit ifnull((
      select case
        when ${isHeld} then 0
        when messaging_limit > ${used} then min(${limit}, messaging_limit - ${used})
        else ${limit} end
      from channels where id = ${channelId}), 0)`;
};

/** The id of the message by which a channel that is paused tries again, once that is due. */
export const triable = (due: Due) => {
  const { channelId, now, openIds } = due;
  const most = (holds: typeof isAllKept) => sql`
    ifnull((
      select ${isTryDue(now)} and ${holds(channelId)} from channels as own
      where id = ${channelId}), 0)`;
  return sql`
    select id from (
      ${firstInLine(due)} order by next_attempt_at, messages.id limit ${most(isAllKept)})
    union all
    select id from (
      select messages.id
      from messages cross join conversations on conversations.id = conversation_id
      where messages.channel_id = ${channelId} and next_attempt_at = ${KEPT}
        and ${isNotOpen(openIds)} and ${isAllowed(due)}
      order by messages.id limit ${most(areSomeKept)})`;
};
