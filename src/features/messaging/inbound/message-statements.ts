import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import type { Hashes } from "#db/statements/contact-hashes";
import { openConversations } from "#db/statements/conversations";
import { applyClaims } from "#db/statements/leads/profiles";
import { insertReceived } from "#db/statements/media";
import { eraseContent } from "#db/statements/messages/delivery";
import { insertInbound } from "#db/statements/messages/insert";
import { hastenLimited } from "#db/statements/messages/queued";
import type { Scope } from "#env";
import { messageConsents } from "./consents";
import { leadIdOf, listOf, type Matched, type Receiver } from "./matched-leads";
import type { InboundMessage } from "./webhook-events";

/** Stores messages, each once, with their effects on consents and earlier messages. */
export function messageStatements(
  scope: Scope,
  receiver: Receiver,
  messages: Matched<InboundMessage>[],
  hashes: Hashes,
): Statement[] {
  if (messages.length === 0) return [];
  const now = Date.now();
  const list = listOf(messages);
  const items = sql`select key, value from json_each(${list})`;
  const deleted = messages.filter(({ isDeleted }) => isDeleted).map(({ externalId }) => externalId);
  return [
    openMissing(scope, receiver, list, now),
    insertInbound(scope, receiver.id, list, conversationOf(scope, receiver), now),
    ...(messages.some(hasFile) ? [insertReceived(scope, receiver.id, items, null, now)] : []),
    ...messageConsents(scope, receiver, messages, hashes, now),
    ...(deleted.length > 0 ? eraseDeleted(scope, receiver.id, deleted, now) : []),
  ];
}

/** Sends at once what has waited for room among messages to people who had not written. */
export function hastened(scope: Scope, { id }: Receiver, messages: InboundMessage[]) {
  const externalIds = messages.map(({ externalId }) => externalId);
  return messages.length > 0 ? hastenLimited(scope, id, externalIds, Date.now()) : undefined;
}

/** The conversation of an event of a list (`listOf`) with its lead. */
export const conversationOf = (scope: Scope, { id }: Receiver) => sql`(
  select id from conversations where lead_id = ${leadIdOf(scope)} and channel_id = ${id})`;

/** Opens the conversations of the messages of a list that are not stored. */
export function openMissing(scope: Scope, receiver: Receiver, list: string, now: number) {
  const { id, platform } = receiver;
  const isSender = within(scope, leads, sql`leads.id = ${leadIdOf(scope)}`);
  const missing = sql`
    select distinct leads.workspace_id, leads.id as lead_id,
      ${platform} as platform, ${id} as channel_id
    from json_each(${list}) as item cross join leads on ${isSender}
    where ${conversationOf(scope, receiver)} is null
      and not exists (
        select 1 from messages
        where channel_id = ${id} and external_id = item.value ->> 'externalId')`;
  return openConversations(missing, now);
}

/** True if files come with the message. They are fetched once it is stored. */
export const hasFile = ({ files = [] }: InboundMessage) => files.length > 0;

/**
 * A message without the members that say what one of ours is made of. It is in the account's name,
 * but was not sent from here, so it can show no file or template of the workspace.
 */
export function plain<M extends Pick<InboundMessage, "payload">>({ payload, ...message }: M) {
  const { media, cards, template, buttons, list, ...rest } = payload;
  return { ...message, payload: rest };
}

/** True for the messages of a channel with these external ids that meet a condition. */
export const areNamed = (channelId: number, externalIds: string[], which: SQL) => sql`
  messages.channel_id = ${channelId} and ${which}
  and external_id in (select value from json_each(${JSON.stringify(externalIds)}))`;

/**
 * Erases messages that senders have deleted, and the claims of profiles that rest on these alone.
 */
function eraseDeleted(scope: Scope, channelId: number, externalIds: string[], now: number) {
  const isDeleted = areNamed(channelId, externalIds, sql`direction = 'inbound'`);
  const leadIds = sql`
    select lead_id from messages cross join conversations on conversations.id = conversation_id
    where ${isDeleted}`;
  return [eraseContent(scope, isDeleted), applyClaims(scope, leadIds, false, now)];
}
