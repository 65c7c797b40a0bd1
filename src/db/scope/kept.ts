import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { workspaceRemovals } from "../schema/removals";
import { owned } from "./within";

/**
 * True if a workspace was not deleted, for statements that do not come from its own token. D1
 * counts no row for this while none was.
 */
export const isWorkspaceKept = (workspaceId: number | SQL | SQLiteColumn) => sql`not exists (
  select 1 from ${workspaceRemovals}
  where ${owned({ workspaceId: sql`${workspaceId}` }, workspaceRemovals)})`;

/** In the directory: whether the rows of a workspace are in another database. */
export const isElsewhere = (workspaceId: number | SQL) => sql`exists (
  select 1 from workspaces as place
  where place.id = ${workspaceId} and place.copied_version is not null)`;
