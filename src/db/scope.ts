import { and, eq, type SQL, type SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Bindings, Scope } from "../env";
import { KEY_TAKEN } from "../lib/messages";
import { Problem } from "../lib/problem";
import { brokenUnique } from "./errors";
import { claimStatements } from "./idempotency";

const CASING = { casing: "snake_case" } as const;
const dialect = new SQLiteAsyncDialect(CASING);

/** The database that a workspace lives in: the one place that decides it. */
export const open = (env: Pick<Bindings, "DB">) => drizzle(env.DB, CASING);

/** What the scopes of all workspaces share. */
export const serviceOf = (env: Bindings) => ({
  db: open(env),
  shortUrlBase: env.SHORT_URL_BASE,
  appKey: env.APP_KEY!,
  appKeyBefore: env.APP_KEY_BEFORE,
});

/**
 * The first row of a query, under the SQL names of its columns, from the replica nearest to the caller; from the primary where a
 * replica, which may be seconds behind, has none.
 */
export async function findNearest<Row>(env: Pick<Bindings, "DB">, query: SQLWrapper): Promise<Row | undefined> {
  const { sql, params } = dialect.sqlToQuery(query.getSQL());
  const read = (constraint: D1SessionConstraint) =>
    env.DB.withSession(constraint)
      .prepare(sql)
      .bind(...params)
      .run<Row>();
  const nearest = await read("first-unconstrained");
  const behind = nearest.results.length === 0 && nearest.meta.served_by_primary === false;
  return (behind ? await read("first-primary") : nearest).results[0];
}

/** A table whose rows belong to workspaces. */
export type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/** The WHERE of every query on a workspace's table: its workspace, and what else is asked. */
export const within = (scope: Scope, table: { workspaceId: SQLiteColumn }, ...conditions: (SQL | undefined)[]) =>
  and(eq(table.workspaceId, scope.workspaceId), ...conditions)!;

export type Statement = BatchItem<"sqlite">;
type Results<T extends readonly Statement[]> = { [K in keyof T]: T[K]["_"]["result"] };

/**
 * A statement that is written out whole, for `readAll` and `write`: its rows come as D1 gives them. For what is read often and wide,
 * since Drizzle takes longer to build and to map such a SELECT than D1 to run it. Has what a batch of Drizzle's asks of a statement.
 */
export function rows<Row>({ db }: Pick<Scope, "db">, query: SQL) {
  const built = dialect.sqlToQuery(query);
  const prepared = { stmt: db.$client.prepare(built.sql), getQuery: () => built, mapResult: ({ results }: D1Result<Row>) => results };
  return { _prepare: () => prepared } as unknown as BatchItem<"sqlite"> & { _: { result: Row[] } };
}

/** Several reads in one round trip. */
export const readAll = async <const T extends readonly [Statement, ...Statement[]]>(scope: Pick<Scope, "db">, statements: T) =>
  (await scope.db.batch(statements)) as Results<T>;

/**
 * Several writes in one round trip and one transaction. The first write of a request with an `Idempotency-Key` takes the key
 * with it: if another request has taken it, nothing is written.
 */
export async function write<const T extends readonly [Statement, ...Statement[]]>(scope: Scope, statements: T) {
  const { db, claim } = scope;
  if (!claim || claim.taken) return readAll(scope, statements);
  const claiming = claimStatements(scope, claim);
  const results = await db.batch([...claiming, ...statements]).catch((error) => {
    if (brokenUnique(error).includes("idempotency_keys.key")) throw new Problem("conflict", { message: KEY_TAKEN });
    throw error;
  });
  claim.taken = true;
  return results.slice(claiming.length) as Results<T>;
}

/** As `write`, for any number of statements: the rows of the last, which sees what the others have written. */
export async function writeAndRead<Last extends Statement>(
  scope: Scope,
  statements: readonly Statement[],
  last: Last,
): Promise<Last["_"]["result"]> {
  const [first, ...others] = [...statements, last];
  const results: readonly unknown[] = await write(scope, [first!, ...others]);
  return results.at(-1) as Last["_"]["result"];
}
