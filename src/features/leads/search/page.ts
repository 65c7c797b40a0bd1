import { and, type SQL, sql } from "drizzle-orm";
import { keyset } from "../../../db/page";
import { leads } from "../../../db/schema/leads";
import { within } from "../../../db/scope";
import type { Scope } from "../../../env";
import type { PageRequest } from "../../../lib/cursor";
import type { LeadFilter } from "../query";
import { overBlocks, type Walk, walkOf } from "./block-range";
import { blockRange, conditions } from "./filter";
import { searchExpression } from "./ngram-index";

/**
 * The ids of a page of leads, newest first, as a subquery. However selective the filter is, it must not read the workspace:
 * it walks whichever of these lists is short, and holds every lead it meets against the whole filter.
 *
 * - enrolled leads and tagged leads: from one to the next by a seek in an index (`skipping`);
 * - a search: the index of grams;
 * - a range: the blocks of 1,024 leads that hold matches (`overBlocks`);
 * - else the index of an equality filter, or all leads.
 */
export function pageIds(
  scope: Scope,
  filter: LeadFilter,
  page: PageRequest,
  scenarioId?: number,
): SQL {
  const { after, order, limit } = keyset(leads.id, page);
  const asked = (what: LeadFilter) => within(scope, leads, after, conditions(what));
  const walk = walkOf(page);
  const { tag_ids: tagIds, ...others } = filter;

  if (scenarioId !== undefined) {
    const next = (bound: SQL) =>
      sql`select ${walk.nearest}(lead_id) from runs where scenario_id = ${scenarioId} and lead_id ${walk.beyond} ${bound}`;
    return skipping(walk, asked(filter), limit, next);
  }
  const match = searchExpression(filter, scope.workspaceId);
  if (match) {
    const where = and(
      sql`leads_search match ${match}`,
      sql`leads_search.rowid ${walk.beyond} ${walk.start}`,
      asked(filter),
    );
    const searched = sql`leads_search cross join leads on leads.id = leads_search.rowid`;
    return sql`select leads.id from ${searched} where ${where} order by leads_search.rowid ${walk.direction} limit ${limit}`;
  }
  if (tagIds?.length) {
    const ofTag = (bound: SQL) =>
      sql`select ${walk.nearest}(lead_id) from lead_tags where tag_id = tag.value and lead_id ${walk.beyond} ${bound}`;
    const tags = sql`json_each(${JSON.stringify(tagIds)}) as tag`;
    const next = (bound: SQL) =>
      sql`select ${walk.nearest}(lead_id) from (select (${ofTag(bound)}) as lead_id from ${tags})`;
    return skipping(walk, asked(others), limit, next);
  }
  const range = blockRange(filter);
  if (range) return overBlocks(scope, leads, page, asked(filter), range);
  return sql`select id from leads where ${asked(filter)} order by ${order} limit ${limit}`;
}

/** Seeks from lead to lead, `next` selecting the nearest of the list beyond a bound, until a page of them passes the filter. */
const skipping = (walk: Walk, where: SQL, limit: number, next: (bound: SQL) => SQL) => sql`
  with recursive hit(lead_id, found) as (
    select (${next(walk.start)}), 0
    union all
    select (${next(sql`hit.lead_id`)}), found + (select count(*) from leads where leads.id = hit.lead_id and ${where})
    from hit where hit.lead_id is not null and found < ${limit}
  )
  select leads.id from hit cross join leads on leads.id = hit.lead_id where ${where} order by leads.id ${walk.direction} limit ${limit}`;
