import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { platforms } from "#domain/platforms";
import { workspaceId } from "./access";
import { id, stamps } from "./columns";

/**
 * Texts that people send again and again. `search` is folded for search (lib/text.ts).
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
    text: text().notNull(),
    search: text().notNull(),
    /** Null for every platform. */
    platform: text({ enum: platforms }),
    ...stamps,
  },
  (t) => [uniqueIndex("canned_replies_shortcut").on(t.workspaceId, t.shortcutKey)],
);
