import { type SQL, sql } from "drizzle-orm";
import { type ActorCode, BY_PLATFORM } from "../../../domain/actors";
import type { MessageError, ReportedStatus } from "../../../domain/messaging";
import type { Scope } from "../../../env";

// The statements that store the outcomes of messages at their provider.

/** The outcome of an attempt to send a message. `nextAt` is the time of the next attempt. */
export type MessageOutcome = {
  messageId: number;
  attempt: number;
  status: "sent" | "queued" | "failed" | "unknown";
  at: number;
  nextAt: number | null;
  externalId: string | null;
  error: MessageError | null;
};

/**
 * Writes outcomes. A message stays that of who has made it, unless the provider refuses it. One that a report has settled in the meantime keeps its status, and a
 * retry counts only for the latest attempt. An external id that another message has is left out.
 */
export const writeOutcomes = (channelId: number, outcomes: MessageOutcome[]) => sql`
  update messages set
    status = outcome.status,
    sent_at = iif(outcome.status = 'sent', outcome.at, sent_at),
    external_id = ifnull(outcome.externalId, external_id),
    error = outcome.error,
    next_attempt_at = outcome.nextAt,
    changed_by = iif(outcome.status = 'failed', ${BY_PLATFORM}, changed_by)
  from (
    select
      value ->> 'messageId' as id,
      value ->> 'attempt' as attempt,
      value ->> 'status' as status,
      value ->> 'at' as at,
      value ->> 'nextAt' as nextAt,
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
      messages.status = 'unknown' or messages.next_attempt_at is not null)`;

/** When the first of these statuses was reported of the message. */
const firstAt = (...statuses: ReportedStatus[]) => {
  const list = sql.raw(statuses.map((status) => `'${status}'`).join(", "));
  return sql`(
    select min(at) from status_reports where message_id = messages.id and status in (${list}))`;
};

// A message that was read was delivered; one that was delivered was sent.
const sentAt = firstAt("sent", "delivered", "read");
const deliveredAt = firstAt("delivered", "read");
const readAt = firstAt("read");
const failedAt = firstAt("failed");

/** A reported external id that no other message of the channel has. */
const reportedId = sql`(
  select external_id from status_reports
  where message_id = messages.id and not exists (
    select 1 from messages as other
    where other.channel_id = status_reports.channel_id
      and other.external_id = status_reports.external_id)
  limit 1)`;

/** Updates messages from all of their status reports, in whatever order these arrived. */
export const applyReports = (actor: ActorCode, messageIds: SQL) => sql`
  update messages set
    status = case
      when ${readAt} is not null then 'read'
      when ${deliveredAt} is not null then 'delivered'
      when ${failedAt} is not null then 'failed'
      else 'sent' end,
    error = case
      when ${deliveredAt} is not null then null
      when ${failedAt} is not null then (
        select error from status_reports where message_id = messages.id and status = 'failed')
      else null end,
    sent_at = ifnull(sent_at, ${sentAt}),
    delivered_at = ${deliveredAt},
    read_at = ${readAt},
    external_id = ifnull(external_id, ${reportedId}),
    next_attempt_at = null, changed_by = ${actor}
  where id in (${messageIds})
    and exists (select 1 from status_reports where message_id = messages.id)`;

/** Erases the content of messages that their sender has deleted. */
export const eraseContent = ({ actor }: Pick<Scope, "actor">, which: SQL) => sql`
  update messages set
    text = null, tapped = null, payload = '{"deleted":true}', changed_by = ${actor}
  where ${which}`;
