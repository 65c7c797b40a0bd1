import { sql } from "drizzle-orm";
import { isSuspended, ofChannel } from "#db/scope/suspension";
import { CLAIMED, isNotOpen } from "#db/statements/messages/claimed";
import { HELD } from "#db/statements/run-states";
import { senderChecks } from "#domain/block-reasons";
import { WINDOW_MS } from "#domain/window";
import { channelConditions } from "../block-conditions";

// The messages of a channel that may be sent now.

/** A lead gets one message in six seconds, after a burst of ten. */
export const PACE_MS = 6_000;
const BURST = 10;
/** The time by which `pace_at` of a conversation may be ahead for another message to be sent. */
export const BURST_MS = (BURST - 1) * PACE_MS;

/** `used`: the people who count against the limit. Starts wait until `startsFrom`. */
export type Due = {
  channelId: number;
  now: number;
  openIds: number[];
  used: number;
  startsFrom: number;
};

/** True if a message counts against the number's limit. */
export const isStart = (now: number) => sql`(
  messages.type = 'template' and ifnull(conversations.last_inbound_at, 0) <= ${now - WINDOW_MS})`;

/** To how many more people the number may write; null if there is no limit. */
export const room = ({ channelId, used }: Due) =>
  sql`(select messaging_limit - ${used} from channels where id = ${channelId})`;

export const isBlocked = (channelId: number) =>
  sql`(${sql.join(
    senderChecks.channel.map((reason) => channelConditions[reason](channelId)),
    sql` or `,
  )})`;

export const isFirstOfConversation = sql`not exists (
  select 1 from messages as earlier
  where earlier.conversation_id = messages.conversation_id
    and earlier.next_attempt_at is not null
    and earlier.next_attempt_at < ${HELD}
    and earlier.error is null
    and earlier.id < messages.id)`;

/** The ids of messages that may be sent now. */
export const sendable = (due: Due, limit: number) => {
  const { channelId, now, openIds } = due;
  return sql`
  select messages.id
  from messages cross join conversations on conversations.id = conversation_id
  where messages.channel_id = ${channelId}
    and next_attempt_at > ${CLAIMED} and next_attempt_at <= ${now}
    and pace_at <= ${now + BURST_MS}
    and ${isFirstOfConversation} and ${isNotOpen(openIds)}
    and not ${isSuspended(ofChannel(channelId))} and not ${isBlocked(channelId)}
    and (ifnull(${room(due)}, 1) > 0 or not ${isStart(now)})
  order by next_attempt_at, messages.id
  limit iif(${room(due)} > 0, min(${limit}, ${room(due)}), ${limit})`;
};
