import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { leads } from "#db/schema/leads";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { pauseAfter } from "#lib/chunks";
import { found } from "#lib/problem";
import { pageIds } from "../search/page";
import type { LeadFilter } from "../search/query";
import { findFilter } from "./filter";
import type { SegmentCount } from "./schema";

/**
 * From how many leads on a count is an estimate, how many pages are walked for it at most, and how
 * many leads each has: it reads 15,000 rows at most (db/lists/walk.ts).
 */
type Bounds = { exact: number; pages: number; perPage: number };
const BOUNDS: Bounds = { exact: 10_000, pages: 20, perPage: 5_000 };

/** At how many places the leads that are left are sampled. */
const SAMPLES = 4;

type Walked = { found: number; last: number | null; isWhole: 0 | 1 };

/** Counts the leads of a page below an id. `last` is where the walk has ended. */
const walk = (scope: Scope, filter: LeadFilter, below: number | null, perPage: number) => {
  const cursor = below === null ? null : ({ id: below, direction: "next" } as const);
  const ids = pageIds(scope, filter, { cursor, perPage });
  return sql<Walked>`
    select count(iif(stop = 0, 1, null)) as found, min(row_id) as last,
      count(iif(stop = 0, 1, null)) <= ${perPage} and ifnull(max(stop), 0) = 0 as isWhole
    from (${ids})`;
};

/** Counts the leads of a segment: as long as there are few, each of them. */
export async function countSegment(
  scope: Scope,
  segmentId: number,
  { exact, pages, perPage } = BOUNDS,
): Promise<SegmentCount> {
  const filter = await findFilter(scope, segmentId);
  let count = 0;
  let below: number | null = null;
  for (let left = pages; left > 0 && count < exact; left--) {
    const read = () => readBatch(scope, { page: walk(scope, filter, below, perPage) });
    const page: Walked = found((await pauseAfter(read)).page[0]);
    count += page.found;
    if (page.isWhole || page.last === null) return { count, exact: true };
    below = page.last;
  }
  const others = await estimateBelow(scope, filter, below ?? 0, perPage);
  return { count: count + others, exact: false };
}

/** The lead below an id that is next to it, and the oldest one: their ids and ranks. */
const selectEnds = (scope: Scope, below: number) => {
  const end = (order: SQL) => sql`
    select id, seq from leads
    where ${within(scope, leads, sql`id < ${below}`)} order by id ${order} limit 1`;
  return sql<{ id: number; seq: number }>`
    select * from (${end(sql`desc`)}) union all select * from (${end(sql`asc`)})`;
};

/** The rank of a lead, or of the next one below. */
const rankAt = (scope: Scope, id: number) => sql<{ seq: number }>`
  select seq from leads where ${within(scope, leads, sql`id <= ${id}`)} order by id desc limit 1`;

/**
 * Estimates how many of the leads below an id match: those are parted by ids, and each part counts
 * by the share of matches at its start.
 */
async function estimateBelow(
  scope: Scope,
  filter: LeadFilter,
  below: number,
  perPage: number,
): Promise<number> {
  const { ends } = await readBatch(scope, { ends: selectEnds(scope, below) });
  const [newest, oldest] = ends;
  if (!newest || !oldest) return 0;
  const starts = Array.from({ length: SAMPLES }, (_, index) =>
    Math.floor(newest.id - (index * (newest.id - oldest.id)) / SAMPLES),
  );
  const { ranks, pages } = await readBatch(scope, {
    ranks: starts.map((start) => rankAt(scope, start)),
    pages: starts.map((start) => walk(scope, filter, start + 1, perPage)),
  });
  const { lasts } = await readBatch(scope, {
    lasts: pages.map(([page]) => rankAt(scope, page?.last ?? 0)),
  });
  const rankOf = (index: number) => ranks[index]?.[0]?.seq ?? oldest.seq - 1;
  return pages.reduce((sum, [page], index) => {
    const size = rankOf(index) - rankOf(index + 1);
    const end = page?.isWhole ? oldest.seq : (lasts[index]?.[0]?.seq ?? oldest.seq);
    const visited = Math.max(rankOf(index) - end + 1, 1);
    return sum + Math.round(Math.min((page?.found ?? 0) / visited, 1) * size);
  }, 0);
}
