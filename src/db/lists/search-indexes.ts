import { sql } from "drizzle-orm";

/** The indexes of FTS5. */
export const searchIndexes = ["leads_search", "messages_search"] as const;
export type SearchIndex = (typeof searchIndexes)[number];

/**
 * Merges segments of an index, about this many pages. Every write adds a segment and a search reads
 * them all, but FTS5 on its own leaves dozens of them.
 */
export const mergeSearch = (index: SearchIndex, pages: number) => {
  const name = sql.raw(index);
  return sql`insert into ${name} (${name}, rank) values ('merge', ${pages})`;
};

/** The record of FTS5 that lists the segments: it stays the same where nothing was merged. */
export const segmentsOf = (index: SearchIndex) => sql<{ list: string }>`
  select hex(block) as list from ${sql.raw(`${index}_data`)} where id = 10`;

/**
 * The names in `clean_ups` of when a merge of all segments was begun: of the one that goes on (0
 * for none), and of the last one.
 */
export const PURGES: Record<SearchIndex, { running: string; done: string }> = {
  leads_search: { running: "search_purge", done: "search_purged" },
  messages_search: { running: "message_search_purge", done: "message_search_purged" },
};
