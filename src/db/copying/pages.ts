import type { Database } from "#env";
import { found } from "#lib/problem";
import { readPage } from "../archive/page";
import { type ArchivedTable, TABLES } from "../archive/tables";
import { type Place, START, type Walked } from "../archive/walk";
import { columnsOf, deleteKeys, keyOf, knownKeys, rowsWith, writeRows } from "./rows";

// A workspace is copied while it goes on, and what has changed meanwhile is found by a comparison,
// row by row, once nothing changes any more. Only that writes tombstones, and the rows of deleted
// parents: without its tombstone, nobody would find such a row again.

/** A workspace's rows are copied from one database to another. */
export type Copying = { source: Database; target: Database; workspaceId: number };

/** The tables that are copied, parents first. The workspace's own row is copied by place.ts. */
export const COPIED: readonly ArchivedTable[] = TABLES.filter(
  ({ name }) => name !== "workspaces" && name !== "removals",
);

/** The tables that are compared: tombstones first. */
export const COMPARED: readonly ArchivedTable[] = [
  ...TABLES.filter(({ name }) => name === "removals"),
  ...COPIED,
];

export const comparedTable = (name: string): ArchivedTable =>
  found(COMPARED.find((table) => table.name === name));

/** The result of copying a page. `next` is where the next page begins, and null after the last. */
export type Page = { next: Place | null; rows: number };

/**
 * Copies a page of a table while the workspace goes on writing: the rows up to the marks of when
 * the copy was begun.
 */
export async function copyPage(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  marks: Walked["marks"],
  place: Place,
): Promise<Page> {
  const columns = await columnsOf(source, table);
  const page = await readPage(source, table, columns, { workspaceId, marks }, place);
  if (!page || page.place.source === 1) return { next: null, rows: 0 };
  await writeRows(target, table, columns, page.rows, true);
  return { next: page.place, rows: page.rows.length };
}

/** Copies the workspace's rows of a small table, all of them. */
export async function copyTable(copying: Copying, name: string) {
  for (const table of COPIED.filter((one) => one.name === name))
    for (let place: Place | null = START; place; )
      place = (await copyPage(copying, table, {}, place)).next;
}

/** `written`: the rows that differed. `isStray`: the copy may have rows that others lack. */
export type Comparison = Page & { written: number; isStray: boolean };

/**
 * Compares a page of a table of a frozen workspace with its copy, and writes what differs. Where
 * something did, `next` is the same place: the page is done when it is found equal.
 */
export async function comparePage(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  place: Place,
): Promise<Comparison> {
  const columns = await columnsOf(source, table);
  const walked = { workspaceId, marks: {} };
  // Equal rows make equal pages.
  const [page, copied] = await Promise.all(
    [source, target].map((db) => readPage(db, table, columns, walked, place)),
  );
  const [rows, copies] = [page?.rows ?? [], copied?.rows ?? []];
  const done = { next: page?.place ?? null, rows: rows.length, written: 0 };
  const isSame = rows.length === copies.length && rows.every((row, index) => row === copies[index]);
  if (isSame) return { ...done, isStray: false };
  // A row may have another place there, where a parent is not deleted yet.
  const keys = rows.map((row) => keyOf(table, columns, row));
  const same = await rowsWith(target, table, columns, keys);
  const different = rows.filter((row) => !same.has(row));
  if (different.length === 0) return { ...done, isStray: true };
  await writeRows(target, table, columns, different);
  return { ...done, next: place, written: different.length, isStray: false };
}

/** Deletes the rows of a page of the copy that the frozen workspace does not have. */
export async function deleteStrays(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  place: Place,
): Promise<Page> {
  const columns = await columnsOf(source, table);
  const page = await readPage(target, table, columns, { workspaceId, marks: {} }, place);
  if (!page) return { next: null, rows: 0 };
  const keys = page.rows.map((row) => keyOf(table, columns, row));
  const known = await knownKeys(source, table, keys);
  const strays = keys.filter((key) => !known.has(key));
  if (strays.length > 0) await deleteKeys(target, table, strays);
  return { next: page.place, rows: strays.length };
}

/**
 * Deletes the rows of a page of the copy that are not as those of the frozen workspace are: they
 * may be in the way of others. What refers to them goes with them, and is found to be missing
 * later.
 */
export async function deleteStale(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  place: Place,
): Promise<Page> {
  const columns = await columnsOf(source, table);
  const page = await readPage(target, table, columns, { workspaceId, marks: {} }, place);
  if (!page) return { next: null, rows: 0 };
  const keys = page.rows.map((row) => keyOf(table, columns, row));
  const same = await rowsWith(source, table, columns, keys);
  const stale = keys.filter((_, index) => !same.has(page.rows[index] ?? ""));
  if (stale.length > 0) await deleteKeys(target, table, stale);
  return { next: page.place, rows: stale.length };
}

/** Deletes the rows of a page that another database has as well. */
export async function deleteCopied(
  { source, target, workspaceId }: Copying,
  table: ArchivedTable,
  place: Place,
): Promise<Page> {
  const columns = await columnsOf(source, table);
  const page = await readPage(source, table, columns, { workspaceId, marks: {} }, place);
  if (!page) return { next: null, rows: 0 };
  const keys = page.rows.map((row) => keyOf(table, columns, row));
  const known = await knownKeys(target, table, keys);
  const copied = keys.filter((key) => known.has(key));
  if (copied.length > 0) await deleteKeys(source, table, copied);
  return { next: page.place, rows: copied.length };
}
