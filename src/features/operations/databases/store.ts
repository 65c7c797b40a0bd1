import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { takeFirstRange } from "#db/placement/ranges";
import { sizeOf } from "#db/placement/sizes";
import { databases } from "#db/schema/directory";
import { addDatabase, addFirst, openDatabase } from "#db/statements/databases";
import type { Scope } from "#env";
import { log } from "#lib/log";
import { found, Problem } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { requireUsable } from "./requirements";
import type { DatabaseDetail, DatabaseInput, DatabasePatch } from "./schema";

type Row = typeof databases.$inferSelect;

/** The names of databases with a figure of each. */
type Figures = { database: string; n: number }[];

const figureOf = (figures: Figures, name: string) =>
  figures.find(({ database }) => database === name)?.n ?? 0;

const toWire = (row: Row, workspaces: Figures, ranges: Figures): DatabaseDetail => ({
  name: row.name,
  jurisdiction: row.jurisdiction,
  is_open: row.isOpen,
  size_bytes: row.sizeBytes,
  measured_at: isoOrNull(row.measuredAt),
  workspaces: figureOf(workspaces, row.name),
  range: figureOf(ranges, row.name),
  created_at: iso(row.createdAt),
});

/** All databases: a Worker can have no more than some thousand bindings. */
export async function listDatabases({ db }: Scope): Promise<DatabaseDetail[]> {
  const { rows, workspaces, ranges } = await readBatch(
    { db },
    {
      first: addFirst({ db }),
      rows: db.select().from(databases).orderBy(databases.createdAt, databases.name),
      workspaces: sql<Figures[number]>`
        select database, count(*) as n from workspaces
        where database is not null group by database`,
      ranges: sql<Figures[number]>`
        select database, max(id) as n from ranges group by database`,
    },
  );
  return rows.map((row) => toWire(row, workspaces, ranges));
}

/** Throws a `not_found` problem for a database that is not registered. */
export const getDatabase = async (operator: Scope, name: string): Promise<DatabaseDetail> =>
  found((await listDatabases(operator)).find((database) => database.name === name));

/**
 * Registers a database that the Worker has a binding to, and gives it a range of ids. Throws an
 * `invalid` problem for one that can't be used, a `conflict` problem for a registered one. A
 * registration that died half-way is completed by its repetition.
 */
export async function registerDatabase(
  operator: Scope,
  { name, jurisdiction = null, is_open: isOpen }: DatabaseInput,
): Promise<DatabaseDetail> {
  const registered = new Problem("already_taken", { message: `${name} is registered already.` });
  if ((await listDatabases(operator)).some((database) => database.name === name)) throw registered;
  await requireUsable(operator, name);
  const range = await takeFirstRange(operator.databases, name);
  const { sizeBytes } = await sizeOf(operator.databases.open(name));
  const { created } = await batch(operator, {
    created: addDatabase(operator, { name, jurisdiction, isOpen }, sizeBytes),
  });
  if (created.length === 0) throw registered;
  log("info", "database registered", { database: name, range });
  return getDatabase(operator, name);
}

/** Opens or closes a database. Throws a `not_found` problem for one that is not registered. */
export async function updateDatabase(
  operator: Scope,
  name: string,
  { is_open: isOpen }: DatabasePatch,
): Promise<DatabaseDetail> {
  const before = await getDatabase(operator, name);
  if (isOpen === undefined || isOpen === before.is_open) return before;
  await batch(operator, { updated: openDatabase(operator, name, isOpen) });
  log("info", "database updated", { database: name, is_open: isOpen });
  return { ...before, is_open: isOpen };
}
