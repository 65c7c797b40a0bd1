import { type SQL, sql } from "drizzle-orm";
import { statusReports } from "../../../db/schema/messaging";
import { rows, type Statement } from "../../../db/scope";
import type { ReportedStatus } from "../../../domain/messaging";
import type { Scope } from "../../../env";
import { DAY_MS } from "../../../lib/time";
import { tagFor } from "../../links/recipients/moments";
import type { Failure } from "./worker/outcome";

type Db = Pick<Scope, "db">;

/** What a provider reports of a message that it knows by `externalId`; `messageId` is ours, where the provider has echoed it. */
export type StatusReport = {
  externalId: string;
  status: ReportedStatus;
  at: number;
  messageId: number | null;
  error: Failure | null;
};

/**
 * The statements that store reports of a channel's messages, each status once, and make the messages what all of their reports say. In
 * whatever order they come, and however often: a message that was read is not delivered again. What is of no known message waits.
 */
export function reportStatements(
  scope: Db,
  channelId: number,
  reports: StatusReport[],
  now = Date.now(),
): Statement[] {
  if (reports.length === 0) return [];
  const list = JSON.stringify(
    reports.map(({ externalId, status, at, error, messageId }) => [
      externalId,
      status,
      at,
      error,
      messageId,
    ]),
  );
  const isOwn = sql`channel_id = ${channelId} and direction = 'outbound'`;
  // What is echoed may be another program's, which sends through the same account and counts its messages too.
  const echoed = sql`(select id from messages where ${isOwn} and id = value ->> 4 and external_id is null and attempts > 0)`;
  return [
    scope.db
      .insert(statusReports)
      .select(
        // In the order of the table's columns.
        sql`select ${channelId}, value ->> 0, value ->> 1, value ->> 2, iif(json_type(value, '$[3]') = 'null', null, value -> 3),
            ifnull((select id from messages where ${isOwn} and external_id = value ->> 0), ${echoed}),
            ${now}
          from json_each(${list}) where true order by key`,
      )
      .onConflictDoNothing(),
    ...settle(
      scope,
      sql`select message_id from json_each(${list}) cross join status_reports
      on channel_id = ${channelId} and external_id = value ->> 0 where message_id is not null`,
    ),
  ];
}

const anyOf = (...statuses: ReportedStatus[]) =>
  sql.raw(statuses.map((status) => `'${status}'`).join(", "));

/** When the first of these statuses was reached. */
const reached = (...statuses: ReportedStatus[]) =>
  sql`(select min(at) from status_reports where message_id = messages.id and status in (${anyOf(...statuses)}))`;

/** What each status implies: what was read was delivered, what was delivered was sent. */
const [sent, delivered, read, failed] = [
  reached("sent", "delivered", "read"),
  reached("delivered", "read"),
  reached("read"),
  reached("failed"),
];

/** The statements that make messages what their reports say, and tag the leads that were sent, or have read, their links. */
export function settle(scope: Db, messageIds: SQL): Statement[] {
  const isReported = sql`exists (select 1 from status_reports where message_id = messages.id)`;
  const sends = sql`link_sends.message_id in (${messageIds})`;
  return [
    rows(
      scope,
      sql`update messages set
          status = case when ${read} is not null then 'read' when ${delivered} is not null then 'delivered' when ${failed} is not null then 'failed' else 'sent' end,
          error = case when ${delivered} is not null then null
            when ${failed} is not null then (select error from status_reports where message_id = messages.id and status = 'failed') else null end,
          sent_at = ifnull(sent_at, ${sent}), delivered_at = ${delivered}, read_at = ${read},
          external_id = ifnull(external_id, (select external_id from status_reports where message_id = messages.id
            and not exists (select 1 from messages as other where other.channel_id = status_reports.channel_id and other.external_id = status_reports.external_id) limit 1)),
          next_attempt_at = null
        where id in (${messageIds}) and ${isReported}`,
    ),
    ...tagFor(scope.db, "sent", sends),
    ...tagFor(scope.db, "read", sends),
  ];
}

/** The statement that gives reports to the message that turned out to be theirs. `known` selects channel id, external id and message id. */
export const matchReports = (scope: Db, known: SQL): Statement =>
  rows(
    scope,
    sql`update status_reports set message_id = known.message_id from (${known}) as known
      where status_reports.channel_id = known.channel_id and status_reports.external_id = known.external_id and status_reports.message_id is null`,
  );

/** How long a report waits for its message. The platforms repeat what is not acknowledged for some days at most. */
const REPORT_LIFE_MS = 7 * DAY_MS;

/** Drops the reports of messages that are nobody's: sent by other means through the same account. */
export const forgetReports = (db: Scope["db"]) =>
  db
    .delete(statusReports)
    .where(sql`message_id is null and created_at < ${Date.now() - REPORT_LIFE_MS}`);
