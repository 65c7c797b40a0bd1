import { type SQL, sql } from "drizzle-orm";
import { keyset } from "#db/lists/keyset";
import { walkOf } from "#db/lists/page";
import { type List, rowsPerVisit, type Visits } from "#db/lists/walk";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import type { PageRequest } from "#lib/cursor";
import { blocksCost, visitBlocks } from "./block-range";
import type { Indexed } from "./filter";

/** Every list costs rows for its estimate. D1 takes a compound SELECT of five parts at most. */
const MAX_LISTS = 4;
/** The number of leads that an estimate reads of a list that is in the order of ids. */
const SAMPLED_LEADS = 8;

/** The leads that an index has under a condition. */
export function keyed(scope: Scope, page: PageRequest, condition?: SQL): Visits {
  const { after, order } = keyset(leads.id, page);
  const where = within(scope, leads, condition, after);
  return { ids: sql`select id from leads where ${where} order by ${order}`, rowsRead: 1 };
}

/**
 * A list with its cost (db/lists/walk.ts): the distance of its next few leads from where the page
 * starts, in ranks of the workspace. One that ends before costs nothing.
 */
export function sampled(scope: Scope, page: PageRequest, visits: Visits, rowsRead: number): List {
  const { start, direction, beyond } = walkOf(page);
  const rows = SAMPLED_LEADS * rowsPerVisit(visits, rowsRead);
  const first = sql`(
    select seq from leads where ${within(scope, leads)} and id ${beyond}= ${start}
    order by id ${direction} limit 1)`;
  const cost = (list: SQL) => sql`
    ifnull((
      select ${sql.raw(`${rows}.0`)}
        / max(abs(leads.seq - ${first}), ${sql.raw(`${SAMPLED_LEADS}`)})
      from (select id from ${list} limit 1 offset ${sql.raw(`${SAMPLED_LEADS - 1}`)}) as sample
      cross join leads on leads.id = sample.id), 0)`;
  return { ...visits, cost };
}

/** The list of a filter that has an index. */
function listOf(scope: Scope, page: PageRequest, rowsRead: number, { condition, range }: Indexed) {
  if (!range) return sampled(scope, page, keyed(scope, page, condition), rowsRead);
  const visits = visitBlocks(scope, leads, page, range);
  const perVisit = rowsPerVisit(visits, rowsRead);
  return { ...visits, cost: () => blocksCost(scope, leads, page, range, perVisit) };
}

/**
 * The lists that a page may visit: the `first` ones, and those of the filters that have indexes, a
 * range after each of the first exact values.
 */
export function someLists(
  scope: Scope,
  page: PageRequest,
  rowsRead: number,
  { first, keys, ranges }: { first: List[]; keys: Indexed[]; ranges: Indexed[] },
): List[] {
  const indexed = Array.from({ length: MAX_LISTS }, (_, index) => [keys[index], ranges[index]]);
  return [
    ...first,
    ...indexed.flat().flatMap((one) => (one ? [listOf(scope, page, rowsRead, one)] : [])),
  ].slice(0, MAX_LISTS);
}
