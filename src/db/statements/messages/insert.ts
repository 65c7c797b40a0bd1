import { type SQL, sql } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { isSpent, queuedUnless } from "#db/statements/messages/comments";
import { lastId } from "#db/writes/last-id";
import { BY_SERVICE } from "#domain/actors";
import type { MessageError, MessageOrigin, OutgoingType } from "#domain/messaging";
import type { Scope } from "#env";

type Outbound = {
  channelId: number | null;
  type: OutgoingType;
  text: string | null;
  payload: Record<string, unknown>;
  origin: MessageOrigin | null;
  /** The comment that it answers. */
  commentId: number | null;
};

/**
 * Stores an outbound message: queued, or failed where there is an error, or where another message
 * has answered its comment.
 */
export function insertOutbound(
  { db, workspaceId, actor }: Scope,
  conversationId: SQL<number>,
  message: Outbound,
  error: MessageError | null,
) {
  const now = Date.now();
  const { type, commentId } = message;
  const isRefused = commentId !== null && isSpent(sql`${type}`, sql`${commentId}`);
  return db.insert(messages).values({
    ...message,
    id: sql`${lastId("messages")} + 1`,
    workspaceId,
    conversationId,
    direction: "outbound",
    ...(error
      ? { status: "failed", error, nextAttemptAt: null }
      : isRefused
        ? queuedUnless(isRefused, now)
        : { status: "queued", error: null, nextAttemptAt: now }),
    changedBy: actor,
    createdAt: now,
  });
}

/**
 * The payload of an `item` with its `answers` verified: if the message that they claim to answer is
 * a form to this lead, to which there is no answer yet (`messages_answers`). They quote it then.
 */
const verified = (conversation: SQL) => sql`iif(
  item.value ->> 'answersTo' is null, item.value -> 'payload',
  ifnull(
    (select json_patch(item.value -> 'payload', json_object(
        'answers', json_object('message_id', asked.id, 'unverified', json('false')),
        'context', json_object('id', asked.external_id)))
      from messages as asked
        cross join conversations as talk on talk.id = asked.conversation_id
        cross join conversations as own on own.id = ${conversation}
      where asked.id = item.value ->> 'answersTo' and asked.workspace_id = own.workspace_id
        and asked.direction = 'outbound' and asked.type in ('flow', 'template')
        and talk.lead_id = own.lead_id
        and not exists (
          select 1 from messages as earlier
          where earlier.direction = 'inbound' and earlier.type = 'interactive'
            and earlier.payload ->> '$.answers.message_id' is not null
            and earlier.payload ->> '$.answers.message_id' = asked.id)),
    item.value -> 'payload'))`;

/**
 * Stores inbound messages, each once, in the order of `list`: JSON objects with `type`, `text`,
 * `tapped`, `payload`, `externalId` and `at`. `conversation` selects the conversation of an `item`
 * of the list; an item without one is left out. `answersTo` may name the form that it answers.
 *
 * SQL triggers follow, as `messages_insert` does for those of ours: `messages_received` gives the
 * message to the one run that it answers, stores its event and reopens the conversation
 * (messaging.sql), `analyses_message` has the conversation analysed (analysis.sql).
 */
export const insertInbound = (
  { workspaceId, actor }: Scope,
  channelId: number,
  list: string,
  conversation: SQL,
  now: number,
) => sql`
  insert into messages (
    id, workspace_id, conversation_id, channel_id, direction, type, text, tapped, payload,
    status, external_id, sent_at, changed_by, created_at)
  select
    ${lastId("messages")} + 1 + item.key, ${workspaceId}, ${conversation}, ${channelId}, 'inbound',
    item.value ->> 'type', item.value ->> 'text', item.value ->> 'tapped',
    ${verified(conversation)},
    'received', item.value ->> 'externalId', item.value ->> 'at', ${actor}, ${now}
  from json_each(${list}) as item
  where ${conversation} is not null
  order by item.key
  on conflict do nothing`;

/**
 * Stores what persons have written in the platform's own app, each once, in the order of `items`:
 * those of a list as `insertInbound` has it. Only items that meet `condition` are stored.
 */
