import { sql } from "drizzle-orm";
import type { Database } from "#env";
import { isRefusal } from "#lib/alarm";
import {
  type Column,
  columnsOf as readColumns,
  rowOf,
  selectValues,
  valuesOf,
} from "../archive/columns";
import type { ArchivedTable } from "../archive/tables";
import { selectTriggers, silence } from "../archive/triggers";
import { readBatch, type Statement, unscopedBatch } from "../batch";

/** D1 takes values of up to 2 MB. Smaller ones keep others from waiting. */
const MAX_CHARACTERS = 250_000;
/** Waits between two writes, so that others come in between. */
const BETWEEN_MS = 2;

const identifiers = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );

/** Inserts rows, or overwrites those with the same key. */
function upsert({ name, primary }: ArchivedTable, columns: Column[], rows: string[]) {
  const names = columns.map((column) => column.name);
  const changed = names.filter((column) => !primary.includes(column));
  const set = changed.map((column) => {
    const changing = sql.identifier(column);
    return sql`${changing} = excluded.${changing}`;
  });
  const action = set.length > 0 ? sql`do update set ${sql.join(set, sql`, `)}` : sql`do nothing`;
  return sql`
    insert into ${sql.identifier(name)} (${identifiers(names)})
    ${selectValues(names.length, rows)}
    on conflict (${identifiers(primary)}) ${action}`;
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

/** Runs statements on a table while its triggers are still. */
export async function quietly(
  db: Database,
  { name }: { name: string },
  acts: ("INSERT" | "UPDATE" | "DELETE")[],
  statements: Statement[],
) {
  const { triggers } = await readBatch({ db }, { triggers: selectTriggers(name) });
  const { drop, create } = silence(triggers, ...acts);
  await unscopedBatch({ db }, { drop, statements, create });
}

/**
 * Writes rows as they are, in chunks of which each is a transaction of its own. With `skip`, leaves
 * out rows that can't be written: those that refer to newer ones.
 */
export async function writeRows(
  db: Database,
  table: ArchivedTable,
  columns: Column[],
  rows: string[],
  skip = false,
) {
  for (const chunk of chunksOf(rows)) {
    try {
      await quietly(db, table, ["INSERT", "UPDATE"], [upsert(table, columns, chunk)]);
    } catch (error) {
      if (!skip || !isRefusal(error)) throw error;
      const half = Math.ceil(chunk.length / 2);
      const halves = chunk.length > 1 ? [chunk.slice(0, half), chunk.slice(half)] : [];
      for (const part of halves) await writeRows(db, table, columns, part, skip);
    }
    await scheduler.wait(BETWEEN_MS);
  }
}

/** The key of a row, as JSON. */
export function keyOf({ primary }: ArchivedTable, columns: Column[], row: string) {
  const values = valuesOf(row);
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  return JSON.stringify(primary.map((name) => values[at(name)]));
}

const isOneOf = ({ primary }: ArchivedTable, keys: string[]) => {
  const values = sql.raw(primary.map((_, index) => `value ->> ${index}`).join());
  return sql`(${identifiers(primary)}) in (select ${values} from json_each(${`[${keys}]`}))`;
};

/** Deletes rows by their keys. */
export const deleteKeys = (db: Database, table: ArchivedTable, keys: string[]) =>
  quietly(
    db,
    table,
    ["DELETE"],
    [sql`delete from ${sql.identifier(table.name)} where ${isOneOf(table, keys)}`],
  );

/** Those of the keys that a database has. */
export async function knownKeys(db: Database, table: ArchivedTable, keys: string[]) {
  const { known } = await readBatch(
    { db },
    {
      known: sql<{ key: string }>`
        select json_array(${identifiers(table.primary)}) as key
        from ${sql.identifier(table.name)} where ${isOneOf(table, keys)}`,
    },
  );
  return new Set(known.map((row) => row.key));
}

/** The rows with some keys, wherever they are in the walk. */
export async function rowsWith(
  db: Database,
  table: ArchivedTable,
  columns: Column[],
  keys: string[],
) {
  const { rows } = await readBatch(
    { db },
    {
      rows: sql<{ value: string }>`
        select ${sql.raw(rowOf(columns))} as value
        from ${sql.identifier(table.name)} as t where ${isOneOf(table, keys)}`,
    },
  );
  return new Set(rows.map(({ value }) => value));
}

/** A migration is known within this time. */
const COLUMNS_TTL_MS = 10_000;
type Known = { columns: Column[]; until: number };
const known = new WeakMap<Database, Map<string, Known>>();

/** The columns of a table, which are read again after some seconds. */
export async function columnsOf(db: Database, table: ArchivedTable): Promise<Column[]> {
  const ofDatabase = known.get(db) ?? new Map<string, Known>();
  known.set(db, ofDatabase);
  const last = ofDatabase.get(table.name);
  if (last && last.until > Date.now()) return last.columns;
  const columns = await readColumns(db, table);
  ofDatabase.set(table.name, { columns, until: Date.now() + COLUMNS_TTL_MS });
  return columns;
}
