import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { open } from "../../db/scope";
import type { App } from "../../env";
import { TtlCache } from "../../lib/cache";
import { sameSecret } from "../../lib/crypto";
import { Problem } from "../../lib/problem";
import { findPrincipal, stampUse } from "./store";

/** A revoked token must stop working within 10 seconds everywhere. */
const PRINCIPAL_TTL_MS = 9_000;
const LAST_USED_STEP_MS = 60_000;

export const principals = new TtlCache<Awaited<ReturnType<typeof findPrincipal>>>(PRINCIPAL_TTL_MS, 10_000);

const bearerOf = (c: Context<App>) => /^Bearer +(\S+) *$/i.exec(c.req.header("Authorization") ?? "")?.[1];

/** Turns the bearer into the scope of its workspace. */
export const authenticate = createMiddleware<App>(async (c, next) => {
  const token = bearerOf(c);
  if (!token || !/^lea_[\w-]{43}$/.test(token)) throw new Problem("unauthenticated");
  const db = open(c.env);
  const now = Date.now();
  const keep = (promise: Promise<unknown>) => c.executionCtx.waitUntil(promise);
  const principal = await principals.get(token, now, () => lookUp(db, token, now, keep), keep);
  if (!principal || (principal.tokenExpiresAt ?? now) < now) throw new Problem("unauthenticated");
  c.set("scope", { db, shortUrlBase: c.env.SHORT_URL_BASE, ...principal });
  await next();
});

async function lookUp(db: ReturnType<typeof open>, token: string, now: number, keep: (promise: Promise<unknown>) => void) {
  const principal = await findPrincipal(db, token);
  if (principal && now - (principal.lastUsedAt ?? 0) > LAST_USED_STEP_MS) keep(stampUse(db, principal.tokenId, now).execute());
  return principal;
}

/** The operator plane: 404 where it is off. */
export const authenticateOperator = createMiddleware<App>(async (c, next) => {
  const secret = c.env.OPERATOR_TOKEN;
  if (!secret) throw new Problem("not_found");
  if (!(await sameSecret(bearerOf(c) ?? "", secret))) throw new Problem("unauthenticated");
  const shortUrlBase = c.env.SHORT_URL_BASE;
  c.set("scope", { db: open(c.env), shortUrlBase, workspaceId: 0, defaultCountry: null, tokenId: 0, abilities: [], tokenExpiresAt: null });
  await next();
});
