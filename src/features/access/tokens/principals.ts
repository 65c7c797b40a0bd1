import { eq } from "drizzle-orm";
import { tokens, workspaces } from "../../../db/schema/access";
import { open, serviceOf } from "../../../db/scope";
import type { Bindings, Caller } from "../../../env";
import { type Keep, TtlCache } from "../../../lib/cache";
import { sha256 } from "../../../lib/crypto";

/** A revoked token must stop working within 10 seconds everywhere. */
const PRINCIPAL_TTL_MS = 9_000;
/** `last_used_at` is accurate to the minute, which spares most requests a write. */
const LAST_USED_STEP_MS = 60_000;

/** The cached data of a token and its workspace; undefined for an unknown token. */
type Principal = Awaited<ReturnType<typeof load>>;
export const principals = new TtlCache<Principal>(PRINCIPAL_TTL_MS, 10_000);

/** The caller that a token stands for; undefined for an unknown or expired token. */
export async function callerOf(
  env: Bindings,
  token: string,
  keep: Keep,
): Promise<Caller | undefined> {
  const now = Date.now();
  const principal = await principals.get(token, now, () => load(env, token, now, keep), keep);
  if (!principal || (principal.tokenExpiresAt ?? now) < now) return undefined;
  return { ...serviceOf(env), ...principal };
}

/** The caller on the operator plane, which belongs to no workspace. */
export const operatorOf = (env: Bindings): Caller => ({
  ...serviceOf(env),
  workspaceId: 0,
  defaultCountry: null,
  tokenId: 0,
  abilities: [],
  tokenExpiresAt: null,
});

async function load(env: Bindings, token: string, now: number, keep: Keep) {
  const db = open(env);
  const row = await db
    .select({
      tokenId: tokens.id,
      workspaceId: tokens.workspaceId,
      abilities: tokens.abilities,
      tokenExpiresAt: tokens.expiresAt,
      lastUsedAt: tokens.lastUsedAt,
      defaultCountry: workspaces.defaultCountry,
      suppressionKey: workspaces.suppressionKey,
    })
    .from(tokens)
    .innerJoin(workspaces, eq(workspaces.id, tokens.workspaceId))
    .where(eq(tokens.hash, await sha256(token)))
    .get();
  if (!row) return undefined;
  const { lastUsedAt, ...principal } = row;
  const stale = now - (lastUsedAt ?? 0) > LAST_USED_STEP_MS;
  if (stale)
    keep(
      db.update(tokens).set({ lastUsedAt: now }).where(eq(tokens.id, principal.tokenId)).execute(),
    );
  return principal;
}
