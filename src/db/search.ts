import { sql } from "drizzle-orm";
import type { Scope } from "../env";

const MERGES = 16;
const PAGES = 500;

/**
 * Merges segments of the search index, a little at a time so that no write waits for long; what is left is for the next time. Each
 * write of a lead adds a segment, and a search looks into every one; FTS5 by itself lets dozens be.
 */
export async function mergeSearch(db: Scope["db"]) {
  for (let done = 0; done < MERGES; done++)
    await db.run(sql`insert into leads_search (leads_search, rank) values ('merge', cast(${PAGES} as integer))`);
}
