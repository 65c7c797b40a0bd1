import { type SQL, sql } from "drizzle-orm";
import { blockError } from "#domain/block-reasons";

// Messages that answer comments. The unique index `messages_private_reply` says the same.

/** True if a message of a type goes to a person alone, and is none for all to read. */
export const isInPrivate = (type: SQL) => sql`${type} <> 'comment_reply'`;

/** True if the row is a private reply that has gone out, or may. `of` names the row. */
export const isPrivateReply = (of: SQL) =>
  sql`(${of}.comment_id is not null
    and ${of}.status <> 'failed' and ${isInPrivate(sql`${of}.type`)})`;

/** True if a comment has its private reply. */
export const isAnswered = (commentId: SQL) => sql`exists (
  select 1 from messages as reply
  where reply.comment_id = ${commentId} and ${isPrivateReply(sql`reply`)})`;

/** The comment of an id as JSON of an `AnsweredComment`; null where there is none. */
export const answeredCommentJson = (id: SQL, more: SQL = sql`true`) => sql`(
  select json_object('id', comments.id, 'channelId', comments.channel_id, 'at', comments.at,
                     'isAnswered', json(iif(${isAnswered(sql`comments.id`)}, 'true', 'false')))
  from comments where comments.id = ${id} and ${more})`;

/** True if a message of a type, that is to answer a comment, comes too late for that. */
export const isSpent = (type: SQL, commentId: SQL) =>
  sql`(${commentId} is not null and ${isInPrivate(type)} and ${isAnswered(commentId)})`;

/** The columns that tell whether a message is stored as queued or as failed. */
export const queuedUnless = (isRefused: SQL, now: number) => ({
  status: sql<"queued" | "failed">`iif(${isRefused}, 'failed', 'queued')`,
  error: sql`iif(${isRefused}, ${JSON.stringify(blockError("private_reply_spent"))}, null)`,
  nextAttemptAt: sql<number | null>`iif(${isRefused}, null, ${now})`,
});
