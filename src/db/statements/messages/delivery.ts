import { type SQL, sql } from "drizzle-orm";
import { type ActorCode, BY_PLATFORM } from "#domain/actors";
import type { MessageError } from "#domain/messaging";
import type { Scope } from "#env";
import { DAY_MS } from "#lib/time";
import { waitsForCap } from "./capped";
import { changedNow } from "./changed";
import { isSpent } from "./comments";

// The statements that store the outcomes of messages at their provider.

/**
 * The outcome of an attempt to send a message. `nextAt` is the time of the next attempt; `isKept`
 * puts it back in its place of the queue, as if it had not been tried.
 */
export type MessageOutcome = {
  messageId: number;
  attempt: number;
  status: "sent" | "assessing" | "queued" | "failed" | "unknown";
  at: number;
  nextAt: number | null;
  isKept: boolean;
  externalId: string | null;
  error: MessageError | null;
};

/**
 * Writes outcomes. The actor of a message stays whoever created it, unless the provider refuses it.
 * A message that a report has settled in the meantime keeps its status, and a retry counts only for
 * the latest attempt. One that a report has queued again stays so. An external id that another
 * message has is left out.
 */
export const writeOutcomes = (channelId: number, outcomes: MessageOutcome[]) => sql`
  update messages set
    status = outcome.status,
    sent_at = iif(outcome.status = 'sent', outcome.at, sent_at),
    external_id = ifnull(outcome.externalId, external_id),
    error = outcome.error,
    next_attempt_at = iif(outcome.isKept, max(created_at, 1), outcome.nextAt),
    attempts = attempts - outcome.isKept,
    changed_by = iif(outcome.status = 'failed', ${BY_PLATFORM}, changed_by),
    ${changedNow()}
  from (
    select
      value ->> 'messageId' as id,
      value ->> 'attempt' as attempt,
      value ->> 'status' as status,
      value ->> 'at' as at,
      value ->> 'nextAt' as nextAt,
      value ->> 'isKept' as isKept,
      iif(json_type(value, '$.error') = 'null', null, value -> 'error') as error,
      iif(
        not exists (
          select 1 from messages as other
          where other.channel_id = ${channelId} and other.external_id = value ->> 'externalId'),
        value ->> 'externalId', null) as externalId
    from json_each(${JSON.stringify(outcomes)})
  ) as outcome
  where messages.id = outcome.id and +messages.channel_id = ${channelId}
    and iif(outcome.status = 'queued',
      messages.status = 'sending' and messages.attempts = outcome.attempt,
      messages.status = 'unknown'
        or messages.next_attempt_at is not null and not ${waitsForCap})`;

/** The time that a provider is given to assess a message that it holds. */
const ASSESSED_WITHIN_MS = 2 * DAY_MS;

/** Gives up waiting for the provider's word on at most `limit` messages that it holds. */
export const endAssessments = (limit: number) => sql<{ pruned: 1 }>`
  update messages set status = 'unknown', ${changedNow()}
  where id in (
    select id from messages
    where status = 'assessing' and updated_at < ${Date.now() - ASSESSED_WITHIN_MS} limit ${limit})
  returning 1 as pruned`;

/**
 * Names messages by the external ids in reports on them, and ends their sending. `reports` selects
 * `message_id` and `external_id`. An id that another message of the channel has is left out.
 */
export const nameReported = (reports: SQL) => sql`
  update messages set
    external_id = ifnull(messages.external_id, iif(
      not exists (
        select 1 from messages as other
        where other.channel_id = messages.channel_id and other.external_id = report.external_id),
      report.external_id, null)),
    next_attempt_at = null
  from (select message_id, min(external_id) as external_id from (${reports}) group by 1) as report
  where messages.id = report.message_id
    and (messages.external_id is null or next_attempt_at is not null)`;

/**
 * Updates messages from reports on them, in whatever order these arrive; writes nothing where they
 * say nothing new. `reports` selects `message_id`, `status`, `at` and `error`: besides new reports,
 * all stored ones on the same messages. A message that was read was delivered, one that was
 * delivered was sent, and one that has arrived has not failed. By then another may have
 * answered its comment.
 */
export const applyReports = (actor: ActorCode, reports: SQL) => sql`
  update messages set
    status = next.status, error = next.error,
    comment_id = iif(
      messages.status = 'failed' and ${isSpent(sql`messages.type`, sql`messages.comment_id`)},
      null, messages.comment_id),
    sent_at = next.sent_at, delivered_at = next.delivered_at, read_at = next.read_at,
    changed_by = ${actor}, ${changedNow()}
  from (
    select
      id,
      case
        when read_at is not null then 'read'
        when delivered_at is not null then 'delivered'
        when has_failed then 'failed'
        else 'sent' end as status,
      iif(delivered_at is null, error, null) as error,
      sent_at, delivered_at, read_at
    from (
      select
        known.id,
        ifnull(known.sent_at, min(at) filter (where report.status <> 'failed')) as sent_at,
        ${earliest(sql`known.delivered_at`, sql`report.status in ('delivered', 'read')`)}
          as delivered_at,
        ${earliest(sql`known.read_at`, sql`report.status = 'read'`)} as read_at,
        max(report.status = 'failed') as has_failed,
        max(report.error) filter (where report.status = 'failed') as error
      from (${reports}) as report cross join messages as known on known.id = report.message_id
      group by known.id)
  ) as next
  where messages.id = next.id
    and (messages.status, messages.error, messages.sent_at, messages.delivered_at, messages.read_at)
      is not (next.status, next.error, next.sent_at, next.delivered_at, next.read_at)`;

/** The earlier of a known time and that of the first report that meets a condition. */
const earliest = (known: SQL, condition: SQL) => {
  const reported = sql`min(at) filter (where ${condition})`;
  return sql`min(ifnull(${known}, ${reported}), ifnull(${reported}, ${known}))`;
};

const DELETED = sql`'{"deleted":true}'`;

/**
 * Erases the content of messages that their sender has deleted, unless it is erased. SQL triggers
 * delete what it proved (`analyses_message_deleted` in analysis.sql), and its file
 * (`messages_media_erased` in messaging.sql).
 */
export const eraseContent = ({ actor }: Pick<Scope, "actor">, which: SQL) => sql`
  update messages set
    text = null, tapped = null, payload = ${DELETED}, changed_by = ${actor},
    ${changedNow()}
  where ${which} and payload <> ${DELETED}`;
