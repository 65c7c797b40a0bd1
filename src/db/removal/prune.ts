import { type SQL, sql } from "drizzle-orm";
import { skipScan } from "../lists/skip-scan";
import type { Owned } from "../scope/within";

/**
 * Selects the keys of at most `limit` rows of all workspaces that are older than `before`, in
 * milliseconds, and meet the condition: of a table whose ids begin with their time (`timedId` in
 * schema/columns.ts). No index has the rows of all workspaces in the order of time, so it looks at
 * each workspace.
 */
export const oldRows = (table: Owned, before: SQL, limit: number, condition = sql`true`) => sql`
  ${skipScan({
    first: sql`select min(workspace_id) from ${table}`,
    next: (position) =>
      sql`select min(workspace_id) from ${table} where workspace_id > ${position}`,
  })}
  select ${table.workspaceId}, ${table.id}
  from scan cross join ${table}
    on ${table.workspaceId} = scan.position and ${table.id} < ${before} * 1000
  where ${condition}
  limit ${limit}`;
