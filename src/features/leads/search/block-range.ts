import { type SQL, sql } from "drizzle-orm";
import { keyset } from "#db/lists/keyset";
import { walkOf } from "#db/lists/page";
import { skipScan } from "#db/lists/skip-scan";
import type { Visits } from "#db/lists/walk";
import { type Owned, owned, within } from "#db/scope/scope";
import type { Scope } from "#env";
import type { PageRequest } from "#lib/cursor";

/**
 * A column that a range filter names, the index that holds it by workspace and block, and the
 * condition on it.
 */
export type BlockRange = { column: SQL; index: SQL; within: SQL | undefined };

/** The parts that both walks over blocks are made of. */
function blocksOf(scope: Scope, table: Owned, page: PageRequest, { column, index }: BlockRange) {
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
  return { indexed, first, next };
}

/**
 * The rows in the range, block by block, for a page that checks further filters on them. D1 counts
 * about three rows for each; five allow for the rest of the first and the last block.
 */
export function visitBlocks(
  scope: Scope,
  table: Owned,
  page: PageRequest,
  range: BlockRange,
): Visits {
  const { after, order } = keyset(table.id, page);
  const { indexed, first, next } = blocksOf(scope, table, page, range);
  const inBlock = within(scope, table, range.within, after);
  const rowsRead = 5;
  const ids = sql`
    ${skipScan({ first, next })}
    select candidate.value as id from scan cross join json_each((
      select json_group_array(id) from (
        select id from ${indexed}
        where ${inBlock} and block = scan.position
        order by ${order}))) as candidate
    where scan.position is not null`;
  return { ids, rowsRead };
}

const BLOCK_RANKS = 1_024;
/**
 * The number of blocks that an estimate looks at, and of rows in each: a fuller block counts as
 * full.
 */
const SAMPLED_BLOCKS = 4;
const SAMPLED_MATCHES = 32;
/** About how many rows D1 counts for a block without matches. */
const ROWS_PER_BLOCK = 6;

/**
 * The cost (db/lists/walk.ts) of visiting the rows in the range, by the next few blocks. A range
 * that many rows are in costs most: all rows of a block are read before the first one is visited.
 */
export function blocksCost(
  scope: Scope,
  table: Owned,
  page: PageRequest,
  range: BlockRange,
  rowsPerVisit: number,
) {
  const { indexed, first, next } = blocksOf(scope, table, page, range);
  const where = owned(scope, table, range.within);
  const most = sql.raw(`${SAMPLED_MATCHES}`);
  const matches = (block: SQL) => sql`
    select iif(count(*) = ${most}, ${sql.raw(`${BLOCK_RANKS}`)}, count(*)) from (
      select 1 from ${indexed} where ${where} and block = ${block} limit ${most})`;
  const rows = `${ROWS_PER_BLOCK} * blocks + ${rowsPerVisit} * found`;
  const until = { matches, limit: SAMPLED_MATCHES };
  return sql`
    ${skipScan({ first, next, until, most: SAMPLED_BLOCKS })}
    select ${sql.raw(`(${rows}) / (${BLOCK_RANKS}.0 * blocks)`)}
    from (select max(found) as found, count(*) - 1 as blocks from scan)`;
}

/**
 * The ids of a page of a table whose rows have a `block`, as a subquery like `matching`. From the
 * cursor on, counts the matches of each block of the workspace in an index over (block, value)
 * until a page is full; then reads the matches of those blocks. A block without a match costs one
 * seek, so that a page is cheap however the values are distributed.
 */
export function overBlocks(scope: Scope, table: Owned, page: PageRequest, range: BlockRange) {
  const { after, order, limit } = keyset(table.id, page);
  const { indexed, first, next } = blocksOf(scope, table, page, range);
  const where = within(scope, table, range.within, after);
  const matches = (block: SQL) => sql`
    select count(*) from (
      select 1 from ${indexed} where ${where} and block = ${block} limit ${limit})`;
  return sql`
    ${skipScan({ first, next, until: { matches, limit } })}
    select id as row_id, 0 as stop from ${indexed}
    where ${where} and block in (select position from scan where found < ${limit})
    order by ${order}
    limit ${limit}`;
}
