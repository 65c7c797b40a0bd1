import { type SQL, sql } from "drizzle-orm";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { HOUR_MS } from "#lib/time";
import { sealStart } from "./credentials";

// The time at which the provider last answered a channel that its credentials are right.

/** A use of a channel's credentials that the provider has accepted is noted once in this time. */
const STEP_MS = HOUR_MS;

export const isOwn = (scope: Scope, channelId: number) =>
  within(scope, channels, sql`id = ${channelId}`);

/**
 * Notes that the provider has accepted these credentials: the beginnings of the sealed ones that
 * calls were made with. Those of a channel that has others by now say nothing of it. This is no
 * change of the channel, so that `updated_at` stays.
 */
export function noteAccepted(isChannel: SQL, starts: string[]) {
  const now = Date.now();
  return sql`
    update channels set checked_at = ${now}, check_error = null
    where ${isChannel} and ${sealStart(sql`credentials`)} in (
        select value from json_each(${JSON.stringify([...new Set(starts)])}))
      and (ifnull(checked_at, 0) <= ${now - STEP_MS} or check_error is not null)`;
}

/** Keeps how a check has ended, unless the channel has other credentials by now. */
export const keepCheck = (
  scope: Scope,
  channelId: number,
  sealed: string,
  error: string | null,
) => sql`
  update channels set
    check_error = ${error}, checked_at = iif(${error} is null, ${Date.now()}, checked_at)
  where ${isOwn(scope, channelId)} and credentials = ${sealed}`;
