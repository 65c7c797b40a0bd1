import { BY_SERVICE } from "#domain/actors";
import { DEFAULT_QUOTAS } from "#domain/quotas";
import type { Place } from "#domain/wake/objects";
import { Sink } from "#domain/wake/sink";
import type { Bindings, Scope } from "#env";
import { databasesOf } from "../placement/databases";

/** The members of a scope that are the same for every workspace of a database, with a new sink. */
export const serviceOf = (env: Bindings, database: string) => ({
  db: databasesOf(env).open(database),
  database,
  databases: databasesOf(env),
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
export const scopeIn = (env: Bindings, { workspaceId, database }: Place): Scope => ({
  ...serviceOf(env, database),
  workspaceId,
  defaultCountry: null,
  actor: BY_SERVICE,
});

/** As `scopeIn`, in the database where the workspace is by now. */
export const scopeOf = async (env: Bindings, workspaceId: number): Promise<Scope> =>
  scopeIn(env, { workspaceId, database: await databasesOf(env).find(workspaceId) });

/**
 * Throws if the workspace has moved since an object made its scope: then that a row was not found
 * says nothing. A move removes no row before everybody knows where the workspace is.
 */
export async function assertInPlace({ databases, database, workspaceId }: Scope) {
  if ((await databases.find(workspaceId)) !== database)
    throw new Error("The workspace has moved meanwhile.");
}

/** The scope in which the directory is read and written, on behalf of the same workspace. */
export const inDirectory = <Of extends Scope>(scope: Of): Of => ({
  ...scope,
  db: scope.databases.directory,
});

/** The scope of another workspace, in its own database, for the operator. */
export async function ofWorkspace(operator: Scope, workspaceId: number): Promise<Scope> {
  const database = await operator.databases.find(workspaceId);
  return { ...operator, workspaceId, database, db: operator.databases.open(database) };
}

export type { Statement } from "../batch";
export { type Owned, owned, within } from "./within";
