import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { isWritable } from "../placement/freeze";
import { heldEchoes } from "../schema/held-echoes";
import { isSuspended } from "../scope/suspension";
import { within } from "../scope/within";
import { isInPrivate } from "./messages/comments";

// The statements of `held_echoes`. An echo in a conversation in which something is being sent may
// be that. It waits until its message has an id, or none is to be expected. Public replies under a
// comment have no echoes.

/** An `unknown` message is looked for among the newest of its conversation, for so long. */
const NEWEST = 20;
const UNKNOWN_FOR_MS = DAY_MS;
/** True if a message has gone out as a template: its echo has no text to know it by. */
const IS_TEMPLATE = sql`(
  type in ('link_button', 'cards') or type = 'buttons' and comment_id is not null)`;
/** A message that has been `sending` for longer than this is not waited for. */
const SENT_WITHIN_MS = HOUR_MS;
/** The clocks of the platform and of ours may differ by this. */
const SKEW_MS = 60_000;

const ofChannel = (scope: Pick<Scope, "workspaceId">, channelId: number) =>
  within(scope, heldEchoes, sql`held_echoes.channel_id = ${channelId}`);

/** True if an echo is held. */
export const isHeld = (scope: Scope, channelId: number, externalId: SQL) => sql`exists (
  select 1 from held_echoes
  where ${ofChannel(scope, channelId)} and external_id = ${externalId})`;

/** True if an echo is not held: others are stored at once. */
export const isFree = (scope: Scope, channelId: number) =>
  sql`not ${isHeld(scope, channelId, sql`item.value ->> 'externalId'`)}`;

const isSendingIn = (conversation: SQL) => sql`exists (
  select 1 from messages
  where conversation_id = ${conversation} and next_attempt_at is not null and status = 'sending'
    and ${isInPrivate(sql`type`)})`;

/** The messages of a conversation that may have been sent, and whose id nobody knows. */
const unknownIn = (conversation: SQL, now: number) => sql`
  select id, text, type, comment_id, created_at from (
    select * from messages where conversation_id = ${conversation} order by id desc limit ${NEWEST})
  where status = 'unknown' and external_id is null and updated_at > ${now - UNKNOWN_FOR_MS}
    and ${isInPrivate(sql`type`)}`;

/**
 * Holds echoes of `list` that may be ours: those without a message, of a conversation in which
 * one is being sent, or may have been. `conversation` selects that of an `item`.
 */
export const holdEchoes = (
  scope: Scope,
  channelId: number,
  list: string,
  conversation: SQL,
  now: number,
) => sql`
  insert into held_echoes
    (workspace_id, channel_id, external_id, conversation_id, type, text, payload, files, at,
      created_at)
  select ${scope.workspaceId}, ${channelId}, item.value ->> 'externalId', talk_id,
    item.value ->> 'type', item.value ->> 'text', item.value -> 'payload',
    item.value -> 'files', item.value ->> 'at', ${now}
  from (select value, ${conversation} as talk_id from json_each(${list}) as item) as item
  where item.value ->> 'mayBeOurs' and item.value ->> 'isDeleted' is null and talk_id is not null
    and not exists (
      select 1 from messages
      where channel_id = ${channelId} and external_id = item.value ->> 'externalId')
    and (${isSendingIn(sql`talk_id`)} or exists (${unknownIn(sql`talk_id`, now)}))
  on conflict do nothing`;

/** Drops held echoes that were deleted meanwhile. */
export const dropHeld = (scope: Scope, channelId: number, externalIds: string[]) => sql`
  delete from held_echoes
  where ${ofChannel(scope, channelId)}
    and external_id in (select value from json_each(${JSON.stringify(externalIds)}))`;

/** The held echoes of a channel for which no message is being waited. */
const ready = (scope: Pick<Scope, "workspaceId">, channelId: number, now: number) => sql`
  select * from held_echoes
  where ${ofChannel(scope, channelId)}
    and (not ${isSendingIn(sql`held_echoes.conversation_id`)}
      or created_at < ${now - SENT_WITHIN_MS})`;

/**
 * Selects the held echoes that are messages of ours, with these: of each text the first echo is the
 * first message. The platform's word has no white space around it. That of a message which went out
 * as a template may have no text at all.
 */
export const selectOurs = (scope: Scope, channelId: number, now: number) => sql`
  with waiting as (
    select *, trim(ifnull(text, '')) as words, row_number() over (
      partition by conversation_id, trim(ifnull(text, '')), iif(text is null, type, '')
      order by at, external_id) as nth
    from (${ready(scope, channelId, now)})),
  tried as (
    select talk.id as talk_id, messages.id, type, text, comment_id, created_at
    from (select distinct conversation_id as id from waiting) as talk
      cross join messages on messages.id in (
        select id from (${unknownIn(sql`talk.id`, now)}))),
  unknown as (
    select *, trim(ifnull(text, '')) as words, row_number() over (
      partition by talk_id, trim(ifnull(text, '')), iif(text is null, type, '') order by id) as nth
    from (
      select * from tried
      union all
      select talk_id, id, 'unsupported', null, comment_id, created_at from tried
      where ${IS_TEMPLATE}))
  select unknown.id as message_id, waiting.external_id, waiting.at
  from waiting cross join unknown
    on unknown.talk_id = waiting.conversation_id and unknown.nth = waiting.nth
    and unknown.words = waiting.words
    and (waiting.text is not null or unknown.text is null and unknown.type = waiting.type)
    and waiting.at > unknown.created_at - ${SKEW_MS}`;

/** The held echoes that are nobody's, as items of a list of echoes. */
export const selectOthers = (scope: Scope, channelId: number, now: number) => sql`
  select row_number() over (order by at, external_id) - 1 as key, json_object(
    'externalId', external_id, 'talk', conversation_id, 'type', type, 'text', text,
    'payload', json(payload), 'at', at) as value
  from (${ready(scope, channelId, now)}) as held
  where not exists (
    select 1 from messages
    where messages.channel_id = held.channel_id and messages.external_id = held.external_id)`;

/** All held echoes of a channel. */
export const selectHeld = (scope: Scope, channelId: number) => sql`
  select external_id, at from held_echoes where ${ofChannel(scope, channelId)}`;

/** The files of all held echoes, as items of a list of echoes. */
export const selectHeldFiles = (scope: Scope, channelId: number) => sql`
  select 0 as key, json_object('externalId', external_id, 'files', json(files)) as value
  from held_echoes where ${ofChannel(scope, channelId)} and files is not null`;

/** Lets those go that are messages by now. */
export const releaseEchoes = (scope: Scope, channelId: number) => sql`
  delete from held_echoes
  where ${ofChannel(scope, channelId)} and exists (
    select 1 from messages
    where messages.channel_id = held_echoes.channel_id
      and messages.external_id = held_echoes.external_id)`;

/** Selects channels whose echoes have been held since before a time, in no order. */
export const selectOverdueEchoes = (before: number, limit: number) => sql<{
  id: number;
  workspaceId: number;
}>`
  select distinct channel_id as id, workspace_id as workspaceId from held_echoes
  where created_at < ${before}
    and not ${isSuspended(sql`workspace_id`)} and ${isWritable(sql`workspace_id`)}
  order by random() limit ${limit}`;
