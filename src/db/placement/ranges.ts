import { and, desc, eq, ne, sql } from "drizzle-orm";
import { FIRST_DATABASE, LAST_RANGE, rangeOf, startOf } from "#domain/databases";
import type { Database, Databases } from "#env";
import { found } from "#lib/problem";
import { unscopedBatch } from "../batch";
import { ranges } from "../schema/directory";

// No two databases give the same id: each counts within ranges of its own. A database may never
// have an id above its last range, since SQLite counts on from the highest id of a table. What
// comes from another database has older ids for that reason: the range is added before it comes.

/** Their ids come from the directory, which has no other than range 0 for them: they stay short. */
const OF_DIRECTORY = sql`('workspaces', 'tokens', 'ranges', 'backups')`;

/** The tables whose last ids are counted without AUTOINCREMENT (last-id.ts). */
const COUNTED = JSON.stringify(["messages", "link_clicks"]);

/** The tables that count up by AUTOINCREMENT, as the rows of a query with the column `name`. */
export const countingTables = sql<{ name: string }>`
  select name from sqlite_master
  where type = 'table' and sql like '%AUTOINCREMENT%' and name not in ${OF_DIRECTORY}`;

/** The highest id that a database has given, or 0. */
async function highestId(db: Database): Promise<number> {
  const { highest } = await unscopedBatch(
    { db },
    {
      highest: sql<{ id: number }>`
        select max(
          ifnull((select max(seq) from sqlite_sequence where name not in ${OF_DIRECTORY}), 0),
          ifnull((select max(id) from spent_ids), 0),
          ifnull((select max(id) from messages), 0),
          ifnull((select max(id) from link_clicks), 0)) as id`,
    },
  );
  return found(highest[0]).id;
}

/** Has all tables of a database count on from the start of a range, unless they are beyond it. */
async function countFrom(db: Database, range: number) {
  const start = sql`cast(${startOf(range)} as integer)`;
  await unscopedBatch(
    { db },
    {
      missing: sql`
        insert into sqlite_sequence (name, seq)
        select name, 0 from (${countingTables})
        where name not in (select name from sqlite_sequence)`,
      sequences: sql`
        update sqlite_sequence set seq = max(seq, ${start}) where name not in ${OF_DIRECTORY}`,
      counted: sql`
        insert into spent_ids (table_name, id)
        select value, ${start} from json_each(${COUNTED}) where true
        on conflict do update set id = max(id, excluded.id)`,
    },
  );
}

/**
 * Gives a database a new range, above all ids that it and the other databases have given, and has
 * it count on in there. Returns the range. To call before rows of another database are written to
 * this one. If it dies half-way, a range stays unused. The range is above `newest`, too: that of
 * rows which another directory gave ids to.
 */
export async function takeRange(databases: Databases, name: string, newest = 0): Promise<number> {
  const db = databases.open(name);
  const above = Math.max(rangeOf(await highestId(db)), newest);
  const added = await unscopedBatch(
    { db: databases.directory },
    {
      range: sql<{ id: number }>`
        insert into ranges (id, database, taken_at)
        select max(ifnull(max(id), 0), cast(${above} as integer)) + 1, ${name}, ${Date.now()}
        from ranges
        returning id`,
    },
  );
  const range = found(added.range[0]).id;
  if (range > LAST_RANGE) throw new Error("No range of ids is left.");
  await countFrom(db, range);
  return range;
}

/**
 * Has a database count on above a range, which rows that come to it have ids of at most: in the
 * range that it has, or else in a new one.
 */
export async function countAbove(databases: Databases, name: string, range: number) {
  const own = await newestRange(databases, name);
  if (own <= range) await takeRange(databases, name, range);
  else await countFrom(databases.open(name), own);
}

const newestOf = (table: "workspaces" | "tokens" | "backups") => sql`
  ifnull((select seq from sqlite_sequence where name = ${table}), 0)`;

/** Selects the newest range, and the highest ids that the directory has given. */
export const newestIds = sql<Record<"range" | "workspaces" | "tokens" | "backups", number>>`
  select (select ifnull(max(id), 0) from ranges) as range, ${newestOf("workspaces")} as workspaces,
    ${newestOf("tokens")} as tokens, ${newestOf("backups")} as backups`;

/** Has the directory's tables count on from ids, unless they are beyond them. */
export const countDirectoryFrom = (ids: Record<string, number>) => {
  const rows = JSON.stringify(Object.entries(ids));
  return [
    sql`
      insert into sqlite_sequence (name, seq)
      select value ->> 0, 0 from json_each(${rows})
      where value ->> 0 not in (select name from sqlite_sequence)`,
    sql`
      update sqlite_sequence set seq = max(seq, (
        select value ->> 1 from json_each(${rows}) where value ->> 0 = name))
      where name in (select value ->> 0 from json_each(${rows}))`,
  ];
};

/** Has new ranges be above one that a lost directory has given. */
export const reserveRanges = (range: number) => sql`
  insert into ranges (id, database, taken_at)
  select cast(${range} as integer), ${FIRST_DATABASE}, ${Date.now()}
  where ${range} > (select ifnull(max(id), 0) from ranges)`;

/** The newest range of a database: 0 before it took one. */
export async function newestRange({ directory }: Databases, name: string): Promise<number> {
  const [row] = await directory
    .select({ id: ranges.id })
    .from(ranges)
    .where(eq(ranges.database, name))
    .orderBy(desc(ranges.id))
    .limit(1);
  return row?.id ?? 0;
}

/**
 * The other name by which a database counts in its range already, if there is one: two bindings may
 * lead to the same database.
 */
export async function otherNameOf(databases: Databases, name: string) {
  const range = rangeOf(await highestId(databases.open(name)));
  const row = await databases.directory
    .select({ name: ranges.database })
    .from(ranges)
    .where(and(eq(ranges.id, range), ne(ranges.database, name)))
    .get();
  return row?.name;
}

/** Takes a database's first range, or goes on with the one that was added and never used. */
export async function takeFirstRange(databases: Databases, name: string): Promise<number> {
  const db = databases.open(name);
  const range = await newestRange(databases, name);
  if (range === 0 || (await highestId(db)) > startOf(range)) return takeRange(databases, name);
  await countFrom(db, range);
  return range;
}
