import { sql } from "drizzle-orm";
import type { Scope } from "#env";
import { readBatch } from "../batch";
import { ArchiveError, type Column, rowOf, sizeOf } from "./columns";
import type { ArchivedTable } from "./tables";
import { nextSource, type Place, placeColumns, selectRows, type Walked } from "./walk";

/** The size of a page: about so many bytes, and at least one row. */
export type PageSize = { rows: number; bytes: number };

export const PAGE: PageSize = { rows: 2_000, bytes: 700_000 };

/** Rows as JSON arrays, and where the walk stands behind them. */
export type RowPage = { rows: string[]; place: Place };

type Found = { value: string } & Record<`k${number}`, number | string>;

/** The place of a row. `k0`, `k1` … are the columns that `selectRows` adds. */
const placeOf = (found: Found, source: Place["source"]): Place => ({
  source,
  at: Object.keys(found)
    .filter((name): name is `k${number}` => /^k\d+$/.test(name))
    .map((name) => found[name] ?? ""),
});

/** Fails where numbers do not grow: SQLite would have chosen another order than was asked for. */
function checkOrder(table: ArchivedTable, found: Found[]) {
  for (let index = 1; index < found.length; index++) {
    const [before, after] = [found[index - 1]?.k0, found[index]?.k0];
    if (typeof before === "number" && typeof after === "number" && before > after)
      throw new ArchiveError(`The rows of ${table.name} came in another order.`);
  }
}

/** The next rows of a table behind a place, in a read of one bounded chunk. */
export async function readPage(
  db: Scope["db"],
  table: ArchivedTable,
  columns: Column[],
  walked: Walked,
  place: Place,
  size: PageSize = PAGE,
): Promise<RowPage | undefined> {
  const bytes = sql.raw(`${sizeOf(columns)} as bytes`);
  const sizes = selectRows(table, walked, place, bytes, sql`${size.rows}`);
  const selected = sql`${placeColumns(table, place)}, ${sql.raw(rowOf(columns))} as value`;
  const values = selectRows(table, walked, place, selected, sql`(select n from fitting)`);
  const { found } = await readBatch(
    { db },
    {
      found: sql<Found>`
        with fitting as materialized (
          select max(1, count(*)) as n from (
            select sum(bytes) over (rows unbounded preceding) as total from (${sizes}))
          where total <= ${size.bytes})
        ${values}`,
    },
  );
  checkOrder(table, found);
  const last = found.at(-1);
  if (last) return { rows: found.map(({ value }) => value), place: placeOf(last, place.source) };
  const next = nextSource(table, place);
  return next && readPage(db, table, columns, walked, next, size);
}
