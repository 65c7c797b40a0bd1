import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { present } from "./present";

/** A table whose rows belong to workspaces. */
export type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/**
 * The WHERE of every query on a workspace's table: its workspace, no deleted parent, and further
 * conditions. In a subquery, the workspace may be a column of the outer query.
 */
export const within = (
  scope: { workspaceId: number | SQL },
  table: { workspaceId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
): SQL => owned(scope, table, ...conditions, present(table));

/**
 * As `within`, but rows behind a deleted parent count as well: for walks, which check `present` on
 * each row that they visit, and where the parent is known to exist.
 */
export const owned = (
  { workspaceId }: { workspaceId: number | SQL },
  table: { workspaceId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
): SQL => {
  const isOwned = eq(table.workspaceId, workspaceId);
  return and(isOwned, ...conditions) ?? isOwned;
};
