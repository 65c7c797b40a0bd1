import { eq, type SQL, sql } from "drizzle-orm";
import { BY_SERVICE } from "#domain/actors";
import type { ConversationState } from "#domain/messaging";
import { apisWith } from "#domain/platforms";
import type { Scope } from "#env";
import { listed } from "../by-platform";
import { isWritable } from "../placement/freeze";
import { conversations } from "../schema/messaging";
import { owned, within } from "../scope/within";

// The statements that write `conversations`. Triggers on `messages` maintain their counts and
// times, and open them again.

/**
 * Opens conversations. `missing` selects `workspace_id`, `lead_id`, `platform` and `channel_id`; a
 * conversation that exists already stays as it is.
 */
export const openConversations = (missing: SQL, now = Date.now()) => sql`
  insert into conversations
    (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
  select workspace_id, lead_id, platform, channel_id, ${now}, ${now}
  from (${missing}) where true
  on conflict do nothing`;

/**
 * Sets the counts of automatic messages. `list`: `json_each(…) as item` of objects with `lead`,
 * `channel` and `automatic`. Only items that meet `condition` are written.
 */
export const setAutomatic = (scope: Scope, list: SQL, condition: SQL) => sql`
  update conversations set automatic = item.value -> 'automatic'
  from ${list}
  where lead_id = item.value ->> 'lead' and channel_id = item.value ->> 'channel'
    and +${owned(scope, conversations)} and ${condition}`;

const PAIRED = listed(apisWith("hasPairRate"));

/**
 * Sets until when the messages in `which` use up the rate from their channel's number to their
 * leads, where the provider has such a rate.
 */
export const setPace = (channelId: number, which: SQL, paceAt: SQL) => sql`
  update conversations set pace_at = ${paceAt}
  where id in (select conversation_id from messages where ${which})
    and exists (select 1 from channels where id = ${channelId} and provider in ${PAIRED})`;

/**
 * Stores the summary of an analysis, if it has one, and the hash of the transcript that it read.
 * Nothing is written unless `condition` holds.
 */
export const writeSummary = (
  scope: Scope,
  conversationId: number,
  { analysedAs, summary }: { analysedAs: string; summary: string | null },
  condition: SQL,
  now: number,
) => sql`
  update conversations set
    analysed_as = ${analysedAs},
    summary = ifnull(${summary}, summary),
    summary_generated_at = iif(${summary} is null, summary_generated_at, ${now}),
    updated_at = ${now}
  where ${within(scope, conversations, eq(conversations.id, conversationId), condition)}`;

/** The holder of a token, who works on a conversation. */
export type Assignee = { id: number; name: string };

/** The changes to a conversation: an absent member stays, and null is nobody, or no time. */
export type ConversationChange = {
  assignee?: Assignee | null | undefined;
  state?: ConversationState | undefined;
  snoozedUntil?: number | null | undefined;
};

/** Updates a conversation. Nothing is written where nothing changes. */
export function updateConversation(
  scope: Scope,
  id: number,
  { assignee, state, snoozedUntil }: ConversationChange,
) {
  const values = {
    assignee_id: assignee === undefined ? conversations.assigneeId : (assignee?.id ?? 0),
    assignee_name: assignee === undefined ? conversations.assigneeName : (assignee?.name ?? null),
    state: state ?? conversations.state,
    snoozed_until: state === undefined ? conversations.snoozedUntil : (snoozedUntil ?? null),
  };
  const set = Object.entries(values).map(([name, value]) => sql`${sql.raw(name)} = ${value}`);
  const isSame = Object.entries(values).map(([name, value]) => sql`${sql.raw(name)} is ${value}`);
  return sql`
    update conversations set
      ${sql.join(set, sql`, `)}, changed_by = ${scope.actor}, updated_at = ${Date.now()}
    where ${within(scope, conversations, eq(conversations.id, id))}
      and not (${sql.join(isSame, sql` and `)})`;
}

/** Opens the conversations of a database whose snooze is over, at most `limit`. */
export const openSnoozed = (now: number, limit: number) => sql`
  update conversations set
    state = 'open', snoozed_until = null, changed_by = ${BY_SERVICE}, updated_at = ${now}
  where id in (
    select id from conversations indexed by conversations_snoozed
    where state = 'snoozed' and snoozed_until <= ${now} and ${isWritable(sql`workspace_id`)}
    order by snoozed_until limit ${limit})`;

/** Marks a conversation as read. Returns its id if there was something unread. */
export const readConversation = (scope: Scope, id: number) => sql<{ id: number }>`
  update conversations set
    unread_count = 0, changed_by = ${scope.actor}, updated_at = ${Date.now()}
  where ${within(scope, conversations, eq(conversations.id, id))} and unread_count > 0
  returning id`;

/** A lead's conversation that a run hands over, to an assignee or to nobody (0) in particular. */
export type Handoff = {
  run: number;
  lead: number;
  platform: string;
  assignee: number;
  name: string | null;
};

/**
 * Opens the conversations that runs hand over: the one that the run has last written in, or else
 * that of its channel, or else the one that last had a message. `list` is `json_each(…) as item` of
 * `Handoff`s.
 */
export const handOver = (scope: Scope, list: SQL, condition: SQL, now: number) => sql`
  with handoffs as materialized (
    select item.value ->> 'run' as run, item.value ->> 'assignee' as assignee,
      item.value ->> 'name' as name, (${talkOfItem(scope)}) as talk_id
    from ${list} where ${condition})
  update conversations set
    state = 'open', snoozed_until = null,
    assignee_id = handoffs.assignee, assignee_name = handoffs.name,
    changed_by = 'r' || handoffs.run, updated_at = ${now}
  from handoffs
  where conversations.id = handoffs.talk_id and +${owned(scope, conversations)}
    and (state, snoozed_until, conversations.assignee_id)
      is not ('open', null, handoffs.assignee)`;

/** SQLite finds no `item` in an ORDER BY: hence the subquery. */
const talkOfItem = (scope: Scope) => sql`
  select id from (
    select id, last_message_id, id = (
      select conversation_id from messages
      where messages.run_id = item.value ->> 'run' order by visit desc limit 1) as is_last,
      channel_id = (select channel_id from runs where id = item.value ->> 'run') as is_own
    from conversations
    where lead_id = item.value ->> 'lead' and platform = item.value ->> 'platform'
      and +${owned(scope, conversations)})
  order by is_last desc, is_own desc, last_message_id desc, id desc
  limit 1`;
