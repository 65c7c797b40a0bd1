import { and, type SQL, sql } from "drizzle-orm";
import { keyset } from "../../db/page";
import { leads } from "../../db/schema";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import type { PageRequest } from "../../lib/cursor";
import { blockRange, conditions, searchExpression } from "./filter";
import type { LeadFilter } from "./query";

/**
 * The ids of a page of leads, newest first, as a subquery. However selective the filter is, it must not read the workspace:
 * it walks whichever of these lists is short, and holds every lead it meets against the whole filter.
 *
 * - enrolled leads and tagged leads: from one to the next by a seek in an index (`skipping`);
 * - a search of three characters or more: the trigram index;
 * - a range: the blocks of 1,024 leads that hold matches (`overBlocks`);
 * - else the index of an equality filter, or all leads.
 */
export function pageIds(scope: Scope, filter: LeadFilter, page: PageRequest, scenarioId?: number): SQL {
  const { after, order, limit } = keyset(leads.id, page);
  const where = within(scope, leads, after, ...conditions(filter));
  const walk = walkOf(page);
  if (scenarioId !== undefined) {
    return skipping(
      walk,
      where,
      limit,
      (bound) => sql`select ${walk.nearest}(lead_id) from runs where scenario_id = ${scenarioId} and lead_id ${walk.beyond} ${bound}`,
    );
  }
  const match = searchExpression(filter, scope.workspaceId);
  if (match) {
    const found = and(sql`leads_search match ${match}`, sql`leads_search.rowid ${walk.beyond} ${walk.start}`, where);
    return sql`select leads.id from leads_search cross join leads on leads.id = leads_search.rowid where ${found} order by leads_search.rowid ${walk.direction} limit ${limit}`;
  }
  if (filter.tag_ids?.length) {
    const tags = sql`json_each(${JSON.stringify(filter.tag_ids)}) as tag`;
    const next = (bound: SQL) =>
      sql`select ${walk.nearest}(lead_id) from lead_tags where tag_id = tag.value and lead_id ${walk.beyond} ${bound}`;
    return skipping(
      walk,
      where,
      limit,
      (bound) => sql`select ${walk.nearest}(lead_id) from (select (${next(bound)}) as lead_id from ${tags})`,
    );
  }
  const range = blockRange(filter);
  if (range) return overBlocks(scope, walk, where, order, limit, range);
  return sql`select id from leads where ${where} order by ${order} limit ${limit}`;
}

type Walk = { start: SQL; direction: SQL; beyond: SQL; nearest: SQL };

const walkOf = ({ cursor }: PageRequest): Walk =>
  cursor?.direction === "prev"
    ? { start: sql`${cursor.id}`, direction: sql`asc`, beyond: sql`>`, nearest: sql`min` }
    : { start: sql`${cursor?.id ?? Number.MAX_SAFE_INTEGER}`, direction: sql`desc`, beyond: sql`<`, nearest: sql`max` };

/** Seeks from lead to lead: `next` selects the nearest lead of the list beyond a bound. The LIMIT ends the recursion. */
const skipping = ({ start }: Walk, where: SQL, limit: number, next: (bound: SQL) => SQL) => sql`
  with recursive hit(id) as (
    select (${next(start)})
    union all
    select (${next(sql`hit.id`)}) from hit where hit.id is not null
  )
  select leads.id from hit cross join leads on leads.id = hit.id where ${where} limit ${limit}`;

/**
 * Walks the workspace's blocks from the cursor on, counting matches by an index over (block, value), until a page is full; then
 * reads the matches of those blocks. A block without a match costs one seek, so no distribution of values makes a page dear.
 */
function overBlocks(scope: Scope, walk: Walk, where: SQL, order: SQL, limit: number, { column, index }: { column: SQL; index: SQL }) {
  const indexed = sql`leads indexed by ${index}`;
  const first = sql`select block from leads where ${within(scope, leads)} and id ${walk.beyond}= ${walk.start} order by id ${walk.direction} limit 1`;
  const next = sql`select ${walk.nearest}(block) from ${indexed} where ${within(scope, leads)} and ${column} is not null and block ${walk.beyond} walk.block`;
  const matches = sql`select count(*) from (select 1 from ${indexed} where ${where} and block = walk.block limit ${limit})`;
  return sql`
    with recursive walk(block, found) as (
      select (${first}), 0
      union all
      select (${next}), found + (${matches}) from walk where block is not null and found < ${limit}
    )
    select id from ${indexed} where ${where} and block in (select block from walk where found < ${limit}) order by ${order} limit ${limit}`;
}
