import { and, eq, type SQL, type SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Due, endpointsOf } from "../domain/wake";
import type { Bindings, Scope } from "../env";
import { Problem } from "../lib/problem";
import { KEY_TAKEN } from "../lib/validation-messages";
import { dueIn } from "./due";
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

/** What an object that works for a workspace acts on. */
export const scopeOf = (env: Bindings, workspaceId: number): Scope => ({
  ...serviceOf(env),
  workspaceId,
  defaultCountry: null,
});

/**
 * The first row of a query, under the SQL names of its columns, from the replica nearest to the caller; from the primary where a
 * replica, which may be seconds behind, has none.
 */
export async function findNearest<Row>(
  env: Pick<Bindings, "DB">,
  query: SQLWrapper,
): Promise<Row | undefined> {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL());
  const read = (constraint: D1SessionConstraint) =>
    env.DB.withSession(constraint)
      .prepare(text)
      .bind(...params)
      .run<Row>();
  const nearest = await read("first-unconstrained");
  const behind = nearest.results.length === 0 && nearest.meta.served_by_primary === false;
  return (behind ? await read("first-primary") : nearest).results[0];
}

/** A table whose rows belong to workspaces. */
export type Owned = SQLiteTable & { id: SQLiteColumn; workspaceId: SQLiteColumn };

/** The WHERE of every query on a workspace's table: its workspace, and what else is asked. */
export const within = (
  scope: Scope,
  table: { workspaceId: SQLiteColumn },
  ...conditions: (SQL | undefined)[]
) => and(eq(table.workspaceId, scope.workspaceId), ...conditions)!;

export type Statement = BatchItem<"sqlite">;
type Results<T extends readonly Statement[]> = { [K in keyof T]: T[K]["_"]["result"] };

/**
 * A statement that is written out whole, for `readAll` and `write`: its rows come as D1 gives them. For what is read often and wide,
 * since Drizzle takes longer to build and to map such a SELECT than D1 to run it. Has what a batch of Drizzle's asks of a statement.
 */
export function rows<Row>({ db }: Pick<Scope, "db">, query: SQL) {
  const built = dialect.sqlToQuery(query);
  const prepared = {
    stmt: db.$client.prepare(built.sql),
    getQuery: () => built,
    mapResult: ({ results }: D1Result<Row>) => results,
  };
  return { _prepare: () => prepared } as unknown as BatchItem<"sqlite"> & { _: { result: Row[] } };
}

/** Several reads in one round trip. */
export const readAll = async <const T extends readonly [Statement, ...Statement[]]>(
  scope: Pick<Scope, "db">,
  statements: T,
) => (await scope.db.batch(statements)) as Results<T>;

/**
 * Several writes in one round trip and one transaction. The first write of a request with an `Idempotency-Key` takes the key
 * with it: if another request has taken it, nothing is written. Leaves in the scope what is due by then: triggers make the runs due that
 * wait for what was written, and the endpoints that are to be told of it.
 */
export async function write<const T extends readonly [Statement, ...Statement[]]>(
  scope: Scope,
  statements: T,
) {
  const { db, claim } = scope;
  const claiming = claim && !claim.taken ? claimStatements(scope, claim) : [];
  const [first, ...others] = [
    ...claiming,
    ...statements,
    rows<Due>(scope, dueIn(scope.workspaceId)),
  ];
  const results = await db.batch([first!, ...others]).catch((error) => {
    if (brokenUnique(error).includes("idempotency_keys.key"))
      throw new Problem("conflict", { message: KEY_TAKEN });
    throw error;
  });
  if (claim) claim.taken = true;
  const [due] = results.at(-1) as [Due];
  if (due.runs === 1) scope.wakesClock = true;
  scope.wakesDesk = due.analyses === 1;
  scope.endpointsDue = endpointsOf(due);
  return results.slice(claiming.length, -1) as unknown as Results<T>;
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
