import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cannedTypes } from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { workspaceId } from "./access";
import { id, stamps } from "./columns";

/**
 * Messages that people send again and again. `search` holds the shortcut and every text, folded
 * for search (lib/text.ts).
 *
 * Triggers: counters.sql.
 */
export const cannedReplies = sqliteTable(
  "canned_replies",
  {
    id: id(),
    workspaceId: workspaceId(),
    shortcut: text().notNull(),
    shortcutKey: text().notNull(),
    type: text({ enum: cannedTypes }).notNull().default("text"),
    text: text(),
    /** The members beside the text, as they were given. */
    content: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    search: text().notNull(),
    /** Null for every platform. */
    platform: text({ enum: platforms }),
    ...stamps,
  },
  (t) => [uniqueIndex("canned_replies_shortcut").on(t.workspaceId, t.shortcutKey)],
);
