import { type SQL, sql } from "drizzle-orm";
import { keyset, walkOf } from "../../../db/page";
import { type Owned, within } from "../../../db/scope";
import { skipScan } from "../../../db/skip-scan";
import type { Scope } from "../../../env";
import type { PageRequest } from "../../../lib/cursor";

/** A column that a range filter names, and the index that holds it by workspace and block. */
type BlockRange = { column: SQL; index: SQL };

/**
 * The ids of a page of a table whose rows have a `block`, as a subquery. From the cursor on, counts
 * the matches of each block of the workspace in an index over (block, value) until a page is full;
 * then reads the matches of those blocks. A block without a match costs one seek, so that a page is
 * cheap however the values are distributed.
 */
export function overBlocks(
  scope: Scope,
  table: Owned,
  page: PageRequest,
  where: SQL,
  { column, index }: BlockRange,
) {
  const { order, limit } = keyset(table.id, page);
  const { start, direction, beyond, nearest } = walkOf(page);
  const indexed = sql`${table} indexed by ${index}`;
  const first = sql`
    select block from ${table}
    where ${within(scope, table)} and id ${beyond}= ${start}
    order by id ${direction}
    limit 1`;
  const next = (block: SQL) => sql`
    select ${nearest}(block) from ${indexed}
    where ${within(scope, table)} and ${column} is not null and block ${beyond} ${block}`;
  const matches = (block: SQL) => sql`
    select count(*) from (
      select 1 from ${indexed} where ${where} and block = ${block} limit ${limit})`;
  return sql`
    ${skipScan({ first, next, until: { matches, limit } })}
    select id from ${indexed}
    where ${where} and block in (select position from scan where found < ${limit})
    order by ${order}
    limit ${limit}`;
}
