import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { messages } from "#db/schema/messages";
import { owned, within } from "#db/scope/scope";
import { blockError, ownError } from "#domain/block-reasons";
import type { FailureReason } from "#domain/failure-reasons";
import type { MessageError } from "#domain/messaging";
import { WINDOW_MS } from "#domain/window";
import type { Scope, Writer } from "#env";
import { HELD, isHeldRun, STOPPED } from "../run-states";
import { mayBeMarketing } from "../templates";
import { changedNow } from "./changed";
import { KEPT } from "./kept";

// The statements that change messages which no sender has claimed.

/** Fails the queued messages among `which`. A message that is being sent stays as it is. */
export const failQueued = ({ db, actor }: Writer, which: SQL | undefined, error: MessageError) =>
  db
    .update(messages)
    .set({ status: "failed", error, nextAttemptAt: null, changedBy: actor, updatedAt: Date.now() })
    .where(and(which, isNotNull(messages.nextAttemptAt), eq(messages.status, "queued")));

/**
 * The most queued messages that one statement fails. The channel's sender fails the others behind
 * it.
 */
const MAX_FAILED = 200;

/** The first queued messages that `which` finds by an index of pending ones. */
const firstQueued = (which: SQL) => sql`${messages.id} in (
  select id from messages
  where ${which} and next_attempt_at is not null and status = 'queued'
  limit ${MAX_FAILED})`;

/** Fails queued messages of channels: the first 200. */
export const failQueuedOfChannel = (writer: Writer, channelIds: SQL, error: MessageError) =>
  failQueued(writer, firstQueued(sql`channel_id in (${channelIds})`), error);

/** Fails the queued messages of runs that were stopped. `runIds` selects the runs. */
export const failQueuedOfRuns = (scope: Scope, runIds: SQL) =>
  failQueued(
    scope,
    within(scope, messages, isNotNull(messages.runId), sql`${messages.runId} in (${runIds})`),
    ownError("cancelled", STOPPED),
  );

/**
 * Fails queued messages to those of the leads that have opted out, the first 200, save the
 * confirmations of opt-outs. `leadIds` selects the leads.
 */
export const failQueuedOfOptedOut = (writer: Writer, leadIds: SQL) =>
  failQueued(
    writer,
    firstQueued(sql`
      consent_id is null
        and conversation_id in (
          select id from conversations
          where lead_id in (${leadIds})
            and exists (select 1 from leads where id = lead_id and is_optout = 1))`),
    blockError("opted_out"),
  );

/**
 * Fails queued templates that may be marketing to those of the leads that have opted out of it, the
 * first 200. `leadIds` selects the leads.
 */
export const failQueuedMarketing = (writer: Writer, leadIds: SQL) =>
  failQueued(
    writer,
    firstQueued(sql`
      ${mayBeMarketing}
        and conversation_id in (
          select id from conversations
          where lead_id in (${leadIds})
            and exists (select 1 from leads where id = lead_id and is_marketing_optout = 1))`),
    blockError("marketing_opted_out"),
  );

/** The reason of messages that wait for room among those to people who have not written lately. */
const LIMITED: FailureReason = "messaging_limit";

/**
 * Sends messages at once that wait for such room, where the lead has written one of `externalIds`:
 * they need none any more. Returns their channel.
 */
export const hastenLimited = (
  scope: Scope,
  channelId: number,
  externalIds: string[],
  now: number,
) => sql<{ id: number }>`
  update messages set next_attempt_at = ${now}, error = null, ${changedNow()}
  where id in (
    select waiting.id from json_each(${JSON.stringify(externalIds)}) as item
      cross join messages as told
        on told.channel_id = ${channelId} and told.external_id = item.value
      cross join conversations
        on conversations.id = told.conversation_id and last_inbound_at > ${now - WINDOW_MS}
      cross join messages as waiting
        on waiting.conversation_id = told.conversation_id and waiting.next_attempt_at is not null
        and waiting.next_attempt_at > ${now} and waiting.next_attempt_at < ${KEPT}
        and waiting.status = 'queued' and waiting.error ->> 'reason' = ${LIMITED})
    and +${owned(scope, messages)}
  returning channel_id as id`;

/** Holds the queued messages of runs that are paused themselves. `runIds` selects the runs. */
export const holdQueuedOfRuns = (scope: Scope, runIds: SQL) => sql`
  update messages set next_attempt_at = ${HELD}
  where ${owned(scope, messages)} and run_id is not null and run_id in (${runIds})
    and next_attempt_at is not null and status = 'queued'`;

/** When a message that was held may go: not before a limit of the platform is over. */
const releasedAt = (now: number) => sql`max(${now}, ifnull(error ->> 'retry_at', 0))`;

/** Releases the held messages of a run, if its scenario is active. Returns their channels. */
export const releaseHeldOfRun = (scope: Scope, runId: number, now: number) => sql<{
  channel_id: number;
}>`
  update messages set next_attempt_at = ${releasedAt(now)}
  where ${owned(scope, messages)} and run_id = ${runId} and next_attempt_at = ${HELD}
    and not ${isHeldRun(sql`run_id`)}
    and exists (select 1 from scenarios where scenarios.id = scenario_id and is_active = 1)
  returning channel_id`;

/**
 * The messages that are held only while their scenario is paused: for the most part the condition
 * of an index.
 */
export const isHeldFor = (scenarioId: SQL) =>
  sql`messages.next_attempt_at = ${sql.raw(String(HELD))} and messages.scenario_id = ${scenarioId}
    and not ${isHeldRun(sql`messages.run_id`)}`;

/**
 * Releases some of the messages that were held while their scenario was paused. Returns their
 * channels.
 */
export const releaseHeld = (scope: Scope, scenarioId: SQL, limit: number, now: number) => {
  const held = sql`select id from messages where ${isHeldFor(scenarioId)} limit ${limit}`;
  return sql<{ channel_id: number }>`
    update messages set next_attempt_at = ${releasedAt(now)}
    where id in (${held}) and +${owned(scope, messages)}
    returning channel_id`;
};
