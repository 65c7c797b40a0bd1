import { type SQL, sql } from "drizzle-orm";
import { rows, type Statement } from "../../../../db/scope";
import type { FailureReason } from "../../../../domain/messaging";
import type { Scope } from "../../../../env";
import { effectStatements, type Refused } from "../effects";
import { matchReports, reportStatements, settle } from "../reports";
import type { Result } from "./outcome";

const idsOf = (ids: number[]) => sql`select value from json_each(${JSON.stringify(ids)})`;

/** The statements that write results, with all that follows from them. Written twice they change nothing more. */
export function resultStatements(
  db: Scope["db"],
  channelId: number,
  results: Result[],
): Statement[] {
  if (results.length === 0) return [];
  const named = results.map((result, index) => ({
    ...result,
    externalId: isNamedBefore(results, index) ? null : result.externalId,
  }));
  const accepted = named.filter(({ status }) => status === "sent");
  const refused = results.map(({ messageId, error, effects }) => ({
    key: messageId,
    effects,
    detail: error?.message ?? "",
  }));
  const delivered = accepted.filter(({ isDelivered }) => isDelivered);
  return [
    writeResults(db, channelId, named),
    ...(accepted.length > 0
      ? [keepNumbers(db, accepted), matchReports({ db }, sentAs(channelId, accepted))]
      : []),
    ...reportStatements(
      { db },
      channelId,
      delivered.flatMap(({ externalId, at, messageId }) =>
        externalId === null
          ? []
          : [{ externalId, status: "delivered" as const, at, messageId, error: null }],
      ),
    ),
    ...(accepted.length > 0
      ? settle({ db }, idsOf(accepted.map(({ messageId }) => messageId)))
      : []),
    ...effectStatements(db, channelId, refused, idsOf),
    ...(accepted.length > 0
      ? earlyEffects(db, channelId, idsOf(accepted.map(({ messageId }) => messageId)))
      : []),
  ];
}

/** What failed reports ask for that came before it was known whose they are. That they stop the channel the next message finds out. */
const earlyEffects = (db: Scope["db"], channelId: number, messageIds: SQL) => {
  const reasons: Refused<FailureReason>[] = [
    { key: "opted_out", effects: { optOut: true }, detail: "" },
    { key: "undeliverable", effects: { unreachable: true }, detail: "" },
  ];
  return effectStatements(
    db,
    channelId,
    reasons,
    (wanted) => sql`select message_id from status_reports
    where message_id in (${messageIds}) and status = 'failed' and error ->> 'reason' in (select value from json_each(${JSON.stringify(wanted)}))`,
  );
};

/** Whether the provider has given the same id to another message: only one can have it. */
const isNamedBefore = (results: Result[], index: number) =>
  results
    .slice(0, index)
    .some(({ externalId }) => externalId !== null && externalId === results[index]!.externalId);

/**
 * A message that a report has settled in the meantime stays as it is; what is to be tried again must not have been since. An id that is
 * another's is not taken.
 */
function writeResults(db: Scope["db"], channelId: number, results: Result[]): Statement {
  const list = JSON.stringify(results);
  const isFree = sql`not exists (select 1 from messages as other where other.channel_id = ${channelId} and other.external_id = value ->> 'externalId')`;
  return rows(
    { db },
    sql`update messages set
        status = result.status, sent_at = iif(result.status = 'sent', result.at, sent_at), external_id = ifnull(result.externalId, external_id),
        error = result.error, next_attempt_at = result.nextAt
      from (
        select value ->> 'messageId' as id, value ->> 'attempt' as attempt, value ->> 'status' as status, value ->> 'at' as at, value ->> 'nextAt' as nextAt,
          iif(json_type(value, '$.error') = 'null', null, value -> 'error') as error, iif(${isFree}, value ->> 'externalId', null) as externalId
        from json_each(${list})
      ) as result
      where messages.id = result.id and +messages.channel_id = ${channelId} and iif(result.status = 'queued',
        messages.status = 'sending' and messages.attempts = result.attempt, messages.status = 'unknown' or messages.next_attempt_at is not null)`,
  );
}

const sentAs = (channelId: number, accepted: Result[]): SQL => sql`
  select channel_id, external_id, id as message_id from messages
  where +channel_id = ${channelId} and external_id is not null and id in (${idsOf(accepted.map(({ messageId }) => messageId))})`;

/** WhatsApp's own spelling of the numbers that it was given. */
function keepNumbers(db: Scope["db"], accepted: Result[]): Statement {
  const now = Date.now();
  const list = JSON.stringify(
    accepted.filter(({ waId }) => waId !== null).map(({ messageId, waId }) => [messageId, waId]),
  );
  return rows(
    { db },
    sql`insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
      select conversations.workspace_id, 'wa_id', value ->> 1, lead_id, ${now}, ${now} from json_each(${list})
      cross join messages on messages.id = value ->> 0 cross join conversations on conversations.id = conversation_id where true on conflict do nothing`,
  );
}
