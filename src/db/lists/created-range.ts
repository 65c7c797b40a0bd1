import { and, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Scope } from "#env";
import type { Owned } from "../scope/scope";
import { allOf } from "./walk";

/** The most by which the clocks of those who store rows may differ, added to the longest write. */
const SLACK_MS = 600_000;

/**
 * The first id, or one before it, from which all rows of the workspace were created at `time` or
 * later, in SQL. Ids grow with the time of creation, so that a binary search finds it without an
 * index of times: it reads two rows for each bit by which the ids differ.
 */
function firstIdSince(scope: Scope, table: Owned, createdAt: SQLiteColumn, time: number): SQL {
  const middle = sql`((low + high) / 2)`;
  const isBefore = sql`(
    select ${createdAt} < ${time} from ${table}
    where ${and(allOf(scope, table), sql`${table.id} >= ${middle}`)}
    order by ${table.id} limit 1)`;
  const edge = (which: SQL) =>
    sql`(select ${which}(id) from ${table} where ${allOf(scope, table)})`;
  return sql`(
    with recursive search (low, high) as (
      select ${edge(sql`min`)}, ${edge(sql`max`)} + 1
      union all
      select iif(${isBefore}, ${middle} + 1, low), iif(${isBefore}, high, ${middle})
      from search where low < high)
    select low from search where low >= high)`;
}

type Times = { created_from?: number | undefined; created_to?: number | undefined };

/**
 * The rows of a workspace created in a range of time: `ids` bounds a walk over them, `exact` is to
 * be checked on each row; both undefined without a range.
 */
export function createdWithin(
  scope: Scope,
  table: Owned & { createdAt: SQLiteColumn },
  { created_from: from, created_to: to }: Times,
) {
  const { id, createdAt } = table;
  const firstId = (time: number) => firstIdSince(scope, table, createdAt, time);
  return {
    ids: and(
      from === undefined ? undefined : gte(id, firstId(from - SLACK_MS)),
      to === undefined ? undefined : lt(id, firstId(to + SLACK_MS + 1)),
    ),
    exact: and(
      from === undefined ? undefined : gte(createdAt, from),
      to === undefined ? undefined : lte(createdAt, to),
    ),
  };
}
