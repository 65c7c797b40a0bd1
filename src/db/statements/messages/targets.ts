import { eq, sql } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { within } from "#db/scope/scope";
import type { MessageType } from "#domain/messaging";
import type { Scope } from "#env";

// The messages that others quote or react to.

/** True of a message that the provider knows and nobody has deleted. */
const isThere = sql`external_id is not null and payload <> '{"deleted":true}'`;

/** A message that is to be quoted or reacted to. */
export type TargetRow = {
  conversationId: number;
  type: MessageType;
  isInbound: 0 | 1;
  sentAt: number;
};

/** Selects a message of the workspace's that could be quoted. */
export const selectTarget = (scope: Scope, id: number) => sql<TargetRow>`
  select conversation_id as conversationId, type, direction = 'inbound' as isInbound,
    ifnull(sent_at, created_at) as sentAt
  from messages
  where ${within(scope, messages, eq(messages.id, id))} and ${isThere}`;

/** The provider's id of the message that the row `messages` quotes or reacts to; null if gone. */
export const targetOfMessage = sql<string | null>`(
  select external_id from messages as target
  where target.id = iif(json_valid(messages.payload), ifnull(
      messages.payload ->> '$.reply_to', messages.payload ->> '$.reaction.message_id'), null)
    and target.conversation_id = messages.conversation_id and ${isThere})`;
