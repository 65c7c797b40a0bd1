import { createMiddleware } from "hono/factory";
import type { App } from "../env";
import { Problem } from "../lib/problem";

/** The period of the binding in wrangler.toml. The binding says no more than yes or no, so this is the only honest `Retry-After`. */
const PERIOD_SECONDS = 60;

/** Counts per token; how many requests it allows is set in wrangler.toml. */
export const rateLimit = createMiddleware<App>(async (c, next) => {
  const { success } = await c.env.RATE_LIMITER.limit({ key: `token:${c.var.scope.tokenId}` });
  if (!success) throw new Problem("too_many_attempts", { headers: { "Retry-After": String(PERIOD_SECONDS) } });
  await next();
});
