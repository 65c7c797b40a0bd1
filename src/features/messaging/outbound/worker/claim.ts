import { type SQL, sql } from "drizzle-orm";
import { dueWith } from "../../../../db/due";
import { HELD, isRunStopped, STOPPED } from "../../../../db/runs";
import { open, readAll, rows, type Statement } from "../../../../db/scope";
import { BLOCK_REASONS, type BlockReason } from "../../../../domain/block-reasons";
import type { FailureReason } from "../../../../domain/messaging";
import type { Due } from "../../../../domain/wake";
import { WINDOW_MS } from "../../../../domain/window";
import type { Bindings, Scope } from "../../../../env";
import { isUnsubscribed } from "../../../leads/consents";
import { identitiesJson } from "../../../leads/identities";
import { failQueued } from "../../channels/stop";
import { resultStatements } from "./commit";
import type { Result } from "./outcome";
import type { SendingChannel, Taken } from "./work";

/** One lead may have a message about every six seconds, after a burst. */
const PACE_MS = 6_000;
const BURST = 10;
/** How far ahead of now `pace_at` of a conversation may be for another message to be sent. */
export const BURST_MS = (BURST - 1) * PACE_MS;

/** `next_attempt_at` of a message that is with the sender, so that those are found by the index. */
const TAKEN = 0;

export type Round = {
  channelId: number;
  /** What became of messages that were taken before. */
  results: Result[];
  /** Those that a provider was asked to send, and of which nothing is known. */
  lost: number[];
  /** How many to take. */
  limit: number;
};

/**
 * One round of a channel's sender, in one round trip: writes what became of the messages of the last one, and takes those that are due,
 * the oldest of each conversation. What was taken but never tried, as its process died, is queued again. A message whose lead, window or
 * channel does not allow it any more fails here. What was tried before comes first: a report on it may be on its way. When there is
 * nothing to do, `nextAt` says when there will be. `due` is what of the workspace is due by then: the run that waited for its message to
 * be sent, say.
 */
export async function nextRound(
  env: Pick<Bindings, "DB">,
  { channelId, results, lost, limit }: Round,
) {
  const db = open(env);
  const now = Date.now();
  const taken = sql`channel_id = ${channelId} and next_attempt_at = ${TAKEN}`;
  const lostIds = sql`select value from json_each(${JSON.stringify(lost)})`;
  const statements: Statement[] = [
    ...resultStatements(db, channelId, results),
    rows(
      { db },
      sql`update messages set status = 'unknown', next_attempt_at = null
        where id in (${lostIds}) and +channel_id = ${channelId} and next_attempt_at is not null`,
    ),
    ...putBack(db, channelId, taken),
    failQueued(
      db,
      channelWhere(channelId, sql`not exists (select 1 from channels where id = ${channelId})`),
      ...because("no_channel"),
    ),
    failQueued(
      db,
      channelWhere(
        channelId,
        sql`exists (select 1 from channels where id = ${channelId} and status = 'stopped')`,
      ),
      ...because("channel_stopped"),
    ),
    rows(
      { db },
      sql`update messages set status = 'sending', attempts = attempts + 1, next_attempt_at = ${TAKEN} where id in (${sendable(channelId, now, limit)})`,
    ),
    refuse(
      db,
      because("opted_out"),
      sql`${taken} and consent_id is null and ${ofConversation(sql`(select ${isUnsubscribed} from leads where id = lead_id)`)}`,
    ),
    // A confirmation that was held up until the lead has subscribed again would be wrong.
    refuse(
      db,
      ["rejected", "The lead has subscribed again."],
      sql`${taken} and consent_id is not null and ${ofConversation(sql`(select is_optout from leads where id = lead_id) = 0`)}`,
    ),
    refuse(
      db,
      because("window_closed"),
      sql`${taken} and type <> 'template' and ${ofConversation(sql`ifnull(last_inbound_at, 0) <= ${now - WINDOW_MS}`)}`,
    ),
    // One that was in the sender's hands when its run was stopped.
    refuse(db, ["cancelled", STOPPED], sql`${taken} and ${isRunStopped}`),
    hold(db, taken),
    pace(db, channelId, taken, sql`max(pace_at, ${now}) + ${PACE_MS}`),
    rows<Taken>(
      { db },
      sql`select messages.id, attempts as attempt, leads.id as leadId, type, text, payload, phone, ${identitiesJson} as identities
      from messages cross join conversations on conversations.id = conversation_id cross join leads on leads.id = lead_id where messages.${taken} order by attempts desc, messages.id`,
    ),
    rows<SendingChannel>(
      { db },
      sql`select id, platform, provider, external_id as externalId, gateway_url as gatewayUrl, credentials from channels where id = ${channelId}`,
    ),
    rows<{ at: number | null }>({ db }, nextTime(channelId, taken, now, limit)),
    rows<Due>({ db }, dueWith("channels", channelId)),
  ];
  const [first, ...others] = statements;
  const found: readonly unknown[] = await readAll({ db }, [first!, ...others]);
  const [messages, [channel], [next], [due]] = found.slice(-4) as [
    Taken[],
    SendingChannel[],
    { at: number | null }[],
    Due[],
  ];
  return { messages, channel, nextAt: next?.at ?? null, due };
}

