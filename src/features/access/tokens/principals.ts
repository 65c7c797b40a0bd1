import { eq } from "drizzle-orm";
import { unscopedBatch } from "../../../db/batch";
import { tokens, workspaces } from "../../../db/schema/access";
import { open, serviceOf } from "../../../db/scope";
import { addUsage } from "../../../db/statements/usage";
import { BY_OPERATOR, byToken } from "../../../domain/actors";
import type { Bindings, Caller, Scope } from "../../../env";
import { type Keep, TtlCache } from "../../../lib/cache";
import { sha256 } from "../../../lib/crypto";
import { Problem } from "../../../lib/problem";
import { countRequests, takeRequests } from "./request-counts";

/** A revoked token must stop working within 10 seconds everywhere. */
const PRINCIPAL_TTL_MS = 9_000;
/** `last_used_at` is accurate to the minute, which spares most requests a write. */
const LAST_USED_STEP_MS = 60_000;

/** The cached data of a token and its workspace; undefined for an unknown token. */
type Principal = Awaited<ReturnType<typeof load>>;
export const principals = new TtlCache<Principal>(PRINCIPAL_TTL_MS, 10_000);

/**
 * The caller that a token stands for; undefined for an unknown or expired token. Throws a
 * `forbidden` problem while its workspace is suspended.
 */
export async function callerOf(
  env: Bindings,
  token: string,
  keep: Keep,
): Promise<Caller | undefined> {
  const now = Date.now();
  const principal = await principals.get(token, now, () => load(env, token, now, keep), keep);
  if (!principal || (principal.tokenExpiresAt ?? now) < now) return undefined;
  const { suspendedReason, ...caller } = principal;
  if (suspendedReason !== null)
    throw new Problem("forbidden", { message: `The workspace is suspended: ${suspendedReason}` });
  countRequests(caller.workspaceId, now);
  return { ...serviceOf(env), ...caller, actor: byToken(caller.tokenId) };
}

/** The caller on the operator plane, which belongs to no workspace. */
export const operatorOf = (env: Bindings): Caller => ({
  ...serviceOf(env),
  workspaceId: 0,
  defaultCountry: null,
  actor: BY_OPERATOR,
  tokenId: 0,
  tokenName: null,
  abilities: [],
  tokenExpiresAt: null,
});

async function load(env: Bindings, token: string, now: number, keep: Keep) {
  const db = open(env);
  const row = await db
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
    })
    .from(tokens)
    .innerJoin(workspaces, eq(workspaces.id, tokens.workspaceId))
    .where(eq(tokens.hash, await sha256(token)))
    .get();
  if (!row) return undefined;
  const { lastUsedAt, ...principal } = row;
  const isStale = now - (lastUsedAt ?? 0) > LAST_USED_STEP_MS;
  keep(recordUse(db, principal, now, isStale));
  return principal;
}

/**
 * Writes when a token was last used, and the requests that this isolate has counted for its
 * workspace, each about once a minute. One round trip, or none.
 */
async function recordUse(
  db: Scope["db"],
  { tokenId, workspaceId }: { tokenId: number; workspaceId: number },
  now: number,
  isStale: boolean,
) {
  const apiRequests = takeRequests(workspaceId, now, isStale);
  const statements = {
    used: isStale
      ? db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, tokenId))
      : undefined,
    requests: apiRequests > 0 ? addUsage(workspaceId, { apiRequests }) : undefined,
  };
  try {
    await unscopedBatch({ db }, statements);
  } catch (error) {
    countRequests(workspaceId, now, apiRequests);
    throw error;
  }
}
