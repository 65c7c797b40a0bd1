import { type SQL, sql } from "drizzle-orm";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import type { Paused } from "#domain/pauses";
import type { Scope } from "#env";
import { iso } from "#lib/time";
import type { PausedChannel } from "./pause-schema";

// The pauses of channels, as they are told to those who are about to send.

/** JSON of a `BearingPause`, of a channel that is paused. */
export const bearingPause = sql`
  json_object('reason', pause_reason, 'holds', pause_holds, 'until', pause_until)`;

/** Selects the channels of the workspace that are paused, on a condition. */
export const selectPaused = (scope: Scope, condition: SQL) => sql<Paused>`
  select id, name, platform, pause_reason as reason, pause_holds as holds, pause_until as until
  from channels
  where ${within(scope, channels, sql`pause_reason is not null and ${condition}`)}`;

/** Selects JSON of each of them as `paused`. */
export const selectPausedJson = (scope: Scope) => sql`
  select json_object('id', id, 'name', name, 'platform', platform, 'reason', pause_reason,
    'holds', pause_holds, 'until', pause_until) as paused
  from channels where ${within(scope, channels, sql`pause_reason is not null`)}`;

export const toPausedChannel = ({ id, name, reason, until }: Paused): PausedChannel => ({
  channel_id: id,
  name,
  reason,
  next_try_at: iso(until),
});
