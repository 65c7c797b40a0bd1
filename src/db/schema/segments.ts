import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workspaceId } from "./access";
import { id, stamps } from "./columns";

/**
 * Filters of leads that are kept by a name.
 *
 * Triggers: counters.sql.
 */
export const segments = sqliteTable(
  "segments",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    nameKey: text().notNull(),
    filter: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The tags of the filter that were deleted: the segment finds nobody until it is replaced. */
    missingTagIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    ...stamps,
  },
  (t) => [
    uniqueIndex("segments_name").on(t.workspaceId, t.nameKey),
    index("segments_workspace").on(t.workspaceId),
  ],
);
