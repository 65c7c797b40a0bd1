import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { countingTables, newestRange } from "#db/placement/ranges";
import { rangeOf } from "#domain/databases";
import type { Databases } from "#env";
import { log } from "#lib/log";

/**
 * Logs the tables of a database that have an id above its newest range. Such a row has come from
 * elsewhere without a range having been taken before, and the table now counts on from it: new ids
 * may be those of another database.
 */
export async function checkIds(databases: Databases, database: string) {
  const db = databases.open(database);
  const { tables } = await readBatch({ db }, { tables: countingTables });
  const names = [...tables.map(({ name }) => name), "messages", "link_clicks"];
  const highest = names.map(
    (name) => sql`(select max(rowid) from ${sql.identifier(name)}) as ${sql.identifier(name)}`,
  );
  const { ids } = await readBatch(
    { db },
    { ids: sql<Record<string, number | null>>`select ${sql.join(highest, sql`, `)}` },
  );
  const range = await newestRange(databases, database);
  for (const [table, id] of Object.entries(ids[0] ?? {}))
    if (rangeOf(id ?? 0) > range)
      log("error", "id beyond its range", { database, range, table, id });
}
