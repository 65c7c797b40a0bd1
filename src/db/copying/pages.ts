import type { Database } from "../../env";
import { PAGE, readPage } from "../archive/page";
import { type ArchivedTable, TABLES } from "../archive/tables";
import { type Place, START } from "../archive/walk";
import { columnsOf, deleteKeys, keyOf, knownKeys, writeRows } from "./rows";

// A workspace is copied while it goes on, and what has changed meanwhile is found by a comparison,
// row by row, once nothing changes any more.

/** A workspace's rows are copied from one database to another. */
export type Copying = { source: Database; target: Database; workspaceId: number };

/** The tables that are copied, parents first. The workspace's own row is another matter (place.ts). */
export const COPIED: readonly ArchivedTable[] = TABLES.filter(({ name }) => name !== "workspaces");

/** What has become of a page: where the next begins, null behind the last. */
export type Page = { next: Place | null; rows: number };

/**
 * Copies a page of a table while the workspace goes on writing. Rows that refer to newer ones are
 * left out: `comparePage` finds them.
 */
export async function copyPage(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  place: Place,
): Promise<Page> {
  const columns = await columnsOf(source, table);
  const page = await readPage(source, table, columns, { workspaceId, marks: {} }, place);
  if (!page) return { next: null, rows: 0 };
  await writeRows(target, table, columns, page.rows, true);
  return { next: page.place, rows: page.rows.length };
}

/** Copies the workspace's rows of a small table, all of them. */
export async function copyTable(copying: Copying, name: string) {
  for (const table of COPIED.filter((one) => one.name === name))
    for (let place: Place | null = START; place; )
      place = (await copyPage(copying, table, place)).next;
}

/** `written`: how many rows differed. `extra`: the keys of rows that only the copy has, so far. */
export type Comparison = Page & { written: number; extra: string[] };

/** How many rows more are read of the copy: so many rows that only the copy has are found at once. */
const MORE = 50;

/**
 * Compares a page of a table of a frozen workspace with its copy, save the rows that are known as
 * `extra`, and writes what differs. Where something did, `next` is the same place: the page is done
 * when it is found equal.
 */
export async function comparePage(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  place: Place,
  extra: string[],
): Promise<Comparison> {
  const columns = await columnsOf(source, table);
  const walked = { workspaceId, marks: {} };
  const page = await readPage(source, table, columns, walked, place);
  const rows = page?.rows ?? [];
  const size = { rows: rows.length + extra.length + MORE, bytes: 4 * PAGE.bytes };
  const copies = (await readPage(target, table, columns, walked, place, size))?.rows ?? [];
  const key = (row: string) => keyOf(table, columns, row);
  const known = new Set(extra);
  const own = known.size > 0 ? copies.filter((row) => !known.has(key(row))) : copies;
  const isSame = rows.every((row, index) => row === own[index]) && (page || own.length === 0);
  if (isSame) return { next: page?.place ?? null, rows: rows.length, written: 0, extra };
  const found = new Map(own.map((row) => [key(row), row]));
  const different = rows.filter((row) => found.get(key(row)) !== row);
  const wanted = new Set(rows.map(key));
  const strange = [...found.keys()].filter((one) => !wanted.has(one));
  const kept = strange.length > 0 ? await knownKeys(source, table, strange) : new Set();
  await writeRows(target, table, columns, different);
  return {
    next: place,
    rows: rows.length,
    written: different.length,
    extra: [...extra, ...strange.filter((one) => !kept.has(one))],
  };
}

/** Deletes the rows that only the copy has: those of a table after those that refer to them. */
export async function deleteExtra({ target }: Copying, extra: Record<string, string[]>) {
  for (const table of COPIED.toReversed()) {
    const keys = extra[table.name] ?? [];
    if (keys.length > 0) await deleteKeys(target, table, keys);
  }
}
