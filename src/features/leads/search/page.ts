import { and, type SQL, sql } from "drizzle-orm";
import { walkOf } from "#db/lists/page";
import { matching, matchingCheapest, ownEqual, type Visits } from "#db/lists/walk";
import { runs } from "#db/schema/automation";
import { importedLeads } from "#db/schema/imports";
import { leads, tags } from "#db/schema/leads";
import { present, removedRunsOf } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { CHUNK_LEADS } from "#domain/imports";
import type { Scope } from "#env";
import type { PageRequest } from "#lib/cursor";
import { overBlocks } from "./block-range";
import {
  conditions,
  identityKeys,
  indexedFilters,
  isImpossible,
  rowsOf,
  taggedWith,
} from "./filter";
import { keyed, sampled, someLists } from "./lists";
import { searchExpression } from "./ngram-index";
import type { LeadFilter } from "./query";

/**
 * The ids of a page of leads, newest first, as a subquery with `row_id` and `stop`
 * (db/lists/walk.ts). The page visits the leads of a list, a bounded number of them, and checks
 * each against the other filters.
 *
 * - an identity: the unique indexes of what it may be;
 * - leads of a scenario: their index, of the workspace's own scenario only;
 * - a search: the n-gram index;
 * - the leads of an import: the ranges of their ids;
 * - tagged leads: their index, of the workspace's own tags only;
 * - an equality filter: its index;
 * - a range: the blocks of 1,024 leads that hold matches (block-range.ts);
 * - else all leads.
 *
 * Of the last five, which a filter may have several of, the page visits the one that seems to be
 * shortest from its cursor on.
 */
export function pageIds(
  scope: Scope,
  filter: LeadFilter,
  page: PageRequest,
  scenarioId?: number,
): SQL {
  const rowsRead = rowsOf(scope, filter);
  const of = (visits: Visits, ...more: SQL[]) =>
    matching(
      leads,
      within(scope, leads, conditions(scope, filter), ...more),
      visits,
      page,
      rowsRead,
    );

  if (isImpossible(filter))
    return sql`select id as row_id, 0 as stop from leads where ${within(scope, leads, sql`false`)}`;
  if (filter.identity) return of(identified(scope, page, filter.identity, scenarioId));
  if (scenarioId !== undefined) return of(enrolled(scope, page, scenarioId), hasRun(scenarioId));
  return listed(scope, filter, page);
}

/** The ids of a page of the leads that the filter's indexes find. */
function listed(scope: Scope, filter: LeadFilter, page: PageRequest): SQL {
  const { tag_ids: tagIds, ...untagged } = filter;
  const match = searchExpression(scope, filter);
  const { keys, ranges } = indexedFilters(scope, filter);
  const alone = [...keys, ...ranges].find(({ isAlone }) => isAlone);
  if (alone?.range) return overBlocks(scope, leads, page, alone.range);
  if (alone || conditions(scope, filter) === undefined) {
    const { ids } = keyed(scope, page, alone?.condition);
    return sql`select id as row_id, 0 as stop from (${ids} limit ${page.perPage + 1})`;
  }

  const rowsRead = rowsOf(scope, filter);
  const search = match && sampled(scope, page, found(page, match), rowsRead);
  const tags = tagIds?.length && sampled(scope, page, tagged(scope, page, tagIds), rowsRead);
  const ofImport =
    filter.import_id !== undefined &&
    sampled(scope, page, imported(scope, page, filter.import_id), rowsRead);
  const first = [search, ofImport, tags].flatMap((list) => list || []);
  const lists = someLists(scope, page, rowsRead, { first, keys, ranges });
  const where = (tagCondition?: SQL) =>
    within(scope, leads, conditions(scope, untagged), tagCondition);
  const isTagged = tagIds && taggedWith(tagIds);
  const [only = keyed(scope, page), ...others] = lists;
  if (others.length === 0)
    return matching(leads, where(tags ? undefined : isTagged), only, page, rowsOf(scope, untagged));
  return matchingCheapest(
    leads,
    (isVisited) => where(tags ? sql`(${isVisited(tags)} or ${isTagged})` : isTagged),
    lists,
    page,
    rowsRead,
  );
}

/** True if not all of the lead's runs in the scenario are deleted. */
const hasRun = (scenarioId: number) => sql`(
  not exists (select 1 from removals where kind = 'runs' and parent_id = ${scenarioId})
  or exists (
    select 1 from runs
    where scenario_id = ${scenarioId} and runs.lead_id = leads.id
      and runs.id > ${removedRunsOf(scenarioId, sql`leads.id`)}))`;

