import type { SQLWrapper } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { BY_SERVICE } from "../domain/actors";
import { DEFAULT_QUOTAS } from "../domain/quotas";
import { Sink } from "../domain/wake";
import type { Bindings, Scope } from "../env";
import { CASING, dialect } from "./batch";

/** Opens the database of a workspace. Only this function decides which database that is. */
export const open = (env: Pick<Bindings, "DB">) => drizzle(env.DB, CASING);

/** The members of a scope that are the same for every workspace, with a new sink. */
export const serviceOf = (env: Bindings) => ({
  db: open(env),
  shortUrlBase: env.SHORT_URL_BASE,
  forbiddenHosts: env.FORBIDDEN_HOSTS ?? "",
  // The middleware `configured` refuses every request of a service without a key.
  appKey: env.APP_KEY ?? "",
  appKeyBefore: env.APP_KEY_BEFORE,
  analysesPerDay: env.ANALYSES_PER_DAY,
  quotas: { ...DEFAULT_QUOTAS, ...env.QUOTAS },
  sink: new Sink(),
});

/** The scope of an object that works for a workspace. */
export const scopeOf = (env: Bindings, workspaceId: number): Scope => ({
  ...serviceOf(env),
  workspaceId,
  defaultCountry: null,
  actor: BY_SERVICE,
});

/**
 * The first row of a query, with SQL column names, from the replica nearest to the caller. A
 * replica may be seconds behind: if it has no row, the primary is asked.
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

export type { Statement } from "./batch";
export { type Owned, owned, within } from "./within";
