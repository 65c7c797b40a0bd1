import { eq, type SQL, sql } from "drizzle-orm";
import { leads } from "../../../db/schema/leads";
import { linkSends } from "../../../db/schema/links";
import { conversations, messages } from "../../../db/schema/messaging";
import { rows, type Statement, within } from "../../../db/scope";
import { type BlockReason, refused } from "../../../domain/block-reasons";
import type { Scope } from "../../../env";
import type { ReservedSend } from "../../links/recipients/reserve";
import type { Composed } from "./compose";
import type { Route } from "./route";

/** The conversation of a lead by a channel, in SQL. */
export const conversationOf = (
  scope: Scope,
  leadId: number,
  { conversation, channel, platform }: Route,
) =>
  conversation
    ? sql`(select id from ${conversations} where ${within(scope, conversations, eq(conversations.id, conversation.id))})`
    : sql`(select id from ${conversations} where lead_id = ${leadId} and channel_id is ${channel?.id ?? null} and platform = ${platform})`;

/** The newest message of a conversation: after an INSERT of the same batch, the one that it made. */
export const newestIn = (conversation: SQL) =>
  sql`(select max(id) from messages where conversation_id = ${conversation})`;

/** Opens the conversation where it is not open yet. Nothing is made for a lead that is gone. */
export function openConversation(
  scope: Scope,
  leadId: number,
  { channel, platform, conversation }: Route,
): Statement[] {
  if (conversation) return [];
  const now = Date.now();
  return [
    rows(
      scope,
      sql`insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
        select workspace_id, id, ${platform}, ${channel?.id ?? null}, ${now}, ${now} from leads where ${within(scope, leads, eq(leads.id, leadId))}
        on conflict do nothing`,
    ),
  ];
}

/** Stores a message that its channel's sender finds, or one that is refused. */
export function insertMessage(
  scope: Scope,
  leadId: number,
  target: Route,
  { type, text, content }: Composed,
  refusal: BlockReason | null,
): Statement {
  const now = Date.now();
  const error = refusal && refused(refusal);
  return scope.db.insert(messages).values({
    workspaceId: scope.workspaceId,
    conversationId: conversationOf(scope, leadId, target) as SQL<number>,
    channelId: target.channel?.id ?? null,
    direction: "outbound",
    type,
    text,
    payload: content,
    status: refusal ? "failed" : "queued",
    error,
    nextAttemptAt: refusal ? null : now,
    createdAt: now,
  });
}

/** The link sends of the message that was just made, one for each link. */
export function insertSends(
  scope: Scope,
  leadId: number,
  target: Route,
  links: ReservedSend[],
): Statement[] {
  if (links.length === 0) return [];
  const message = newestIn(conversationOf(scope, leadId, target));
  const list = JSON.stringify(links.map(({ id, sendId }) => [sendId, id]));
  return [
    scope.db.insert(linkSends).select(
      // In the order of the table's columns. A link that is gone by now has no send.
      sql`select value ->> 0, ${scope.workspaceId}, short_links.id, ${leadId}, ${message}, null, null, null, null, null, 0, 0, 0, 0, ${Date.now()}
          from json_each(${list}) cross join short_links on short_links.id = value ->> 1`,
    ),
  ];
}
