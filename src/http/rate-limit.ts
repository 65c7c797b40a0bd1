import { createMiddleware } from "hono/factory";
import type { App } from "../env";
import { Problem } from "../lib/problem";

/** The period of the binding in wrangler.toml, which does not reveal how much of it remains. */
const PERIOD_SECONDS = 60;

/** The ids of tokens that are over the limit. */
const limited = new Set<number>();
const MAX_LIMITED = 10_000;

async function count(limiter: RateLimit, tokenId: number) {
  const { success } = await limiter.limit({ key: `token:${tokenId}` });
  if (success) return limited.delete(tokenId);
  if (limited.size >= MAX_LIMITED) limited.clear();
  limited.add(tokenId);
  throw new Problem("too_many_attempts", { headers: { "Retry-After": String(PERIOD_SECONDS) } });
}

/**
 * Limits the requests of each token by the binding in wrangler.toml. A read starts at once and only
 * its answer waits for the limiter. A write waits before it starts, and so does every request of a
 * token that was over the limit, which then costs no D1.
 */
export const rateLimit = createMiddleware<App>(async (c, next) => {
  const { tokenId } = c.var.scope;
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const counted = count(c.env.RATE_LIMITER, tokenId);
  if (!isRead || limited.has(tokenId)) await counted;
  await Promise.all([counted, next()]);
});
