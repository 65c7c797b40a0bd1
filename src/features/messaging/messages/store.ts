import { and, eq, getTableColumns, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { createdWithin } from "#db/lists/created-range";
import { keyset } from "#db/lists/keyset";
import { joined, pagedWhere, stopIn, walkOf } from "#db/lists/page";
import { endedByBytes } from "#db/lists/page-bytes";
import { allOf, matching, ownEqual } from "#db/lists/walk";
import { messages } from "#db/schema/messages";
import { conversations } from "#db/schema/messaging";
import { exists, selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { type MediumRow, mediaOfMessage } from "#db/statements/media";
import type { Scope } from "#env";
import {
  type Reader,
  seesRecipients,
  withoutRecipients,
  withoutRecipientsIn,
} from "#features/links/recipients/hidden";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { mediumToWire } from "../media/urls";
import type { Message, MessageQuery } from "./schema";

const { workspaceId, channelId, consentId, attempts, nextAttemptAt, marketingCap, ...columns } =
  getTableColumns(messages);
/** `media` is JSON of a list of `MediumRow`. */
export type MessageRow = Pick<typeof messages.$inferSelect, keyof typeof columns> & {
  media: string | null;
};

export const messageToWire = async (
  scope: Reader,
  { sentAt, deliveredAt, readAt, editedAt, createdAt, updatedAt, error, ...row }: MessageRow,
): Promise<Message> => {
  const files: MediumRow[] = row.media === null ? [] : JSON.parse(row.media);
  const media = await Promise.all(files.map((file) => mediumToWire(scope, file)));
  const { text, payload: shown } = shownTo(scope, row);
  const { answers = null, ...payload } = shown;
  return {
    id: row.id,
    conversation_id: row.conversationId,
    direction: row.direction,
    type: row.type,
    text,
    payload,
    // As `unverified` (inbound/claimed-answers.ts) has made them.
    answers: answers as Message["answers"],
    media: media[0] ?? null,
    attachments: media.map((medium) => ({ type: medium.kind, media: medium })),
    status: row.status,
    origin: row.origin,
    author: row.author,
    error: error && { ...error, retry_at: isoOrNull(error.retry_at) },
    external_id: row.externalId,
    comment_id: row.commentId,
    run_id: row.runId,
    sent_at: isoOrNull(sentAt),
    delivered_at: isoOrNull(deliveredAt),
    read_at: isoOrNull(readAt),
    edited_at: isoOrNull(editedAt),
    created_at: iso(createdAt),
    updated_at: iso(updatedAt ?? createdAt),
  };
};

/** The content of a message for a reader: without the URLs that it may not see. */
function shownTo(reader: Reader, { text, payload }: Pick<MessageRow, "text" | "payload">) {
  const { shortUrlBase } = reader;
  if (seesRecipients(reader)) return { text, payload };
  return {
    text: text === null ? null : withoutRecipients(text, shortUrlBase),
    payload: withoutRecipientsIn(payload, shortUrlBase),
  };
}

/** Messages, for `messageToWire`. */
export const selectMessages = (scope: Scope) =>
  scope.db
    .select({ ...columns, media: mediaOfMessage(scope).as("media") })
    .from(messages)
    .$dynamic();

export const selectMessage = (scope: Scope, id: number | SQL) =>
  selectMessages(scope).where(within(scope, messages, eq(messages.id, id)));

/** The bytes of the members of a message that may be long. */
export const bytes = sql`ifnull(octet_length(text), 0) + octet_length(payload)`;

const changedAt = sql`ifnull(${messages.updatedAt}, ${messages.createdAt})`;

/** The columns of messages of a page, for `messageToWire`. */
export const pageColumns = (scope: Scope) => ({
  ...columns,
  media: mediaOfMessage(scope).as("media"),
  stop: stopIn(undefined, messages),
});

const selectPage = (scope: Scope) => scope.db.select(pageColumns(scope)).from(messages).$dynamic();

export const messageExists = exists(messages);

export async function listMessages(
  scope: Scope,
  conversationId: number,
  page: PageRequest,
): Promise<Page<Message>> {
  const ofConversation = ownEqual(scope, messages, messages.conversationId, conversationId);
  const { conversation, rows } = await readBatch(scope, {
    conversation: selectId(scope, conversations, conversationId),
    rows: pagedWhere(selectPage(scope), scope, messages, page, { key: ofConversation, bytes }),
  });
  found(conversation[0]);
  return toPage(scope, rows, page);
}

/** A page of messages, of the rows that were read for it. */
export async function toPage(
  scope: Scope,
  rows: Awaited<ReturnType<typeof selectPage>>,
  page: PageRequest,
): Promise<Page<Message>> {
  const cut = cutPage(rows, page, (row: MessageRow) => row);
  return { ...cut, items: await Promise.all(cut.items.map((row) => messageToWire(scope, row))) };
}

/** Notes are only listed where they are asked for. */
type WithNotes = { withNotes?: true };

/** Messages of the workspace: all, or those of a conversation or of a lead. */
export async function listAllMessages(
  scope: Scope,
  query: MessageQuery & WithNotes,
  page: PageRequest,
): Promise<Page<Message>> {
  const created = createdWithin(scope, messages, query);
  const filter = and(conditions(query), created.exact);
  const ids = idsOf(scope, query, created.ids, page);
  const listed = matching(messages, within(scope, messages, filter), { ids, rowsRead: 2 }, page);
  const ended = endedByBytes(listed, messages, bytes, page);
  return toPage(scope, await joined(selectPage(scope), scope, messages, page, ended), page);
}

/** The filters that are checked on each message. */
export const conditions = ({
  direction,
  status,
  withNotes,
  ...query
}: MessageQuery & WithNotes) => {
  const { updated_from: from, updated_to: to } = query;
  const isOther = withNotes ? undefined : ne(messages.direction, "internal");
  return and(
    direction ? eq(messages.direction, direction) : isOther,
    status && eq(messages.status, status),
    from === undefined ? undefined : gte(changedAt, from),
    to === undefined ? undefined : lte(changedAt, to),
  );
};

/** The ids that a page visits: those of a conversation, of a lead's conversations, or all. */
export function idsOf(
  scope: Scope,
  query: MessageQuery,
  range: SQL | undefined,
  page: PageRequest,
) {
  const { conversation_id: conversationId, lead_id: leadId } = query;
  const ofTalk = conversationId !== undefined && eq(conversations.id, conversationId);
  const ofLead = leadId !== undefined && eq(conversations.leadId, leadId);
  if (ofTalk || ofLead) {
    const talks = within(scope, conversations, ofTalk || undefined, ofLead || undefined);
    return mergedIds(talks, range, page);
  }
  const { after, order } = keyset(messages.id, page);
  return sql`
    select id from messages where ${and(allOf(scope, messages), range, after)} order by ${order}`;
}

/**
 * The messages of some conversations, in the order of the page. SQLite keeps the queue of a
 * recursive SELECT in order: the nearest message leaves the queue, and the next of its conversation
 * enters it.
 */
function mergedIds(talks: SQL, range: SQL | undefined, page: PageRequest) {
  const { start, beyond, direction, nearest } = walkOf(page);
  const next = (talk: SQL, from: SQL) => sql`(
    select ${nearest}(id) from messages
    where ${and(sql`conversation_id = ${talk}`, sql`id ${beyond} ${from}`, range)})`;
  return sql`
    with recursive merged (message_id, talk_id) as (
      select ${next(sql`conversations.id`, start)}, conversations.id
      from conversations where ${talks}
      union all
      select ${next(sql`merged.talk_id`, sql`merged.message_id`)}, merged.talk_id
      from merged where merged.message_id is not null
      order by 1 ${direction})
    select message_id as id from merged where message_id is not null`;
}

export const getMessage = async (scope: Scope, id: number): Promise<Message> =>
  messageToWire(scope, found(await selectMessage(scope, id).get()));
