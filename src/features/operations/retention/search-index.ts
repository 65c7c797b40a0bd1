import { sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "../../../db/batch";
import type { Scope } from "../../../env";
import { mergeSearch } from "../../leads/search/ngram-index";

// FTS5 only marks the entries of deleted leads. What they hold goes when the segments that have them
// are merged, which may take long for a large one. After an erasure, all segments are merged into
// one, over as many hours as it takes.

/** When the merge of all segments was begun: of the one that goes on (0 for none), of the last one. */
const [RUNNING, DONE] = ["search_purge", "search_purged"];

const positionOf = (name: string) =>
  sql`ifnull((select position from clean_ups where name = ${name}), 0)`;

const setPosition = (name: string, position: number) => sql`
  insert into clean_ups (name, position) values (${name}, ${position})
  on conflict do update set position = excluded.position`;

/** The record of FTS5 that lists the segments: it stays the same where nothing was merged. */
const segments = sql<{ list: string }>`
  select hex(block) as list from leads_search_data where id = 10`;

/**
 * Merges about so many pages of the search index: all of it after an erasure, otherwise what is worth
 * it. A merge that was begun goes on after a crash.
 */
export async function mergeSearchChunk(db: Scope["db"], pages: number, now: number) {
  const { state } = await readBatch(
    { db },
    {
      state: sql<{ running: number; wanted: 0 | 1 }>`
        select ${positionOf(RUNNING)} as running, exists (
          select 1 from erasure_receipts where finished_at > ${positionOf(DONE)}) as wanted`,
    },
  );
  const { running, wanted } = state[0] ?? { running: 0, wanted: 0 };
  if (running === 0 && !wanted) return void (await db.run(mergeSearch(pages)));
  if (running === 0)
    return void (await unscopedBatch(
      { db },
      // A negative number of pages begins a merge of all segments.
      { begun: mergeSearch(-pages), running: setPosition(RUNNING, now) },
    ));
  const { before, after } = await unscopedBatch(
    { db },
    { before: segments, merged: mergeSearch(pages), after: segments },
  );
  if (before[0]?.list !== after[0]?.list) return;
  const ended = [setPosition(DONE, running), setPosition(RUNNING, 0)];
  await unscopedBatch({ db }, { ended });
}
