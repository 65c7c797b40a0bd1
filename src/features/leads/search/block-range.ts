import { type SQL, sql } from "drizzle-orm";
import { keyset } from "../../../db/page";
import { type Owned, within } from "../../../db/scope";
import type { Scope } from "../../../env";
import type { PageRequest } from "../../../lib/cursor";

/** How a page is walked in SQL: from where, which way, and by which comparison and aggregate to the next. */
export type Walk = { start: SQL; direction: SQL; beyond: SQL; nearest: SQL };

/** Bound numbers arrive as reals, by which FTS5 does not seek: hence the casts. */
export const walkOf = ({ cursor }: PageRequest): Walk =>
  cursor?.direction === "prev"
    ? {
        start: sql`cast(${cursor.id} as integer)`,
        direction: sql`asc`,
        beyond: sql`>`,
        nearest: sql`min`,
      }
    : {
        start: sql`cast(${cursor?.id ?? Number.MAX_SAFE_INTEGER} as integer)`,
        direction: sql`desc`,
        beyond: sql`<`,
        nearest: sql`max`,
      };

/** A column that ranges are asked of, and the index that holds it by workspace and block. */
type BlockRange = { column: SQL; index: SQL };

/**
 * The ids of a page of a table whose rows have a `block`, as a subquery. Walks the workspace's blocks from the cursor on, counting
 * matches by an index over (block, value), until a page is full; then reads the matches of those blocks. A block without a match costs
 * one seek, so no distribution of values makes a page dear.
 */
export function overBlocks(
  scope: Scope,
  table: Owned,
  page: PageRequest,
  where: SQL,
  { column, index }: BlockRange,
) {
  const { order, limit } = keyset(table.id, page);
  const walk = walkOf(page);
  const indexed = sql`${table} indexed by ${index}`;
  const first = sql`select block from ${table} where ${within(scope, table)} and id ${walk.beyond}= ${walk.start} order by id ${walk.direction} limit 1`;
  const next = sql`select ${walk.nearest}(block) from ${indexed} where ${within(scope, table)} and ${column} is not null and block ${walk.beyond} walk.block`;
  const matches = sql`select count(*) from (select 1 from ${indexed} where ${where} and block = walk.block limit ${limit})`;
  return sql`
    with recursive walk(block, found) as (
      select (${first}), 0
      union all
      select (${next}), found + (${matches}) from walk where block is not null and found < ${limit}
    )
    select id from ${indexed} where ${where} and block in (select block from walk where found < ${limit}) order by ${order} limit ${limit}`;
}
