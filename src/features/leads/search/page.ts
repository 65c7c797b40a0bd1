import { and, type SQL, sql } from "drizzle-orm";
import { keyset, type Walk, walkOf } from "../../../db/page";
import { leads } from "../../../db/schema/leads";
import { within } from "../../../db/scope";
import { skipScan } from "../../../db/skip-scan";
import type { Scope } from "../../../env";
import type { PageRequest } from "../../../lib/cursor";
import { overBlocks } from "./block-range";
import { blockRange, conditions } from "./filter";
import { searchExpression } from "./ngram-index";
import type { LeadFilter } from "./query";

/**
 * The ids of a page of leads, newest first, as a subquery. However selective the filter is, the
 * page must not read the whole workspace: it walks the list below that is likely to be short, and
 * checks every lead on it against the whole filter.
 *
 * - leads of a scenario and tagged leads: a skip scan of an index;
 * - a search: the n-gram index;
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
  const matching = (asked: LeadFilter) => within(scope, leads, after, conditions(asked));
  const walk = walkOf(page);
  const { tag_ids: tagIds, ...others } = filter;

  if (scenarioId !== undefined)
    return scanned(walk, enrolledBeyond(walk, scenarioId), matching(filter), limit);
  const match = searchExpression(filter, scope.workspaceId);
  if (match) return searched(walk, match, matching(filter), limit);
  if (tagIds?.length) return scanned(walk, taggedBeyond(walk, tagIds), matching(others), limit);
  const range = blockRange(filter);
  if (range) return overBlocks(scope, leads, page, matching(filter), range);
  return sql`select id from leads where ${matching(filter)} order by ${order} limit ${limit}`;
}

/** Selects the nearest lead beyond another. */
type Next = (leadId: SQL) => SQL;

const enrolledBeyond =
  ({ nearest, beyond }: Walk, scenarioId: number): Next =>
  (leadId) =>
    sql`
    select ${nearest}(lead_id) from runs
    where scenario_id = ${scenarioId} and lead_id ${beyond} ${leadId}`;

const taggedBeyond =
  ({ nearest, beyond }: Walk, tagIds: number[]): Next =>
  (leadId) => {
    const ofTag = sql`
      select ${nearest}(lead_id) from lead_tags
      where tag_id = tag.value and lead_id ${beyond} ${leadId}`;
    return sql`
      select ${nearest}(lead_id) from (
        select (${ofTag}) as lead_id from json_each(${JSON.stringify(tagIds)}) as tag)`;
  };

/** Goes from lead to lead by `next`, until a page of them matches. */
function scanned({ start, direction }: Walk, next: Next, where: SQL, limit: number) {
  const matches = (leadId: SQL) =>
    sql`select count(*) from leads where leads.id = ${leadId} and ${where}`;
  return sql`
    ${skipScan({ first: next(start), next, until: { matches, limit } })}
    select leads.id from scan cross join leads on leads.id = scan.position
    where ${where}
    order by leads.id ${direction}
    limit ${limit}`;
}

const searched = ({ start, direction, beyond }: Walk, match: string, where: SQL, limit: number) => {
  const found = and(
    sql`leads_search match ${match}`,
    sql`leads_search.rowid ${beyond} ${start}`,
    where,
  );
  return sql`
    select leads.id from leads_search cross join leads on leads.id = leads_search.rowid
    where ${found}
    order by leads_search.rowid ${direction}
    limit ${limit}`;
};
