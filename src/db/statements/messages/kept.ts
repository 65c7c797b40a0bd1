import { type SQL, sql } from "drizzle-orm";
import { BY_SERVICE } from "#domain/actors";
import { ownError } from "#domain/block-reasons";
import type { PauseHolds } from "#domain/pauses";
import { WINDOW_MS } from "#domain/window";
import { HELD } from "../run-states";
import { isOfMessage } from "../templates";
import { changedNow } from "./changed";
import { CLAIMED } from "./claimed";

// The messages that a pause of their channel keeps. Where it holds everything, they stay as they
// are, and no claim finds them; where it holds some, these are set aside, behind all others.

/** `next_attempt_at` of a message that is set aside. */
export const KEPT = HELD - 1;

/** True if messages of the channel are set aside. */
export const isSetAside = (channelId: number | SQL) => sql`exists (
  select 1 from messages where messages.channel_id = ${channelId} and next_attempt_at = ${KEPT})`;

/** The most messages that are set aside, come back, or fail with one claim. */
export const KEPT_AT_ONCE = 200;

/** True if a message opens a conversation: the lead has not written for 24 hours. */
export const isStart = (now: number) => sql`(
  messages.type = 'template' and ifnull(conversations.last_inbound_at, 0) <= ${now - WINDOW_MS})`;

/** True if a pause holds a message, by what it holds. About the rows of `isStart`. */
const heldBy: Record<PauseHolds, (now: number) => SQL> = {
  starts: isStart,
  templates: () => sql`messages.type = 'template'`,
  all: () => sql`true`,
};

/** True if one of the messages that `ids` selects is not of those that a pause holds. */
export const areSomeFree = (ids: SQL, holds: PauseHolds, now: number) => sql`exists (
  select 1 from messages cross join conversations on conversations.id = conversation_id
  where messages.id in (${ids}) and not ${heldBy[holds](now)})`;

/** The messages that the pause of a channel holds, in SQL; null while it holds none. */
const holdsOf = (channelId: number) =>
  sql`(select pause_holds from channels as paused where paused.id = ${channelId})`;

/** True if the channel's pause holds everything. */
export const isAllKept = (channelId: number) => sql`${holdsOf(channelId)} is 'all'`;

/** True if the channel's pause holds some messages, and the others go on. */
export const areSomeKept = (channelId: number) =>
  sql`ifnull(${holdsOf(channelId)}, 'all') <> 'all'`;

/** True if the channel's pause holds the message. About the rows of `isStart`. */
export const isKept = (channelId: number, now: number) => sql`(
  case ${holdsOf(channelId)}
    when 'all' then true
    when 'templates' then ${heldBy.templates(now)}
    when 'starts' then ${heldBy.starts(now)}
    else false end)`;

const waiting = (channelId: number, after: number, now: number) => sql`
  from messages cross join conversations on conversations.id = conversation_id
  where messages.channel_id = ${channelId} and next_attempt_at > ${Math.max(after, CLAIMED)}
    and next_attempt_at <= ${now}`;

/** True if due messages are still to be set aside. */
export const areSomeDue = (channelId: number, now: number) => sql`(
  ${areSomeKept(channelId)}
  and exists (select 1 ${waiting(channelId, CLAIMED, now)} and ${isKept(channelId, now)}))`;

/** Sets due messages aside where the channel's pause holds them and lets others go on. */
export const setAside = (channelId: number, now: number) => sql`
  update messages set next_attempt_at = ${KEPT}
  where id in (
    select messages.id ${waiting(channelId, CLAIMED, now)} and ${isKept(channelId, now)}
    order by messages.id
    limit iif(${areSomeKept(channelId)}, ${KEPT_AT_ONCE}, 0))`;

/** Has messages that were set aside come back in their order, once no pause holds only some. */
export const bringBack = (channelId: number) => sql<{ id: number }>`
  update messages set next_attempt_at = max(created_at, ${CLAIMED + 1})
  where id in (
    select id from messages where channel_id = ${channelId} and next_attempt_at = ${KEPT}
    order by id limit iif(${areSomeKept(channelId)}, 0, ${KEPT_AT_ONCE}))
  returning id`;

const isAuthentication = sql`
  messages.type = 'template' and exists (
    select 1 from templates where ${isOfMessage} and templates.category = 'authentication')`;

/** The words about a message that could not wait for the end of a pause. */
const LATE = "The channel is paused, and an authentication template can't wait.";

/**
 * Fails the authentication templates that the channel's pause holds, for its reason: nobody waits
 * half an hour for a code. Looks at those alone that became due after `after`.
 */
export const failAuthentication = (channelId: number, after: number, now: number) =>
  failCodes(channelId, waiting(channelId, after, now), now);

/** As `failAuthentication`, of messages that were tried, whenever they became due. */
export const failTriedAuthentication = (channelId: number, messageIds: number[], now: number) =>
  failCodes(
    channelId,
    sql`
      from messages cross join conversations on conversations.id = conversation_id
      where messages.id in (select value from json_each(${JSON.stringify(messageIds)}))
        and messages.channel_id = ${channelId} and next_attempt_at > ${CLAIMED}`,
    now,
  );

/** `candidates` is the rest of a SELECT of messages with their conversations. */
function failCodes(channelId: number, candidates: SQL, now: number) {
  // The reason is put in by the database, which alone knows it.
  const error = JSON.stringify(ownError("payment", LATE));
  return sql<{ id: number }>`
    update messages set
      status = 'failed', next_attempt_at = null, changed_by = ${BY_SERVICE}, ${changedNow()},
      error = json_set(${error}, '$.reason', (
        select pause_reason from channels where channels.id = ${channelId}))
    where id in (
      select messages.id ${candidates}
        and status = 'queued' and ${isAuthentication} and ${isKept(channelId, now)}
      limit iif(${holdsOf(channelId)} is null, 0, ${KEPT_AT_ONCE}))
    returning id`;
}
