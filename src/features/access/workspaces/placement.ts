import { eq, isNull } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { measure } from "#db/placement/sizes";
import { databases } from "#db/schema/directory";
import { addFirst } from "#db/statements/databases";
import { type Jurisdiction, MAX_PLACED_BYTES } from "#domain/databases";
import type { Scope } from "#env";
import { invalid, Problem } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";

/** The cron measures sizes each minute, and writes them each hour at least. */
const MAX_SIZE_AGE_MS = 2 * 3_600_000;

/** An operator's wish: a database by its name, or one of a jurisdiction. */
export type Wish = {
  database?: string | null | undefined;
  jurisdiction?: Jurisdiction | null | undefined;
};

type Row = typeof databases.$inferSelect;

/** The row of a database that is named, or those of all open ones of the jurisdiction. */
async function candidates({ db, databases: bound }: Scope, { database, jurisdiction }: Wish) {
  const ofJurisdiction = jurisdiction
    ? eq(databases.jurisdiction, jurisdiction)
    : isNull(databases.jurisdiction);
  const { rows } = await readBatch(
    { db },
    {
      first: addFirst({ db }),
      rows: db
        .select()
        .from(databases)
        .where(database ? eq(databases.name, database) : ofJurisdiction),
    },
  );
  return rows.filter(({ name, isOpen }) => bound.names.includes(name) && (database || isOpen));
}

const isMeasured = ({ measuredAt }: Row) => (measuredAt ?? 0) > Date.now() - MAX_SIZE_AGE_MS;

/**
 * The name of the database for a new workspace: the one that is asked for, or else the smallest
 * open one of the jurisdiction. Throws an `invalid` problem if there is no such database, a
 * `conflict` problem if it, or each of them, holds 8 GB.
 */
export async function place(operator: Scope, wish: Wish): Promise<string> {
  let rows = await candidates(operator, wish);
  const outdated = rows.filter((row) => !isMeasured(row)).map(({ name }) => name);
  if (outdated.length > 0) {
    await measure(operator.databases, outdated);
    rows = await candidates(operator, wish);
  }
  const { database, jurisdiction } = wish;
  if (database && rows.length === 0)
    throw invalid(fieldErrors(["database"], validationMessages.selected));
  if (jurisdiction && rows.some((row) => row.jurisdiction !== jurisdiction))
    throw invalid(fieldErrors(["jurisdiction"], validationMessages.selected));
  const smallest = rows
    .filter((row) => isMeasured(row) && row.sizeBytes < MAX_PLACED_BYTES)
    .toSorted((a, b) => a.sizeBytes - b.sizeBytes)[0];
  if (smallest) return smallest.name;
  throw new Problem("conflict", { message: noRoom(wish) });
}

const noRoom = ({ database, jurisdiction }: Wish) => {
  if (database) return `${database} has no room: it holds 8 GB, or can't be measured.`;
  const where = jurisdiction ? ` of the jurisdiction ${jurisdiction}` : "";
  return `No open database${where} has room. Add one: see the guide "Operating".`;
};
