import { eq, type SQL, sql } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { conversations } from "#db/schema/messaging";
import { within } from "#db/scope/within";
import { lastId } from "#db/writes/last-id";
import type { Caller, Scope } from "#env";

// Notes are messages within the team. Nothing sends them, and no conversation counts them.

/** Stores a note in a conversation of the workspace, if there is one. */
export function insertNote(scope: Caller, conversationId: number, text: string) {
  const author = JSON.stringify({ id: scope.tokenId, name: scope.tokenName });
  return sql<{ id: number }>`
    insert into messages (
      id, workspace_id, conversation_id, direction, type, text, author, status, changed_by,
      created_at)
    select ${lastId("messages")} + 1, workspace_id, id, 'internal', 'note', ${text}, ${author},
      'noted', ${scope.actor}, ${Date.now()}
    from conversations
    where ${within(scope, conversations, eq(conversations.id, conversationId))}
    returning id`;
}

const isNote = (scope: Scope, id: number): SQL =>
  within(scope, messages, eq(messages.id, id), sql`direction = 'internal'`);

/** Stores the event of a note's deletion, if the message is a note. */
export const announceDeletion = (scope: Scope, id: number) => sql`
  insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
  select messages.workspace_id, 'conversation.note_deleted', lead_id, null,
    json_object('conversation_id', conversation_id, 'message_id', messages.id), ${scope.actor}
  from messages cross join conversations on conversations.id = conversation_id
  where ${isNote(scope, id)}`;

/** Deletes a message if it is a note. */
export const deleteNote = (scope: Scope, id: number) => sql<{ id: number }>`
  delete from messages where ${isNote(scope, id)} returning id`;
