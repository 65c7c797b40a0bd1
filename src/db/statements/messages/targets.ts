import { sql } from "drizzle-orm";
import type { MessageType } from "#domain/messaging";
import type { Scope } from "#env";

// The messages that others quote or react to.

/** True of the row `target` of messages that the provider knows and nobody has deleted. */
const isThere = sql`
  target.external_id is not null and target.payload <> '{"deleted":true}'`;

/** A message that is to be quoted or reacted to. */
export type TargetRow = {
  conversationId: number;
  type: MessageType;
  isInbound: 0 | 1;
  sentAt: number;
};

/** Selects a message of the workspace's that could be quoted. */
export const selectTarget = ({ workspaceId }: Scope, id: number) => sql<TargetRow>`
  select conversation_id as conversationId, type, direction = 'inbound' as isInbound,
    ifnull(sent_at, created_at) as sentAt
  from messages as target
  where target.id = ${id} and target.workspace_id = ${workspaceId} and ${isThere}`;

/** The provider's id of the message that the row `messages` quotes or reacts to; null if gone. */
export const targetOfMessage = sql<string | null>`(
  select external_id from messages as target
  where target.id = ifnull(
      messages.payload ->> '$.reply_to', messages.payload ->> '$.reaction.message_id')
    and target.conversation_id = messages.conversation_id and ${isThere})`;
