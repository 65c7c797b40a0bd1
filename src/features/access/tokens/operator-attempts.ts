import type { Bindings } from "#env";
import { mac } from "#lib/crypto";
import { Problem } from "#lib/problem";

/** The period of the binding in wrangler.toml. */
const PERIOD_SECONDS = 60;
/** Until when addresses are refused in this isolate, by their keys, since they failed too often. */
export const refusedUntil = new Map<string, number>();
const MAX_REFUSED = 10_000;

const tooMany = () =>
  new Problem("rate_limited", { headers: { "Retry-After": String(PERIOD_SECONDS) } });

/**
 * Counts a failed attempt; throws a `rate_limited` problem for an address with too many. The right
 * token is never refused: one who guesses must not lock out others behind the same address.
 * Addresses are known by a keyed hash only. A request without one did not come by way of
 * Cloudflare.
 */
export async function countFailure(env: Bindings, address: string | undefined, now: number) {
  if (address === undefined) return;
  const key = await mac(env.APP_KEY ?? "", "operator-attempts", address, 16);
  if ((refusedUntil.get(key) ?? 0) > now) throw tooMany();
  const { success } = await env.OPERATOR_LIMITER.limit({ key });
  if (success) return;
  if (refusedUntil.size >= MAX_REFUSED) refusedUntil.clear();
  refusedUntil.set(key, now + PERIOD_SECONDS * 1_000);
  throw tooMany();
}
