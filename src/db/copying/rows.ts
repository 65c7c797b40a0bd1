import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../env";
import { isRefusal } from "../../lib/alarm";
import { readBatch, type Statement, unscopedBatch } from "../batch";
import { groupsOf } from "./walk";

/** D1 takes values of up to 2 MB. Smaller ones keep others from waiting. */
const MAX_CHARACTERS = 250_000;

/** What makes the index of search, which is not copied. */
const KEPT_TRIGGERS = /^leads_search/;

export type Trigger = { name: string; sql: string };

/** What a database says of a table. `key` are the columns of its primary key. */
export type TableInfo = { columns: string[]; key: string[]; triggers: Trigger[] };

/** Reads the columns of a table, save generated ones, and its triggers. */
export async function tableInfo(db: Database, name: string): Promise<TableInfo> {
  const { columns, triggers } = await readBatch(
    { db },
    {
      columns: sql<{ name: string; pk: number }>`select name, pk from pragma_table_info(${name})`,
      triggers: sql<Trigger>`
        select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${name}`,
    },
  );
  return {
    columns: columns.map((column) => column.name),
    key: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((one, other) => one.pk - other.pk)
      .map((column) => column.name),
    triggers: triggers.filter((trigger) => !KEPT_TRIGGERS.test(trigger.name)),
  };
}

/**
 * Statements that write rows as they are: no trigger of the table sees them, so they cause no event
 * and count nothing. The triggers are dropped and made again in the same transaction, of which
 * nobody else sees anything.
 */
export const withoutTriggers = (triggers: Trigger[], statements: Statement[]): Statement[] => [
  ...triggers.map(({ name }) => sql`drop trigger ${sql.identifier(name)}`),
  ...statements,
  ...triggers.map((trigger) => sql.raw(trigger.sql)),
];

const names = (columns: string[]) =>
  sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );

/** Inserts rows, or overwrites those with the same key. */
function upsert(name: string, { columns, key }: TableInfo, rows: SQL) {
  const changed = columns.filter((column) => !key.includes(column));
  const set = changed.map((column) => {
    const changing = sql.identifier(column);
    return sql`${changing} = excluded.${changing}`;
  });
  const action = set.length > 0 ? sql`do update set ${sql.join(set, sql`, `)}` : sql`do nothing`;
  return sql`
    insert into ${sql.identifier(name)} (${names(columns)})
    ${rows}
    on conflict (${names(key)}) ${action}`;
}

function upsertMany(name: string, info: TableInfo, rows: string[]) {
  const values = groupsOf(info.columns).flatMap((group, at) =>
    group.map((_, index) => sql.raw(`value -> ${at} ->> ${index}`)),
  );
  const all = sql`
    select ${sql.join(values, sql`, `)} from json_each(${`[${rows.join()}]`}) where true`;
  return upsert(name, info, all);
}

/** The values of a row, in the order of the columns. */
export const valuesOf = (row: string) => (JSON.parse(row) as (string | number | null)[][]).flat();

/** A row that is too large to be part of JSON with escaped texts: its values are bound one by one. */
function upsertLarge(name: string, info: TableInfo, row: string) {
  const values = valuesOf(row).map((value) => sql`${value}`);
  return upsert(name, info, sql`select ${sql.join(values, sql`, `)} where true`);
}

/** Rows in groups that fit into a statement. */
function* chunksOf(rows: string[]): Generator<string[]> {
  let chunk: string[] = [];
  let size = 0;
  for (const row of rows) {
    if (chunk.length > 0 && size + row.length > MAX_CHARACTERS) {
      yield chunk;
      [chunk, size] = [[], 0];
    }
    chunk.push(row);
    size += row.length;
  }
  if (chunk.length > 0) yield chunk;
}

/** Waits between two writes, so that others come in between. */
const BETWEEN_MS = 2;

/**
 * Writes rows as they are, in chunks of which each is a transaction of its own. With `skip`, leaves
 * out rows that can't be written: those that refer to newer ones.
 */
export async function writeRows(
  db: Database,
  name: string,
  info: TableInfo,
  rows: string[],
  skip = false,
) {
  for (const chunk of chunksOf(rows)) {
    const [first = "", ...others] = chunk;
    const isLarge = others.length === 0 && first.length > MAX_CHARACTERS;
    const statement = isLarge ? upsertLarge(name, info, first) : upsertMany(name, info, chunk);
    try {
      await unscopedBatch({ db }, { written: withoutTriggers(info.triggers, [statement]) });
    } catch (error) {
      if (!skip || !isRefusal(error)) throw error;
      const half = Math.ceil(chunk.length / 2);
      const halves = chunk.length > 1 ? [chunk.slice(0, half), chunk.slice(half)] : [];
      for (const part of halves) await writeRows(db, name, info, part, skip);
    }
    await scheduler.wait(BETWEEN_MS);
  }
}

/** Deletes rows by their keys, which are JSON arrays. */
export const deleteKeys = (db: Database, name: string, info: TableInfo, keys: string[]) => {
  const values = sql.raw(info.key.map((_, index) => `value ->> ${index}`).join());
  const deletion = sql`
    delete from ${sql.identifier(name)}
    where (${names(info.key)}) in (select ${values} from json_each(${`[${keys.join()}]`}))`;
  return unscopedBatch({ db }, { deleted: withoutTriggers(info.triggers, [deletion]) });
};

/** Those of the keys, JSON arrays, that a database has. */
export async function knownKeys(db: Database, name: string, { key }: TableInfo, keys: string[]) {
  const values = sql.raw(key.map((_, index) => `value ->> ${index}`).join());
  const { known } = await readBatch(
    { db },
    {
      known: sql<{ key: string }>`
        select json_array(${names(key)}) as key from ${sql.identifier(name)}
        where (${names(key)}) in (select ${values} from json_each(${`[${keys.join()}]`}))`,
    },
  );
  return new Set(known.map((row) => row.key));
}