const isFirst = sql`not exists (select 1 from messages as earlier
  where earlier.conversation_id = messages.conversation_id and earlier.next_attempt_at is not null and earlier.next_attempt_at < ${HELD} and earlier.id < messages.id)`;

/** The messages that may be sent now. */
const sendable = (channelId: number, now: number, limit: number) =>
  sql`select messages.id from messages cross join conversations on conversations.id = conversation_id
    where messages.channel_id = ${channelId} and next_attempt_at > ${TAKEN} and next_attempt_at <= ${now}
      and pace_at <= ${now + BURST_MS} and ${isFirst}
    order by next_attempt_at, messages.id limit ${limit}`;

/** When to look again; null where there is nothing to wait for, or some were taken. Each that is due is looked at only where the pace keeps all back. */
function nextTime(channelId: number, taken: SQL, now: number, limit: number) {
  // One upper bound: of two, SQLite may search by the wrong one.
  const waiting = (bound: SQL) =>
    sql`messages.channel_id = ${channelId} and next_attempt_at > ${TAKEN} and next_attempt_at ${bound}`;
  if (limit === 0)
    return sql`select min(next_attempt_at) as at from messages where ${waiting(sql`< ${HELD}`)}`;
  return sql`select case when exists (select 1 from messages where ${taken}) then null when exists (${sendable(channelId, now, 1)}) then ${now} else (
    select min(at) from (
      select min(next_attempt_at) as at from messages where channel_id = ${channelId} and next_attempt_at > ${now} and next_attempt_at < ${HELD}
      union all select min(max(next_attempt_at, pace_at - ${BURST_MS})) from messages cross join conversations on conversations.id = conversation_id
        where ${waiting(sql`<= ${now}`)} and ${isFirst}
    )) end as at`;
}

/** Queues what was taken but never tried as if it had not been taken. */
const putBack = (db: Scope["db"], channelId: number, taken: SQL): Statement[] => [
  pace(db, channelId, taken, sql`pace_at - ${PACE_MS}`),
  rows(
    { db },
    sql`update messages set status = 'queued', attempts = attempts - 1, next_attempt_at = max(created_at, ${TAKEN + 1}) where ${taken}`,
  ),
];

const pace = (db: Scope["db"], channelId: number, taken: SQL, time: SQL) =>
  rows(
    { db },
    sql`update conversations set pace_at = ${time} where id in (select conversation_id from messages where ${taken})
      and exists (select 1 from channels where id = ${channelId} and provider = 'whatsapp_cloud')`,
  );

/** Puts by what was taken of a scenario that is paused. Others of its conversation may go before. */
const hold = (db: Scope["db"], taken: SQL) =>
  rows(
    { db },
    sql`update messages set status = 'queued', attempts = attempts - 1, next_attempt_at = ${HELD} where ${taken} and run_id is not null
      and exists (select 1 from scenarios where scenarios.id = scenario_id and is_active = 0)`,
  );

/** The channel's id where the condition holds, else none: then no message is looked at. */
const channelWhere = (channelId: number, condition: SQL) =>
  sql`(select ${channelId} where ${condition})`;

const because = (reason: BlockReason): [FailureReason, string] => [reason, BLOCK_REASONS[reason]];

const ofConversation = (condition: SQL) =>
  sql`(select ${condition} from conversations where conversations.id = conversation_id)`;

const refuse = (db: Scope["db"], [reason, message]: [FailureReason, string], which: SQL) => {
  const error = JSON.stringify({ reason, code: null, message, retry_at: null });
  return rows(
    { db },
    sql`update messages set status = 'failed', error = ${error}, attempts = attempts - 1, next_attempt_at = null where ${which}`,
  );
};
