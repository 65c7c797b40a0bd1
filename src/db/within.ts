import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A table whose rows belong to workspaces. */
export type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/**
 * The WHERE of every query on a workspace's table: its workspace, and further conditions. In a
 * subquery, the workspace may be a column of the outer query.
 */
export const within = (
  { workspaceId }: { workspaceId: number | SQL },
  table: { workspaceId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
): SQL => {
  const isOwned = eq(table.workspaceId, workspaceId);
  return and(isOwned, ...conditions) ?? isOwned;
};
