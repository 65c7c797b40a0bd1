import { eq, getTableColumns, type SQL } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { paged } from "../../../db/page";
import { exists, selectId } from "../../../db/rows";
import { conversations, messages } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { mediumOfMessage } from "../../../db/statements/media";
import { ownEqual } from "../../../db/walk";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { mediumToWire } from "../media/urls";
import type { Message } from "./schema";

const { workspaceId, channelId, consentId, attempts, nextAttemptAt, ...columns } =
  getTableColumns(messages);
/** `media` is JSON of a `MediumRow`. */
export type MessageRow = Pick<typeof messages.$inferSelect, keyof typeof columns> & {
  media: string | null;
};

export const messageToWire = async (
  scope: Scope,
  { sentAt, deliveredAt, readAt, createdAt, error, media, ...row }: MessageRow,
): Promise<Message> => ({
  id: row.id,
  conversation_id: row.conversationId,
  direction: row.direction,
  type: row.type,
  text: row.text,
  payload: row.payload,
  media: media === null ? null : await mediumToWire(scope, JSON.parse(media)),
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
export const selectMessages = (scope: Scope) =>
  scope.db
    .select({ ...columns, media: mediumOfMessage(scope).as("media") })
    .from(messages)
    .$dynamic();

export const selectMessage = (scope: Scope, id: number | SQL) =>
  selectMessages(scope).where(within(scope, messages, eq(messages.id, id)));

export const messageExists = exists(messages);

export async function listMessages(
  scope: Scope,
  conversationId: number,
  page: PageRequest,
): Promise<Page<Message>> {
  const ofConversation = ownEqual(scope, messages, messages.conversationId, conversationId);
  const { conversation, rows } = await readBatch(scope, {
    conversation: selectId(scope, conversations, conversationId),
    rows: paged(selectMessages(scope), scope, messages, page, ofConversation),
  });
  found(conversation[0]);
  const cut = cutPage(rows, page, (row) => row);
  return { ...cut, items: await Promise.all(cut.items.map((row) => messageToWire(scope, row))) };
}

export const getMessage = async (scope: Scope, id: number): Promise<Message> =>
  messageToWire(scope, found(await selectMessage(scope, id).get()));
