import { eq, type SQL, sql } from "drizzle-orm";
import { leads } from "#db/schema/leads";
import { conversations } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { openConversations } from "#db/statements/conversations";
import { insertMessageLinkSends } from "#db/statements/link-sends";
import type { Scope } from "#env";
import type { ReservedLinkSend } from "#features/links/recipients/reserve";
import type { Route } from "./route";

/** The id of the route's conversation with a lead, as a subquery. */
export const conversationOf = (
  scope: Scope,
  leadId: number,
  { conversation, channel, platform }: Route,
) => {
  const which = conversation
    ? eq(conversations.id, conversation.id)
    : sql`lead_id = ${leadId} and channel_id is ${channel?.id ?? null} and platform = ${platform}`;
  return sql<number>`(
    select id from ${conversations} where ${within(scope, conversations, which)})`;
};

/** The newest message of a conversation: after an INSERT of the same batch, the inserted one. */
export const newestIn = (conversation: SQL) =>
  sql`(select max(id) from messages where conversation_id = ${conversation})`;

/** Opens the conversation where it is not open yet. Opens none for a lead that is gone. */
export function openConversation(
  scope: Scope,
  leadId: number,
  { channel, platform, conversation }: Route,
) {
  if (conversation) return undefined;
  return openConversations(sql`
    select workspace_id, id as lead_id,
      ${platform} as platform, ${channel?.id ?? null} as channel_id
    from leads where ${within(scope, leads, eq(leads.id, leadId))}`);
}

/** Inserts the link sends of the message that was just inserted, one for each link. */
export function insertSends(scope: Scope, leadId: number, route: Route, links: ReservedLinkSend[]) {
  if (links.length === 0) return undefined;
  const messageId = newestIn(conversationOf(scope, leadId, route));
  return insertMessageLinkSends(scope, leadId, messageId, links);
}
