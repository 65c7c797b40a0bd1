import { createMiddleware } from "hono/factory";
import type { App, Bindings, Caller } from "#env";
import { Problem } from "#lib/problem";

/** The period of the bindings in wrangler.toml, which do not reveal how much of it remains. */
const PERIOD_SECONDS = 60;

/** The keys of tokens and workspaces that are over their limits. */
const limited = new Set<string>();
const MAX_LIMITED = 10_000;

const tokenKey = ({ tokenId }: Caller) => `token:${tokenId}`;
const workspaceKey = ({ workspaceId }: Caller) => `workspace:${workspaceId}`;

/** The policies of the limiters, as the header `RateLimit-Policy` has them. */
const policies = ({ RATE_LIMITS }: Bindings) =>
  (["token", "workspace"] as const)
    .map((name) => `"${name}";q=${RATE_LIMITS[name]};w=${PERIOD_SECONDS}`)
    .join(", ");

async function count(limiter: RateLimit, policy: string, key: string) {
  const { success } = await limiter.limit({ key });
  if (success) return limited.delete(key);
  if (limited.size >= MAX_LIMITED) limited.clear();
  limited.add(key);
  throw new Problem("rate_limited", {
    headers: {
      "Retry-After": String(PERIOD_SECONDS),
      RateLimit: `"${policy}";r=0;t=${PERIOD_SECONDS}`,
    },
  });
}

/** Requests of a token beyond its own limit do not count against its workspace. */
async function countBoth(env: Bindings, caller: Caller) {
  await count(env.RATE_LIMITER, "token", tokenKey(caller));
  await count(env.WORKSPACE_RATE_LIMITER, "workspace", workspaceKey(caller));
}

/**
 * Limits the requests of each token and of each workspace by the bindings in wrangler.toml. A read
 * starts at once and only its answer waits for the limiters. A write waits before it starts, and so
 * does every request of a token or workspace that was over its limit, which then costs no D1.
 */
export const rateLimit = createMiddleware<App>(async (c, next) => {
  const { scope } = c.var;
  c.header("RateLimit-Policy", policies(c.env));
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const counted = countBoth(c.env, scope);
  const wasLimited = limited.has(tokenKey(scope)) || limited.has(workspaceKey(scope));
  if (!isRead || wasLimited) await counted;
  await Promise.all([counted, next()]);
});
