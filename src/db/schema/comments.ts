import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workspaceId } from "./access";
import { changedBy, id } from "./columns";

/**
 * The comments that people write under posts, of workspaces with triggers that react to them. Those
 * of people who are no leads go after 8 days. A comment is the lead's that has its author's id.
 *
 * Triggers: events_comment (events.sql); counters.sql; comments_parent (removals.sql).
 */
export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    workspaceId: workspaceId(),
    /** Kept when the channel is deleted. */
    channelId: integer().notNull(),
    /** The platform's id of the comment. */
    externalId: text().notNull(),
    /** The post: of an ad, the one that it advertises. */
    mediaId: text().notNull(),
    /** The comment to which it replies. */
    parentId: text(),
    adId: text(),
    isLive: integer({ mode: "boolean" }).notNull(),
    /** The author's id on the platform, and the name of their account. */
    authorId: text().notNull(),
    authorName: text(),
    /** The keyed hash by which suppressions know the author. */
    authorHash: text(),
    text: text(),
    /** By the platform's clock. */
    at: integer().notNull(),
    leadId: integer(),
    changedBy: changedBy(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("comments_workspace").on(t.workspaceId),
    index("comments_lead").on(t.leadId).where(sql`lead_id is not null`),
    index("comments_media").on(t.workspaceId, t.mediaId),
    index("comments_author").on(t.workspaceId, t.authorId).where(sql`lead_id is null`),
    index("comments_created").on(t.createdAt).where(sql`lead_id is null`),
    uniqueIndex("comments_external_id").on(t.channelId, t.externalId),
  ],
);
