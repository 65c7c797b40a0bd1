import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import { createdWithin } from "#db/lists/created-range";
import { pagedWhere, stopIn } from "#db/lists/page";
import { comments } from "#db/schema/comments";
import { owned, within } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { iso } from "#lib/time";
import type { Comment, CommentQuery } from "./schema";

const { workspaceId, changedBy, ...columns } = getTableColumns(comments);
type Row = Pick<typeof comments.$inferSelect, keyof typeof columns>;

export const commentToWire = (row: Row): Comment => ({
  id: row.id,
  channel_id: row.channelId,
  external_id: row.externalId,
  media_id: row.mediaId,
  parent_id: row.parentId,
  ad_id: row.adId,
  is_live: row.isLive,
  author: { id: row.authorId, username: row.authorName },
  text: row.text,
  lead_id: row.leadId,
  at: iso(row.at),
  created_at: iso(row.createdAt),
});

/** Comments, for `commentToWire`. */
export const selectComments = (scope: Scope, which: SQL | undefined) =>
  scope.db
    .select(columns)
    .from(comments)
    .where(within(scope, comments, which));

/** The filter that finds the rows by an index: of a lead, of a post, or of the workspace. */
function keyOf(scope: Scope, { lead_id: leadId, media_id: mediaId }: CommentQuery) {
  if (leadId !== undefined) return eq(comments.leadId, leadId);
  return owned(scope, comments, mediaId === undefined ? undefined : eq(comments.mediaId, mediaId));
}

export async function listComments(
  scope: Scope,
  query: CommentQuery,
  page: PageRequest,
): Promise<Page<Comment>> {
  const { channel_id: channelId, media_id: mediaId } = query;
  const created = createdWithin(scope, comments, query);
  const filter = and(
    channelId === undefined ? undefined : eq(comments.channelId, channelId),
    mediaId === undefined ? undefined : eq(comments.mediaId, mediaId),
    created.exact,
  );
  const listed = scope.db
    .select({ ...columns, stop: stopIn(filter, comments) })
    .from(comments)
    .$dynamic();
  const key = and(keyOf(scope, query), created.ids);
  const rows = await pagedWhere(listed, scope, comments, page, { key, filter });
  return cutPage(rows, page, commentToWire);
}
