import { type SQL, sql } from "drizzle-orm";
import { channels } from "#db/schema/messaging";
import { hasExpiringTokens, type Login } from "#domain/platforms";
import { DAY_MS } from "#lib/time";

// The tokens that expire: those of Instagram's own login. Meta renews one that is at least 24 hours
// old and has not expired, for another 60 days ("Refresh access token").

const LIFETIME_MS = 60 * DAY_MS;
const MIN_AGE_MS = DAY_MS;
const RENEWED_BEFORE_MS = 30 * DAY_MS;
const WARNED_BEFORE_MS = 7 * DAY_MS;

const NO_TOKEN = {
  tokenExpiresAt: null,
  tokenRenewedAt: null,
  tokenDueAt: null,
  tokenWarnedAt: null,
};

/**
 * The times of a token that a client has given now. How old it is only its renewal tells: it is
 * renewed as soon as it is certain to be a day old.
 */
export const givenToken = (login: Login | null, now: number) =>
  hasExpiringTokens(login)
    ? { ...NO_TOKEN, tokenExpiresAt: now + LIFETIME_MS, tokenDueAt: now + MIN_AGE_MS }
    : NO_TOKEN;

/** The times of a channel's token once the channel was replaced: those of a token that stays. */
export function replacedToken(login: Login | null, isNew: boolean, now: number) {
  const given = givenToken(login, now);
  const kept = ([name, value]: [string, number | null]) => {
    const column = channels[name as keyof typeof given];
    return [name, sql`iif(${channels.login} is ${login}, ${column}, ${value})`];
  };
  const times = isNew ? given : Object.fromEntries(Object.entries(given).map(kept));
  return times as Record<keyof typeof given, number | SQL | null>;
}

/** The times of a token that Meta has renewed now, for `lifetimeMs`. */
export const renewedToken = (lifetimeMs: number, now: number) => ({
  tokenExpiresAt: now + lifetimeMs,
  tokenRenewedAt: now,
  tokenDueAt: now + Math.max(MIN_AGE_MS, lifetimeMs - RENEWED_BEFORE_MS),
  tokenWarnedAt: null,
});

export const isEnding = (expiresAt: number, now: number) => expiresAt - WARNED_BEFORE_MS <= now;
