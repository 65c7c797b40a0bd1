import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { channels } from "#db/schema/messaging";
import { within } from "#db/scope/scope";
import { hasFailedAs, retryCapped } from "#db/statements/messages/capped";
import { applyReports, nameReported } from "#db/statements/messages/delivery";
import type { ActorCode } from "#domain/actors";
import type { MessageError, ReportedStatus } from "#domain/messaging";
import type { Scope, Writer } from "#env";
import { applyLinkTags } from "#features/links/recipients/tagging";
import { DAY_MS } from "#lib/time";

/** A provider's report on a message. `messageId` is ours, where the provider echoes it. */
export type StatusReport = {
  externalId: string;
  status: ReportedStatus;
  at: number;
  messageId: number | null;
  error: MessageError | null;
};

/**
 * Updates a channel's messages from reports on them, in whatever order and however often these
 * arrive. Only what a message can't hold is stored, each status once: failures, as a later report
 * may say that the message has arrived, and reports on unknown messages, which wait for them.
 */
export function reportStatements(
  writer: Writer,
  channelId: number,
  reports: StatusReport[],
  now = Date.now(),
): Statement[] {
  if (reports.length === 0) return [];
  const list = JSON.stringify(reports);
  const matched = sql`
    select message_id, external_id, status, at, error
    from (${matchedReports(channelId, list)}) where message_id is not null`;
  const messageIds = sql`select message_id from (${matched})`;
  const arrived = sql`select * from (${matched}) where status <> 'failed'`;
  const failed = sql`select * from (${matched}) where status = 'failed'`;
  const mayBeCapped = reports.some(({ error }) => error?.reason === "marketing_cap");
  return [
    // From here on, no report of the failed attempt matches a message that is sent again.
    ...(mayBeCapped ? [retryCapped(failed, now)] : []),
    storeReports(channelId, list, now),
    nameReported(matched),
    applyReports(writer.actor, sql`${arrived} union all ${storedReports(messageIds)}`),
    ...tagRecipients(writer.db, messageIds),
  ];
}

/** The reports of a list of JSON, with the messages that they are about. */
function matchedReports(channelId: number, list: string) {
  const isOwn = sql`channel_id = ${channelId} and direction = 'outbound'`;
  const named = sql`
    select id from messages where ${isOwn} and external_id = value ->> 'externalId'`;
  // An echo may be another program's, which uses the same account and counts its messages too. Of
  // an attempt that has failed, only that it has arrived after all is news.
  const echoed = sql`
    select id from messages
    where ${isOwn} and id = value ->> 'messageId' and external_id is null and attempts > 0
      and not (
        value ->> 'status' in ('sent', 'failed')
        and ${hasFailedAs(sql`value ->> 'externalId'`)})`;
  return sql`
    select
      value ->> 'externalId' as external_id, value ->> 'status' as status, value ->> 'at' as at,
      iif(json_type(value, '$.error') = 'null', null, value -> 'error') as error,
      ifnull((${named}), (${echoed})) as message_id, value ->> 'messageId' as echo, key
    from json_each(${list})`;
}

const storeReports = (channelId: number, list: string, now: number) => sql`
  insert into status_reports (channel_id, external_id, status, at, error, message_id, created_at)
  select ${channelId}, external_id, status, at, error, message_id, ${now}
  from (${matchedReports(channelId, list)}) as report
  where case
    when message_id is not null then status = 'failed'
    else not exists (
      select 1 from messages where id = report.echo and ${hasFailedAs(sql`report.external_id`)})
    end
  order by key
  on conflict do nothing`;

/** The stored reports on messages. */
export const storedReports = (messageIds: SQL) => sql`
  select message_id, external_id, status, at, error from status_reports
  where message_id in (${messageIds})`;

/** Updates messages from the reports that have waited for them. */
export const applyWaiting = (actor: ActorCode, messageIds: SQL): Statement[] => [
  nameReported(storedReports(messageIds)),
  applyReports(actor, storedReports(messageIds)),
];

/** Tags leads that were sent, or have read, their links. */
export function tagRecipients(db: Scope["db"], messageIds: SQL): Statement[] {
  const sends = sql`link_sends.message_id in (${messageIds})`;
  return [...applyLinkTags(db, "sent", sends), ...applyLinkTags(db, "read", sends)];
}

/**
 * Assigns waiting reports to their messages. `known` selects `channel_id`, `external_id` and
 * `message_id`.
 */
export const matchReports = (known: SQL) => sql`
  update status_reports set message_id = known.message_id
  from (${known}) as known
  where status_reports.channel_id = known.channel_id
    and status_reports.external_id = known.external_id
    and status_reports.message_id is null`;

/** The time that a report waits for its message: platforms repeat webhooks for some days. */
const REPORT_LIFE_MS = 7 * DAY_MS;

const waiting = (scope: Scope, before: number) => sql`
  channels cross join status_reports on status_reports.channel_id = channels.id
  where ${within(scope, channels)} and status_reports.message_id is null
    and status_reports.created_at < ${before}`;

/**
 * Deletes at most `limit` of the workspace's reports of before a time that still wait for their
 * message: they name phones, and nobody knows whose.
 */
export const forgetReports = (scope: Scope, before: number, limit: number) => sql`
  delete from status_reports where (channel_id, external_id, status) in (
    select status_reports.channel_id, status_reports.external_id, status_reports.status
    from ${waiting(scope, before)} limit ${limit})`;

/** True if there are such reports. */
export const hasReports = (scope: Scope, before: number) => sql`exists (
  select 1 from ${waiting(scope, before)})`;

/** Prunes at most `limit` reports on messages that other programs sent through the accounts. */
export const pruneReports = (limit: number) => sql<{ pruned: 1 }>`
  delete from status_reports where (channel_id, external_id, status) in (
    select channel_id, external_id, status from status_reports
    where message_id is null and created_at < ${Date.now() - REPORT_LIFE_MS} limit ${limit})
  returning 1 as pruned`;
