import { and, eq, type SQL, type SQLWrapper } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { Sink } from "../domain/wake";
import type { Bindings, Scope } from "../env";
import { batch, CASING, dialect, type ResultOf, readBatch, type Statement } from "./batch";

/** The database that a workspace lives in: the one place that decides it. */
export const open = (env: Pick<Bindings, "DB">) => drizzle(env.DB, CASING);

/** What the scopes of all workspaces have in common; each has a sink of its own. */
export const serviceOf = (env: Bindings) => ({
  db: open(env),
  shortUrlBase: env.SHORT_URL_BASE,
  // The middleware `configured` refuses every request of a service without a key.
  appKey: env.APP_KEY ?? "",
  appKeyBefore: env.APP_KEY_BEFORE,
  sink: new Sink(),
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

export type { Statement } from "./batch";

/** @deprecated Use SQL itself. */
export const rows = <Row>(_: Pick<Scope, "db">, query: SQL) => query as SQL<Row>;

type Listed<T extends readonly Statement[]> = { [K in keyof T]: ResultOf<T[K]> };

/** @deprecated Use `readBatch`. */
export async function readAll<const T extends readonly [Statement, ...Statement[]]>(
  scope: Pick<Scope, "db">,
  statements: T,
): Promise<Listed<T>> {
  const { all } = await readBatch(scope, { all: statements as readonly Statement[] });
  return all as never;
}

/** @deprecated Use `batch`. */
export async function write<const T extends readonly [Statement, ...Statement[]]>(
  scope: Scope,
  statements: T,
): Promise<Listed<T>> {
  const { all } = await batch(scope, { all: statements as readonly Statement[] });
  return all as never;
}

/** @deprecated Use `batch`. */
export async function writeAndRead<Last extends Statement>(
  scope: Scope,
  statements: readonly Statement[],
  last: Last,
): Promise<ResultOf<Last>> {
  return (await batch(scope, { statements, last })).last as ResultOf<Last>;
}
