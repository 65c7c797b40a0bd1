import { createMiddleware } from "hono/factory";
import type { App } from "../env";
import { Problem } from "../lib/problem";

/** The period of the binding in wrangler.toml. The binding says no more than yes or no, so this is the only honest `Retry-After`. */
const PERIOD_SECONDS = 60;

/** Tokens that were refused. */
const refused = new Set<number>();
const MAX_REFUSED = 10_000;

async function count(limiter: RateLimit, tokenId: number) {
  const { success } = await limiter.limit({ key: `token:${tokenId}` });
  if (success) return refused.delete(tokenId);
  if (refused.size >= MAX_REFUSED) refused.clear();
  refused.add(tokenId);
  throw new Problem("too_many_attempts", { headers: { "Retry-After": String(PERIOD_SECONDS) } });
}

/**
 * Counts per token; how many requests it allows is set in wrangler.toml. A read goes ahead meanwhile and only its answer waits for the
 * verdict. What changes something waits from the start, and so does a token that was refused, which then costs no D1.
 */
export const rateLimit = createMiddleware<App>(async (c, next) => {
  const { tokenId } = c.var.scope;
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  const counted = count(c.env.RATE_LIMITER, tokenId);
  if (!isRead || refused.has(tokenId)) await counted;
  await Promise.all([counted, next()]);
});
