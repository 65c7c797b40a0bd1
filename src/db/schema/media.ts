import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type MediaSource, mediaFailures, mediaKinds, mediaStates } from "#domain/media";
import { id, tally } from "./columns";

/**
 * The files of messages, which lie in R2: those that leads have sent, and those that were uploaded
 * to be sent. A deleted one is a tombstone until its file is gone.
 *
 * Triggers: counters.sql.
 */
export const media = sqliteTable(
  "media",
  {
    id: id(),
    workspaceId: integer().notNull(),
    /** The lead's message that it came with; null for an upload. */
    messageId: integer(),
    /** Its place among the files of the message. */
    position: integer().notNull().default(0),
    channelId: integer(),
    kind: text({ enum: mediaKinds }).notNull(),
    state: text({ enum: [...mediaStates, "deleted"] }).notNull(),
    /** Where it is fetched from, until it is stored; null for an upload. */
    source: text({ mode: "json" }).$type<MediaSource>(),
    mimeType: text(),
    filename: text(),
    size: integer(),
    failure: text({ enum: mediaFailures }),
    /** A graph has named it once: it is no single person's. */
    isShared: integer({ mode: "boolean" }).notNull().default(false),
    attempts: tally(),
    /** When a pending one is due, or when an attempt or an upload that is under way is given up. */
    nextAt: integer(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("media_workspace").on(t.workspaceId),
    uniqueIndex("media_message").on(t.messageId, t.position).where(sql`message_id is not null`),
    index("media_due").on(t.workspaceId, t.nextAt).where(sql`state = 'pending'`),
    index("media_deleted").on(t.workspaceId).where(sql`state = 'deleted'`),
  ],
);
