import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Scope } from "../env";

/** A table whose rows belong to workspaces. */
export type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/** The WHERE of every query on a workspace's table: its workspace, and further conditions. */
export const within = (
  { workspaceId }: Pick<Scope, "workspaceId">,
  table: { workspaceId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
): SQL => {
  const isOwned = eq(table.workspaceId, workspaceId);
  return and(isOwned, ...conditions) ?? isOwned;
};
