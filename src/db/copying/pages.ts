import type { Database } from "../../env";
import { readBatch } from "../batch";
import { deleteKeys, knownKeys, type TableInfo, tableInfo, valuesOf, writeRows } from "./rows";
import type { CopiedTable } from "./tables";
import { type CopiedRow, comparePositions, type Position, selectPage } from "./walk";

/** A workspace's rows are copied from one database to another. */
export type Copying = { source: Database; target: Database; workspaceId: number };

/** What has become of a page: where the next begins, null after the last. */
export type Page = { next: Position; rows: number };

const positionOf = ({ at }: CopiedRow) => JSON.parse(at) as Position;

const nextOf = ({ page }: CopiedTable, rows: CopiedRow[]): Position => {
  const last = rows.at(-1);
  return last && rows.length === page ? positionOf(last) : null;
};

async function readPage(
  db: Database,
  table: CopiedTable,
  { columns }: TableInfo,
  workspaceId: number,
  after: Position,
) {
  const { rows } = await readBatch(
    { db },
    { rows: selectPage(table, columns, workspaceId, after) },
  );
  return rows;
}

/**
 * Copies a page of a table while the workspace goes on writing. Rows that refer to newer ones are
 * left out: `comparePage` finds them.
 */
export async function copyPage(
  { source, target, workspaceId }: Copying,
  table: CopiedTable,
  after: Position,
): Promise<Page> {
  const info = await tableInfo(target, table.name);
  const rows = await readPage(source, table, info, workspaceId, after);
  await writeRows(
    target,
    table.name,
    info,
    rows.map(({ row }) => row),
    true,
  );
  return { next: nextOf(table, rows), rows: rows.length };
}

/** `extra` are the keys of rows that only the copy has; `written` is how many rows differed. */
export type Comparison = Page & { written: number; extra: string[] };

/**
 * Compares a page of a table of a frozen workspace with its copy, row by row, and writes what
 * differs. Repeat it until nothing was written.
 */
export async function comparePage(
  { source, target, workspaceId }: Copying,
  table: CopiedTable,
  after: Position,
): Promise<Comparison> {
  const info = await tableInfo(target, table.name);
  const [rows, first] = await Promise.all([
    readPage(source, table, info, workspaceId, after),
    readPage(target, table, info, workspaceId, after),
  ]);
  const next = nextOf(table, rows);
  const end = next && rows.at(-1)?.at;
  const copies = await readUpTo(target, table, info, workspaceId, first, end ?? null);
  const isSame =
    rows.length === copies.length && rows.every(({ row }, at) => row === copies[at]?.row);
  if (isSame) return { next, rows: rows.length, written: 0, extra: [] };
  const found = new Map(copies.map(({ at, row }) => [at, row]));
  const different = rows.filter(({ at, row }) => found.get(at) !== row);
  const wanted = new Set(rows.map(({ at }) => at));
  const extra = copies.filter(({ at }) => !wanted.has(at)).map(({ row }) => keyOf(info, row));
  await writeRows(
    target,
    table.name,
    info,
    different.map(({ row }) => row),
  );
  return { next, rows: rows.length, written: different.length, extra };
}

/** The rows of the copy up to a place, where the page of the workspace ends; all without one. */
async function readUpTo(
  db: Database,
  table: CopiedTable,
  info: TableInfo,
  workspaceId: number,
  first: CopiedRow[],
  end: string | null,
): Promise<CopiedRow[]> {
  const rows = [...first];
  for (let page = first; ; ) {
    const last = page.at(-1);
    const isEnd = !last || page.length < table.page || (end && comparePositions(last.at, end) >= 0);
    if (isEnd) break;
    page = await readPage(db, table, info, workspaceId, positionOf(last));
    rows.push(...page);
  }
  return end === null ? rows : rows.filter(({ at }) => comparePositions(at, end) <= 0);
}

/** The key of a row as JSON. */
function keyOf({ columns, key }: TableInfo, row: string) {
  const values = valuesOf(row);
  return JSON.stringify(key.map((name) => values[columns.indexOf(name)]));
}

/** Deletes rows that only the copy has: not those that are at another place of the walk by now. */
export async function deleteExtra(
  { source, target }: Copying,
  { name }: CopiedTable,
  keys: string[],
) {
  const info = await tableInfo(target, name);
  const kept = await knownKeys(source, name, info, keys);
  const extra = keys.filter((key) => !kept.has(key));
  if (extra.length > 0) await deleteKeys(target, name, info, extra);
  return extra.length;
}

/** Deletes a page of a workspace's rows, with no trigger of the table. Returns whether it was full. */
export async function wipePage(db: Database, workspaceId: number, table: CopiedTable) {
  const info = await tableInfo(db, table.name);
  const rows = await readPage(db, table, info, workspaceId, null);
  if (rows.length === 0) return false;
  const keys = rows.map(({ row }) => keyOf(info, row));
  await deleteKeys(db, table.name, info, keys);
  return rows.length === table.page;
}