export const insertEchoes = (
  { workspaceId, actor }: Pick<Scope, "workspaceId" | "actor">,
  channelId: number,
  items: SQL,
  { conversation, condition }: { conversation: SQL; condition: SQL },
  now: number,
) => sql`
  insert into messages (
    id, workspace_id, conversation_id, channel_id, direction, type, text, payload,
    status, origin, external_id, sent_at, changed_by, created_at)
  select
    ${lastId("messages")} + 1 + item.key, ${workspaceId}, ${conversation}, ${channelId}, 'outbound',
    item.value ->> 'type', item.value ->> 'text', item.value -> 'payload',
    'sent', 'native_app', item.value ->> 'externalId', item.value ->> 'at', ${actor}, ${now}
  from (${items}) as item
  where ${conversation} is not null and ${condition}
  order by item.key
  on conflict do nothing`;

/**
 * Stores messages of an account's past, each once, in the order of `list`: as `insertInbound` has
 * it, with `isInbound`. SQL triggers count them, and no more (`messages_history` in messaging.sql).
 */
export const insertPast = (
  { workspaceId, actor }: Scope,
  channelId: number,
  list: string,
  conversation: SQL,
  now: number,
) => sql`
  insert into messages (
    id, workspace_id, conversation_id, channel_id, direction, type, text, payload,
    status, origin, external_id, sent_at, changed_by, created_at)
  select
    ${lastId("messages")} + 1 + item.key, ${workspaceId}, ${conversation}, ${channelId},
    iif(item.value ->> 'isInbound', 'inbound', 'outbound'),
    item.value ->> 'type', item.value ->> 'text', item.value -> 'payload',
    iif(item.value ->> 'isInbound', 'received', 'sent'), 'history',
    item.value ->> 'externalId', item.value ->> 'at', ${actor}, ${now}
  from json_each(${list}) as item
  where ${conversation} is not null
  order by item.key
  on conflict do nothing`;

/**
 * Queues the confirmations of opt-outs, one each. `optOuts` selects `workspace_id`,
 * `conversation_id`, `channel_id` and `consent_id`.
 */
export const insertConfirmations = (optOuts: SQL, text: string, now: number) => sql`
  insert into messages (
    id, workspace_id, conversation_id, channel_id, direction, type, text,
    status, consent_id, next_attempt_at, changed_by, created_at)
  select
    ${lastId("messages")} + row_number() over (order by consent_id), workspace_id,
    conversation_id, channel_id, 'outbound', 'text', ${text},
    'queued', consent_id, ${now}, ${BY_SERVICE}, ${now}
  from (${optOuts}) where true
  on conflict do nothing`;

const ofRun = (now: number) =>
  queuedUnless(isSpent(sql`item.value ->> 'type'`, sql`(item.value ->> 'comment')`), now);

/**
 * Queues the messages of runs, one for each visit, in the order of `list`: `json_each(…) as item`
 * of objects with `run`, `visit`, `node`, `lead`, `channel`, `comment`, `type`, `text` and
 * `payload`. Only items that meet `condition` are queued. The SQL trigger `run_events_unsent` tells
 * the run of one that is stored as failed.
 */
export const insertRunMessages = (
  { workspaceId }: Scope,
  list: SQL,
  condition: SQL,
  now: number,
) => sql`
  insert into messages (
    id, workspace_id, conversation_id, channel_id, direction, type, text, payload, comment_id,
    status, error, run_id, visit, scenario_id, version, node_id, next_attempt_at, changed_by,
    created_at)
  select
    ${lastId("messages")} + 1 + item.key, ${workspaceId},
    (select id from conversations
      where lead_id = item.value ->> 'lead' and channel_id = item.value ->> 'channel'),
    item.value ->> 'channel', 'outbound',
    item.value ->> 'type', item.value ->> 'text', item.value -> 'payload',
    item.value ->> 'comment', ${ofRun(now).status}, ${ofRun(now).error},
    item.value ->> 'run', item.value ->> 'visit',
    (select scenario_id from runs where id = item.value ->> 'run'),
    (select version from runs where id = item.value ->> 'run'), item.value ->> 'node',
    ${ofRun(now).nextAttemptAt}, 'r' || (item.value ->> 'run'), ${now}
  from ${list} where ${condition}
  order by item.key
  on conflict do nothing`;
