import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { blockError, ownError } from "../../../domain/block-reasons";
import type { MessageError } from "../../../domain/messaging";
import type { Scope, Writer } from "../../../env";
import { HELD, STOPPED } from "../../runs";
import { messages } from "../../schema/messaging";
import { owned, within } from "../../scope";

// The statements that change messages which no sender has claimed.

/** Fails the queued messages among `which`. A message that is being sent stays as it is. */
export const failQueued = ({ db, actor }: Writer, which: SQL | undefined, error: MessageError) =>
  db
    .update(messages)
    .set({ status: "failed", error, nextAttemptAt: null, changedBy: actor })
    .where(and(which, isNotNull(messages.nextAttemptAt), eq(messages.status, "queued")));

/** Fails the queued messages of a channel. */
export const failQueuedOfChannel = (writer: Writer, channelId: number | SQL, error: MessageError) =>
  failQueued(writer, eq(messages.channelId, channelId), error);

/** Fails the queued messages of runs that were stopped. `runIds` selects the runs. */
export const failQueuedOfRuns = (scope: Scope, runIds: SQL) =>
  failQueued(
    scope,
    within(scope, messages, isNotNull(messages.runId), sql`${messages.runId} in (${runIds})`),
    ownError("cancelled", STOPPED),
  );

/**
 * Fails the queued messages to those of the leads that have opted out, save the confirmations of
 * opt-outs. `leadIds` selects the leads.
 */
export const failQueuedOfOptedOut = (writer: Writer, leadIds: SQL) =>
  failQueued(
    writer,
    sql`${messages.conversationId} in (
          select id from conversations
          where lead_id in (${leadIds})
            and exists (select 1 from leads where id = lead_id and is_optout = 1))
        and ${messages.consentId} is null`,
    blockError("opted_out"),
  );

/** The messages that are held while their scenario is paused: the condition of an index. */
export const isHeldFor = (scenarioId: SQL) =>
  sql`messages.next_attempt_at = ${sql.raw(String(HELD))} and messages.scenario_id = ${scenarioId}`;

/**
 * Releases some of the messages that were held while their scenario was paused. Returns their
 * channels.
 */
export const releaseHeld = (scope: Scope, scenarioId: SQL, limit: number, now: number) => {
  const held = sql`select id from messages where ${isHeldFor(scenarioId)} limit ${limit}`;
  return sql<{ channel_id: number }>`
    update messages set next_attempt_at = ${now}
    where id in (${held}) and +${owned(scope, messages)}
    returning channel_id`;
};
