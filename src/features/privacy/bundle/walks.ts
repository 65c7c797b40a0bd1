import { type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import type { Scope } from "#env";
import { pauseAfter } from "#lib/chunks";
import type { Page, PageRequest } from "#lib/cursor";

/** The characters that a page should have, and the bounds of its rows. */
const PAGE_LENGTH = 400_000;
const [LEAST, MOST] = [10, 1_000];

/**
 * The rows that the next page asks for: as many as fit, by the last, but not many times as many.
 */
export function nextSize(size: number, items: unknown[]) {
  if (items.length === 0) return size;
  const length = JSON.stringify(items).length / items.length;
  return Math.round(Math.min(Math.max(PAGE_LENGTH / length, LEAST), 2 * size, MOST));
}

/** Page after page of a list, with a pause after each. */
export async function* walkList<T>(
  list: (page: PageRequest) => Promise<Page<T>>,
): AsyncGenerator<T[]> {
  let request: PageRequest | undefined = { cursor: null, perPage: 100 };
  while (request) {
    const { cursor, perPage }: PageRequest = request;
    const { items, next }: Page<T> = await pauseAfter(() => list({ cursor, perPage }));
    yield items;
    request = next ? { cursor: next, perPage: nextSize(perPage, items) } : undefined;
  }
}

/** A row's place in the order of a walk. */
export type Place = readonly [number, number, number];
export type Placed<Row> = Row & { p0: number; p1?: number; p2?: number };

/** As `walkList`, of rows that `select` finds behind a place, in its order. */
export async function* walkRows<Row, T>(
  scope: Scope,
  select: (after: Place, limit: SQL) => SQL<Placed<Row>>,
  toWire: (row: Row) => T,
): AsyncGenerator<T[]> {
  let after: Place = [0, 0, 0];
  for (let size = 100; ; ) {
    const { rows } = await pauseAfter(() =>
      readBatch(scope, { rows: select(after, sql`${size}`) }),
    );
    // The rest is a `Row`.
    const items = rows.map(({ p0: _, p1: __, p2: ___, ...row }) => toWire(row as unknown as Row));
    yield items;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = [last.p0, last.p1 ?? 0, last.p2 ?? 0];
    size = nextSize(size, items);
  }
}
