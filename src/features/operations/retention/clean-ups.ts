import { type SQL, sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import {
  deleteInactive,
  deleteOldClicks,
  deleteOldMedia,
  deleteOldRuns,
  eraseOldTexts,
  type IdRange,
} from "#db/statements/retention";
import type { Scope } from "#env";

/**
 * Rows that a setting of workspaces has removed. `table` is walked by its ids, `chunk` rows at a
 * time, and again from the start once the end is reached.
 */
type CleanUp = {
  setting: string;
  table: "messages" | "media" | "runs" | "link_clicks" | "conversations";
  /** At most. */
  chunk: number;
  statements: (setting: string, range: IdRange, now: number) => SQL[];
};

export const CLEAN_UPS: CleanUp[] = [
  {
    setting: "retention_texts_days",
    table: "messages",
    chunk: 1_000,
    statements: eraseOldTexts,
  },
  { setting: "retention_media_days", table: "media", chunk: 1_000, statements: deleteOldMedia },
  { setting: "retention_runs_days", table: "runs", chunk: 500, statements: deleteOldRuns },
  {
    setting: "retention_clicks_days",
    table: "link_clicks",
    chunk: 1_000,
    statements: deleteOldClicks,
  },
  {
    setting: "retention_conversations_days",
    table: "conversations",
    chunk: 200,
    statements: deleteInactive,
  },
];

/**
 * Looks at the next chunk of a table, for all workspaces. Returns whether there is more of it. Two
 * round trips.
 */
export async function retainChunk(
  db: Scope["db"],
  { setting, table, chunk, statements }: CleanUp,
  now: number,
): Promise<boolean> {
  const next = sql`
    select id from ${sql.identifier(table)}
    where id > ifnull((select position from clean_ups where name = ${setting}), 0)
    order by id limit ${chunk}`;
  const { wanted, range } = await readBatch(
    { db },
    {
      wanted: sql<{ id: number }>`
        select id from workspaces where settings ->> ${setting} is not null limit 1`,
      range: sql<{ first: number | null; last: number | null; n: number }>`
        select min(id) as first, max(id) as last, count(*) as n from (${next})`,
    },
  );
  if (wanted.length === 0) return false;
  const { first, last, n } = range[0] ?? { first: null, last: null, n: 0 };
  const hasMore = n === chunk;
  await unscopedBatch(
    { db },
    {
      removed:
        first === null || last === null
          ? []
          : statements(setting, { after: first - 1, upTo: last }, now),
      position: sql`
        insert into clean_ups (name, position) values (${setting}, ${hasMore ? last : 0})
        on conflict do update set position = excluded.position`,
    },
  );
  return hasMore;
}
