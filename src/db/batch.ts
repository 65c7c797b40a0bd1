import { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { toWake } from "../domain/wake";
import type { Scope } from "../env";
import { Problem } from "../lib/problem";
import { KEY_CLAIMED } from "../lib/validation-messages";
import { dueIn } from "./due";
import { brokenUnique } from "./errors";
import { claimStatements } from "./idempotency";

export const CASING = { casing: "snake_case" } as const;
export const dialect = new SQLiteAsyncDialect(CASING);

type Database = Pick<Scope, "db">;

/**
 * One statement of a batch: a query of Drizzle's, or typed SQL, whose rows come as D1 gives them.
 * Write SQL for what is read often and wide: Drizzle takes longer to build such a SELECT and to map
 * its rows than D1 takes to run it.
 */
export type Statement = BatchItem<"sqlite"> | SQL;

/** The statements of a batch by name: one, a list, or none. */
type Entries = Record<string, Statement | readonly Statement[] | undefined>;

export type ResultOf<Entry> =
  Entry extends SQL<infer Row>
    ? Row[]
    : Entry extends BatchItem<"sqlite">
      ? Entry["_"]["result"]
      : Entry extends readonly (infer One)[]
        ? ResultOf<One>[]
        : undefined;

/** The results of a batch by the names of its statements; `undefined` for a name without one. */
export type Results<E> = { -readonly [Name in keyof E]: ResultOf<E[Name]> };

/** Makes of SQL what Drizzle's `batch` takes as a statement. */
function prepared({ db }: Database, statement: Statement): BatchItem<"sqlite"> {
  if (!(statement instanceof SQL)) return statement;
  const query = dialect.sqlToQuery(statement);
  const stmt = db.$client.prepare(query.sql);
  const mapResult = ({ results }: D1Result) => results;
  // Drizzle's type of a statement has more members than its `batch` uses.
  return {
    _prepare: () => ({ stmt, getQuery: () => query, mapResult }),
  } as unknown as BatchItem<"sqlite">;
}

const isStatement = (entry: Entries[string]): entry is Statement =>
  entry !== undefined && !Array.isArray(entry);

/** The statements in the order of their names. */
const statementsOf = (entries: Entries): Statement[] =>
  Object.values(entries).flatMap((entry) => entry ?? []);

/** How many statements the entries of a batch hold. */
export const countStatements = (entries: Entries) => statementsOf(entries).length;

/** Gives the results, which come in the order of the statements, the names of their entries. */
function named<const E extends Entries>(entries: E, results: Iterator<unknown>): Results<E> {
  const next = () => results.next().value;
  const resultOf = (entry: Entries[string]) =>
    isStatement(entry) ? next() : entry?.map(() => next());
  const pairs = Object.entries(entries).map(([name, entry]) => [name, resultOf(entry)]);
  // The type holds since D1 gives the results in the order of the statements.
  return Object.fromEntries(pairs) as Results<E>;
}

async function run(scope: Database, statements: Statement[]): Promise<Iterator<unknown>> {
  const [first, ...others] = statements.map((statement) => prepared(scope, statement));
  return first ? (await scope.db.batch([first, ...others])).values() : [].values();
}

/** Several reads in one round trip, with their results by name. */
export const readBatch = async <const E extends Entries>(scope: Database, entries: E) =>
  named(entries, await run(scope, statementsOf(entries)));

/**
 * Several statements in one round trip and one transaction, with their results by name, for work of
 * an object or of the cron that belongs to no one workspace. Takes no `Idempotency-Key` and reports
 * nothing to a sink.
 */
export const unscopedBatch = readBatch;

/**
 * Several statements in one round trip and one transaction, with their results by name. They run in
 * the order of their names. Throws a `conflict` problem, and writes nothing, where another request
 * has taken the `Idempotency-Key`, which the first batch of a request takes. Reports to the scope's
 * sink what of the workspace is due after the batch: triggers make runs due that wait for what was
 * written, and the webhook endpoints that receive its events.
 */
export async function batch<const E extends Entries>(
  scope: Scope,
  entries: E,
): Promise<Results<E>> {
  const { claim, sink, workspaceId } = scope;
  const claiming = claim && !sink.isKeyTaken ? claimStatements(scope, claim) : [];
  const statements = [...claiming, ...statementsOf(entries), dueIn(workspaceId)];
  const results = await run(scope, statements).catch((error) => {
    if (brokenUnique(error).includes("idempotency_keys.key"))
      throw new Problem("conflict", { message: KEY_CLAIMED });
    throw error;
  });
  for (const _ of claiming) results.next();
  const own = named(entries, results);
  const { due } = named({ due: dueIn(workspaceId) }, results);
  sink.report(due[0] && toWake(due[0]), claim !== undefined);
  return own;
}
