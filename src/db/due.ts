import { type SQL, sql } from "drizzle-orm";
import type { Due } from "../domain/wake";
import { hasDueRuns } from "./runs";

/** Whether a workspace has analyses whose turn has come. */
const hasDueAnalyses = (workspaceId: number | SQL) =>
  sql`exists (select 1 from analyses where workspace_id = ${workspaceId} and next_at <= ${Date.now()})`;

/** What of a workspace is due, as `Due` of lib/wake.ts: columns of a SELECT. */
const dueColumns = (
  workspaceId: number | SQL,
) => sql`${workspaceId} as workspaceId, ${hasDueRuns(workspaceId)} as runs, ${hasDueAnalyses(workspaceId)} as analyses,
  (select json_group_array(id) from webhook_endpoints where workspace_id = ${workspaceId} and next_at <= ${Date.now()}) as endpoints`;

/** What of a workspace is due. */
export const dueIn = (workspaceId: number) => sql<Due>`select ${dueColumns(workspaceId)}`;

/** What is due of the workspace that the row `id` of `table` belongs to. */
export const dueWith = (table: "channels" | "short_links" | "webhook_endpoints", id: number) =>
  sql<Due>`select ${dueColumns(sql`owner.workspace_id`)} from ${sql.raw(table)} as owner where owner.id = ${id}`;

/**
 * Where rows are due, as `id`, by the index of `table` that starts with `key`: goes from one to the next, however many rows wait in each.
 * `waiting` is the index's own condition, `due` what is asked of a row.
 */
export const ownersOf = (
  table: "messages" | "runs" | "analyses",
  key: string,
  waiting: SQL,
  due: SQL,
  limit: number,
) => {
  const [from, column] = [sql.raw(table), sql.raw(key)];
  return sql`with recursive owner(id) as (
    select min(${column}) from ${from} where ${waiting}
    union all select (select min(${column}) from ${from} where ${waiting} and ${column} > owner.id) from owner where owner.id is not null)
    select id from owner where id is not null and exists (select 1 from ${from} where ${column} = owner.id and ${waiting} and ${due})
    order by random() limit ${limit}`;
};