/** The leads with an identity, three at most: those that are enrolled in the scenario, if any. */
function identified(
  scope: Scope,
  page: PageRequest,
  identity: string,
  scenarioId?: number,
): Visits {
  const { start, beyond, direction } = walkOf(page);
  const isEnrolled =
    scenarioId === undefined
      ? undefined
      : sql`exists (select 1 from runs where scenario_id = ${scenarioId} and lead_id = leads.id
            and ${present(runs)})`;
  const found = identityKeys(scope, identity).map(
    ([column, key]) => sql`
      select id from leads where ${within(scope, leads, sql`${column} = ${key}`, isEnrolled)}`,
  );
  const ids = sql`
    select id from (${sql.join(found, sql` union `)})
    where id ${beyond} ${start} order by id ${direction}`;
  return { ids, rowsRead: 3 };
}

/** The leads with runs in a scenario of the workspace, once for each run. */
function enrolled(scope: Scope, page: PageRequest, scenarioId: number): Visits {
  const { start, beyond, direction } = walkOf(page);
  const ids = sql`
    select lead_id as id from runs
    where ${ownEqual(scope, runs, runs.scenarioId, scenarioId)}
      and lead_id ${beyond} ${start}
    order by lead_id ${direction}`;
  return { ids, rowsRead: 1 };
}

/**
 * The leads with tags of the workspace, once for each tag. SQLite keeps the queue of a recursive
 * SELECT in order: the nearest lead of all tags leaves the queue, and the next lead of the same tag
 * enters it.
 */
function tagged(scope: Scope, page: PageRequest, tagIds: number[]): Visits {
  const { start, beyond, direction, nearest } = walkOf(page);
  const next = (tagId: SQL, leadId: SQL) => sql`(
    select ${nearest}(lead_id) from lead_tags
    where tag_id = ${tagId} and lead_id ${beyond} ${leadId})`;
  const isRequested = sql`${tags.id} in (
    select value from json_each(${JSON.stringify(tagIds)}))`;
  const ids = sql`
    with recursive merged (lead_id, tag_id) as (
      select ${next(sql`tags.id`, start)}, tags.id
      from tags not indexed where ${within(scope, tags, isRequested)}
      union all
      select ${next(sql`merged.tag_id`, sql`merged.lead_id`)}, merged.tag_id
      from merged where merged.lead_id is not null
      order by 1 ${direction}
    )
    select lead_id as id from merged where lead_id is not null`;
  return { ids, rowsRead: 2 };
}

/**
 * The leads in the ranges of ids that an import has created, of which each is of one chunk. A range
 * whose leads are gone counts as a visit, of the workspace's next lead.
 */
function imported(scope: Scope, page: PageRequest, importId: number): Visits {
  const { start, beyond, direction, nearest } = walkOf(page);
  const last = sql`imported_leads.first_id + imported_leads.count - 1`;
  const first = sql`imported_leads.first_id`;
  const [end, isBeyond] =
    page.cursor?.direction === "prev"
      ? [last, sql`${first} > ${start} - ${CHUNK_LEADS} and ${last} > ${start}`]
      : [first, sql`${first} < ${start}`];
  const next = sql`(
    select ${nearest}(leads.id) from leads
    where ${within(scope, leads, sql`leads.id ${beyond} ${end}`)})`;
  const isOf = within(scope, importedLeads, sql`imported_leads.import_id = ${importId}`, isBeyond);
  const isIn = sql`leads.id between imported_leads.first_id and ${last}`;
  const ids = sql`
    select ifnull(leads.id, ${next}) as id from imported_leads
      left join leads on ${isIn} and leads.id ${beyond} ${start}
    where ${isOf}
    order by imported_leads.first_id ${direction}, leads.id ${direction}`;
  return { ids, rowsRead: 3 };
}

/** The leads that have all n-grams of the searches. */
function found(page: PageRequest, match: string): Visits {
  const { start, beyond, direction } = walkOf(page);
  const inIndex = and(sql`leads_search match ${match}`, sql`leads_search.rowid ${beyond} ${start}`);
  const ids = sql`
    select leads_search.rowid as id from leads_search
    where ${inIndex} order by leads_search.rowid ${direction}`;
  return { ids, rowsRead: 1 };
}
