import { eq } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { bookmarkAt, readFrom } from "#db/placement/sessions";
import { tokens, workspaces } from "#db/schema/access";
import { serviceOf } from "#db/scope/scope";
import { addUsage } from "#db/statements/usage";
import { BY_OPERATOR, byToken } from "#domain/actors";
import { FIRST_DATABASE } from "#domain/databases";
import type { Bindings, Caller, Databases } from "#env";
import { type Keep, TtlCache } from "#lib/cache";
import { sha256 } from "#lib/crypto";
import { describeError, log } from "#lib/log";
import { Problem } from "#lib/problem";
import { countRequests, takeRequests } from "./request-counts";

export { inDirectory } from "#db/scope/scope";

/** A revoked token must stop working within 10 seconds everywhere. */
const PRINCIPAL_TTL_MS = 9_000;
/** From this age on it is read again behind an answer, since the directory may be far away. */
const RENEW_MS = 6_000;
/** `last_used_at` is accurate to the minute, which spares most requests a write. */
const LAST_USED_STEP_MS = 60_000;

/** The token itself, or its id where something signed names it. */
type Credential = string | number;

/** The cached data of a token and its workspace; undefined for an unknown token. */
type Principal = Awaited<ReturnType<typeof loadPrincipal>>;
export const principals = new TtlCache<Principal>(PRINCIPAL_TTL_MS, 10_000, RENEW_MS);

/**
 * The caller that a token stands for; undefined for an unknown or expired token. Throws a
 * `suspended` problem while its workspace is suspended. The caller reads at the primary, or where
 * the bookmark allows.
 */
export async function callerOf(
  env: Bindings,
  credential: Credential,
  keep: Keep,
  bookmark?: string,
): Promise<Caller | undefined> {
  const now = Date.now();
  const principal = await principalOf(env, credential, keep, now);
  if (!principal) return undefined;
  const { suspendedReason, moves, ...caller } = principal;
  countRequests(caller.workspaceId, now);
  const place = `${caller.database}-${moves}`;
  const service = serviceOf(env, caller.database);
  const session = service.databases.session(caller.database, readFrom(bookmark, place));
  return {
    ...service,
    ...caller,
    db: session.db,
    bookmark: () => bookmarkAt(place, session.bookmark()),
    actor: byToken(caller.tokenId),
  };
}

/** True if a caller's token is still valid, and its workspace where it was. */
export async function isStillCaller(env: Bindings, token: string, keep: Keep, caller: Caller) {
  const principal = await principalOf(env, token, keep, Date.now());
  return principal?.database === caller.database;
}

async function principalOf(env: Bindings, credential: Credential, keep: Keep, now: number) {
  const load = () => loadPrincipal(env, credential, now, keep);
  const principal = await principals.get(String(credential), now, load, keep);
  if (!principal || (principal.tokenExpiresAt ?? now) < now) return undefined;
  const { suspendedReason } = principal;
  if (suspendedReason !== null)
    throw new Problem("suspended", { message: `The workspace is suspended: ${suspendedReason}` });
  return principal;
}

/** The caller on the operator plane, which belongs to no workspace and acts on the directory. */
export const operatorOf = (env: Bindings): Caller => ({
  ...serviceOf(env, FIRST_DATABASE),
  db: databasesOf(env).directory,
  workspaceId: 0,
  defaultCountry: null,
  actor: BY_OPERATOR,
  tokenId: 0,
  tokenName: null,
  abilities: [],
  tokenExpiresAt: null,
});

async function loadPrincipal(env: Bindings, credential: Credential, now: number, keep: Keep) {
  const databases = databasesOf(env);
  const row = await databases.directory
    .select({
      tokenId: tokens.id,
      tokenName: tokens.name,
      workspaceId: tokens.workspaceId,
      abilities: tokens.abilities,
      tokenExpiresAt: tokens.expiresAt,
      lastUsedAt: tokens.lastUsedAt,
      defaultCountry: workspaces.defaultCountry,
      suspendedReason: workspaces.suspendedReason,
      suppressionKey: workspaces.suppressionKey,
      database: workspaces.database,
      moves: workspaces.moves,
      copiedVersion: workspaces.copiedVersion,
    })
    .from(tokens)
    .innerJoin(workspaces, eq(workspaces.id, tokens.workspaceId))
    .where(
      typeof credential === "number"
        ? eq(tokens.id, credential)
        : eq(tokens.hash, await sha256(credential)),
    )
    .get();
  // The database of a workspace that is being created does not know it yet.
  if (!row || row.copiedVersion === 0 || row.database === null) return undefined;
  const { lastUsedAt, copiedVersion, suppressionKey, database, ...rest } = row;
  const isStale = now - (lastUsedAt ?? 0) > LAST_USED_STEP_MS;
  keep(recordUse(databases, { ...rest, database }, now, isStale));
  // The key is in the workspace's own row.
  return { ...rest, database, ...(copiedVersion === null && { suppressionKey }) };
}

/**
 * Writes when a token was last used, and the requests that this isolate has counted for its
 * workspace, each about once a minute. One round trip, or none, to each of the two databases.
 */
async function recordUse(
  databases: Databases,
  { tokenId, workspaceId, database }: { tokenId: number; workspaceId: number; database: string },
  now: number,
  isStale: boolean,
) {
  const apiRequests = takeRequests(workspaceId, now, isStale);
  const { directory, ofDirectory } = databases;
  const used = isStale
    ? directory.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, tokenId))
    : undefined;
  const requests = apiRequests > 0 ? addUsage(workspaceId, { apiRequests }) : undefined;
  const failed = (error: unknown) => log("warn", "use not recorded", describeError(error));
  const notCounted = (error: unknown) => {
    countRequests(workspaceId, now, apiRequests);
    failed(error);
  };
  if (database === ofDirectory)
    return unscopedBatch({ db: directory }, { used, requests }).catch(notCounted);
  return Promise.all([
    unscopedBatch({ db: directory }, { used }).catch(failed),
    unscopedBatch({ db: databases.open(database) }, { requests }).catch(notCounted),
  ]);
}
