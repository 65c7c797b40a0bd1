import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { pagedWhere, stopIn } from "../../../db/page";
import { exists, selectId } from "../../../db/rows";
import { conversations, messages } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { ownEqual } from "../../../db/walk";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import type { Message } from "./schema";

const { workspaceId, channelId, consentId, attempts, nextAttemptAt, ...columns } =
  getTableColumns(messages);
export type MessageRow = Pick<typeof messages.$inferSelect, keyof typeof columns>;

export const messageToWire = ({
  sentAt,
  deliveredAt,
  readAt,
  createdAt,
  error,
  ...row
}: MessageRow): Message => ({
  id: row.id,
  conversation_id: row.conversationId,
  direction: row.direction,
  type: row.type,
  text: row.text,
  payload: row.payload,
  status: row.status,
  error: error && { ...error, retry_at: isoOrNull(error.retry_at) },
  external_id: row.externalId,
  run_id: row.runId,
  sent_at: isoOrNull(sentAt),
  delivered_at: isoOrNull(deliveredAt),
  read_at: isoOrNull(readAt),
  created_at: iso(createdAt),
});

/** Messages, for `messageToWire`. */
export const selectMessages = (scope: Scope) => scope.db.select(columns).from(messages).$dynamic();

export const selectMessage = (scope: Scope, id: number | SQL) =>
  selectMessages(scope).where(within(scope, messages, eq(messages.id, id)));

/** How long the members of a message are that may be long. */
const bytes = sql`ifnull(octet_length(text), 0) + octet_length(payload)`;

export const messageExists = exists(messages);

export async function listMessages(
  scope: Scope,
  conversationId: number,
  page: PageRequest,
): Promise<Page<Message>> {
  const ofConversation = ownEqual(scope, messages, messages.conversationId, conversationId);
  const select = scope.db
    .select({ ...columns, stop: stopIn(undefined, messages) })
    .from(messages)
    .$dynamic();
  const { conversation, rows } = await readBatch(scope, {
    conversation: selectId(scope, conversations, conversationId),
    rows: pagedWhere(select, scope, messages, page, { key: ofConversation, bytes }),
  });
  found(conversation[0]);
  return cutPage(rows, page, messageToWire);
}

export const getMessage = async (scope: Scope, id: number): Promise<Message> =>
  messageToWire(found(await selectMessage(scope, id).get()));
