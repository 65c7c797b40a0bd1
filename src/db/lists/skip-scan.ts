import { type SQL, sql } from "drizzle-orm";

/**
 * A scan that seeks in an index from one value to the next, however many rows lie between. `first`
 * selects the value to start at and `next` the one after the scan's position, or null if there is
 * none. With `until`, whose `matches` selects how many rows match at a position, the scan stops
 * once it has found `limit` of them.
 */
type SkipScan = {
  first: SQL;
  next: (position: SQL) => SQL;
  until?: { matches: (position: SQL) => SQL; limit: number };
  /** The most positions, if there is such a bound. */
  most?: number;
};

const position = sql`scan.position`;

/**
 * The WITH clause of a skip scan, before a SELECT from `scan`. Its column `position` holds the
 * values, then null if they came to an end; `found` counts the matches before a position.
 */
export function skipScan({ first, next, until, most }: SkipScan) {
  const found = until ? sql`found + (${until.matches(position)})` : sql`0`;
  const isUnfinished = until ? sql` and found < ${until.limit}` : sql``;
  return sql`
    with recursive scan (position, found) as (
      select (${first}), 0
      union all
      select (${next(position)}), ${found}
      from scan
      where scan.position is not null${isUnfinished}
      ${most === undefined ? sql`` : sql.raw(`limit ${most + 1}`)}
    )`;
}
