import { type SQL, sql } from "drizzle-orm";
import type { PageRequest } from "#lib/cursor";
import type { Owned } from "../scope/scope";
import { keyset } from "./keyset";

/**
 * Ends a page of ids (walk.ts) behind the row with which `bytes` of its rows come to the page's
 * bound, if it has one. SQLite knows how long a value is without reading it.
 */
export function endedByBytes(ids: SQL, table: Owned, bytes: SQL, page: PageRequest): SQL {
  const { maxBytes } = page;
  if (maxBytes === undefined) return ids;
  const inOrder = sql`order by ${keyset(sql`row_id`, page).order}, stop`;
  const bytesUpTo = (preceding: SQL) => sql`ifnull(sum(bytes) over (
    ${inOrder} rows between unbounded preceding and ${preceding} preceding), 0)`;
  return sql`
    select iif(before > ${maxBytes}, previous, row_id) as row_id,
           iif(before > ${maxBytes}, 1, stop) as stop
    from (
      select row_id, stop, lag(row_id) over (${inOrder}) as previous,
             ${bytesUpTo(sql`1`)} as before, ${bytesUpTo(sql`2`)} as before_previous
      from (
        select row_id, stop, ${bytes} as bytes
        from (${ids}) as listed cross join ${table} on ${table.id} = listed.row_id))
    where before_previous <= ${maxBytes}`;
}
