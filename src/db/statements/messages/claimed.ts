import { type SQL, sql } from "drizzle-orm";
import { BY_SERVICE } from "#domain/actors";
import type { MessageError } from "#domain/messaging";
import { HELD, isHeldRun } from "../run-states";
import { waitsForCap } from "./capped";
import { changedNow } from "./changed";

// The statements by which a channel's sender claims messages and writes those that it has claimed.

/** `next_attempt_at` of a claimed message, so that the index of due messages finds it. */
export const CLAIMED = 0;

/** True if the message is none of those that the channel's sender has under way. */
export const isNotOpen = (openIds: number[]) =>
  openIds.length === 0
    ? sql`true`
    : sql`messages.id not in (select value from json_each(${JSON.stringify(openIds)}))`;

/** True if the channel's sender has claimed the message, and has not attempted it. */
export const isClaimed = (channelId: number, openIds: number[]) => sql`
  messages.channel_id = ${channelId} and messages.next_attempt_at = ${CLAIMED}
  and ${isNotOpen(openIds)}`;

export const claimMessages = (messageIds: SQL) => sql`
  update messages set
    status = 'sending', attempts = attempts + 1, next_attempt_at = ${CLAIMED}, error = null
  where id in (${messageIds})`;

/** Puts off queued messages, and says why. */
export const deferMessages = (messageIds: SQL, at: number, error: MessageError) => sql<{
  id: number;
}>`
  update messages set
    next_attempt_at = ${at}, error = ${JSON.stringify(error)}, ${changedNow()}
  where id in (${messageIds})
  returning id`;

/** Queues claimed messages again. `claimed` is `isClaimed`. */
export const requeueClaimed = (claimed: SQL) => sql`
  update messages set
    status = 'queued', attempts = attempts - 1, next_attempt_at = max(created_at, ${CLAIMED + 1})
  where ${claimed}`;

/**
 * Holds claimed messages whose scenario or run is paused. Later ones of the conversation may go
 * first.
 */
export const holdClaimed = (claimed: SQL) => sql`
  update messages set status = 'queued', attempts = attempts - 1, next_attempt_at = ${HELD}
  where ${claimed}
    and run_id is not null
    and (
      exists (select 1 from scenarios where scenarios.id = scenario_id and is_active = 0)
      or ${isHeldRun(sql`run_id`)})`;

/** Fails claimed messages that must not be sent. `condition` is about a row of `messages`. */
export const failClaimed = (claimed: SQL, condition: SQL, error: MessageError) => sql`
  update messages set
    status = 'failed', error = ${JSON.stringify(error)}, attempts = attempts - 1,
    next_attempt_at = null, changed_by = ${BY_SERVICE}, ${changedNow()}
  where ${claimed} and ${condition}`;

/** Marks messages that the provider may or may not have sent. */
export const markUnknown = (channelId: number, messageIds: number[]) => sql`
  update messages set status = 'unknown', next_attempt_at = null, ${changedNow()}
  where id in (select value from json_each(${JSON.stringify(messageIds)}))
    and +channel_id = ${channelId}
    and next_attempt_at is not null and not ${waitsForCap}`;
