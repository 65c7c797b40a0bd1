import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { isFence } from "#db/placement/freeze";
import { otherNameOf } from "#db/placement/ranges";
import type { Database, Scope } from "#env";
import { invalid } from "#lib/problem";

/** A database with more workspaces than these is not looked through further. */
const MAX_WORKSPACES = 1_000;

const refuse = (message: string) => invalid({ name: [message] });

/**
 * The tables, indexes and triggers of a database, and how it came by them is no matter. Those that
 * a move leaves for an hour don't count.
 */
const schemaOf = (db: Database) =>
  readBatch(
    { db },
    {
      parts: sql<{ name: string; sql: string | null }>`
        select name, sql from sqlite_master
        where name not like 'sqlite%' and name not like '\\_cf%' escape '\\'
          and name <> 'd1_migrations' and not (${isFence})
        order by name`,
    },
  );

/** The ids of the workspaces in a database as a JSON array. */
const workspacesIn = (db: Database) =>
  readBatch(
    { db },
    {
      ids: sql<{ ids: string }>`
        select json_group_array(id) as ids
        from (select id from workspaces order by id limit ${MAX_WORKSPACES})`,
    },
  );

/** True if a database is the directory: only that knows databases. */
const isDirectory = async (db: Database) =>
  (await readBatch({ db }, { known: sql`select 1 from databases limit 1` })).known.length > 0;

/**
 * Throws an `invalid` problem unless the Worker has a binding of this name to a database of its own
 * that has the same tables as the directory, and no workspaces but those that the directory knows
 * there.
 */
export async function requireUsable({ databases, db: directory }: Scope, name: string) {
  if (!databases.names.includes(name))
    throw refuse(
      "The name field must be a binding of the Worker. Add it to wrangler.toml, then run " +
        "`npm run deploy`.",
    );
  const db = databases.open(name);
  const [ours, theirs] = await Promise.all([schemaOf(directory), schemaOf(db)]);
  if (JSON.stringify(ours.parts) !== JSON.stringify(theirs.parts))
    throw refuse(`${name} has not the tables of this version. Run \`npm run deploy\`.`);
  const other = (await isDirectory(db)) ? "the directory" : await otherNameOf(databases, name);
  if (other)
    throw refuse(`${name} and ${other} are one database. Give each a database_id of its own.`);
  const { ids } = await workspacesIn(db);
  const list = ids[0]?.ids ?? "[]";
  const { strangers } = await readBatch(
    { db: directory },
    {
      strangers: sql<{ n: number }>`
        select count(*) as n from json_each(${list})
        where value not in (select id from workspaces where database = ${name})`,
    },
  );
  if (strangers[0]?.n !== 0)
    throw refuse(`${name} has workspaces that are not known here. Register an empty database.`);
}
