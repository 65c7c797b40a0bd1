import { sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import {
  mergeSearch,
  PURGES,
  type SearchIndex,
  searchIndexes,
  segmentsOf,
} from "#db/lists/search-indexes";
import type { Scope } from "#env";

// FTS5 only marks the entries of what was deleted. What they hold goes when the segments that have
// them are merged, which may take long for a large one. After an erasure, all segments are merged
// into one, over as many hours as it takes.

const positionOf = (name: string) =>
  sql`ifnull((select position from clean_ups where name = ${name}), 0)`;

const setPosition = (name: string, position: number) => sql`
  insert into clean_ups (name, position) values (${name}, ${position})
  on conflict do update set position = excluded.position`;

/** Merges about so many pages of each index. */
export async function mergeSearchChunk(db: Scope["db"], pages: number, now: number) {
  for (const index of searchIndexes) await mergeIndexChunk(db, index, pages, now);
}

/**
 * Merges about so many pages of an index: all of it after an erasure, otherwise what is worth
 * it. A merge that was begun goes on after a crash.
 */
async function mergeIndexChunk(db: Scope["db"], index: SearchIndex, pages: number, now: number) {
  const { running: runningName, done: doneName } = PURGES[index];
  const { state } = await readBatch(
    { db },
    {
      state: sql<{ running: number; wanted: 0 | 1 }>`
        select ${positionOf(runningName)} as running, exists (
          select 1 from erasure_receipts where finished_at > ${positionOf(doneName)}) as wanted`,
    },
  );
  const { running, wanted } = state[0] ?? { running: 0, wanted: 0 };
  if (running === 0 && !wanted) return void (await db.run(mergeSearch(index, pages)));
  if (running === 0)
    return void (await unscopedBatch(
      { db },
      // A negative number of pages begins a merge of all segments.
      { begun: mergeSearch(index, -pages), running: setPosition(runningName, now) },
    ));
  const { before, after } = await unscopedBatch(
    { db },
    { before: segmentsOf(index), merged: mergeSearch(index, pages), after: segmentsOf(index) },
  );
  if (before[0]?.list !== after[0]?.list) return;
  const ended = [setPosition(doneName, running), setPosition(runningName, 0)];
  await unscopedBatch({ db }, { ended });
}
