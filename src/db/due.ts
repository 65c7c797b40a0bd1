import { type SQL, sql } from "drizzle-orm";
import type { Due } from "../domain/wake";
import { hasDueRuns } from "./runs";
import { analyses } from "./schema/analysis";
import { webhookEndpoints } from "./schema/events";
import { within } from "./within";

const isDue = () => sql`next_at <= ${Date.now()}`;

const hasDueAnalyses = (workspaceId: number | SQL) =>
  sql`exists (select 1 from analyses
              where ${within({ workspaceId }, analyses, isDue())})`;

const dueEndpoints = (workspaceId: number | SQL) =>
  sql`(select json_group_array(id) from webhook_endpoints
       where ${within({ workspaceId }, webhookEndpoints, isDue())})`;

/** The columns of a `Due` (domain/wake.ts). */
const dueColumns = (workspaceId: number | SQL) => sql`
  ${workspaceId} as workspaceId,
  ${hasDueRuns(workspaceId)} as runs,
  ${hasDueAnalyses(workspaceId)} as analyses,
  ${dueEndpoints(workspaceId)} as endpoints`;

/** Selects the due work of a workspace. */
export const dueIn = (workspaceId: number) => sql<Due>`select ${dueColumns(workspaceId)}`;

/** Selects the due work of the workspace that owns the row `id` of `table`. */
export const dueWith = (table: "channels" | "short_links" | "webhook_endpoints", id: number) =>
  sql<Due>`
    select ${dueColumns(sql`owner.workspace_id`)}
    from ${sql.raw(table)} as owner where owner.id = ${id}`;

/**
 * Selects the owners of due rows as `id`: values of the column `key` of `table`. A skip scan over
 * an index that starts with `key` goes from one owner to the next, however many rows each has.
 * `waiting` is the condition of that partial index; `due` selects the due rows in it.
 */
export const ownersOf = (
  table: "messages" | "runs" | "analyses",
  key: string,
  waiting: SQL,
  due: SQL,
  limit: number,
) => {
  const [from, column] = [sql.raw(table), sql.raw(key)];
  return sql<{ id: number }>`
    with recursive owner(id) as (
      select min(${column}) from ${from} where ${waiting}
      union all
      select (select min(${column}) from ${from} where ${waiting} and ${column} > owner.id)
      from owner where owner.id is not null
    )
    select id from owner
    where id is not null
      and exists (select 1 from ${from} where ${column} = owner.id and ${waiting} and ${due})
    order by random() limit ${limit}`;
};
