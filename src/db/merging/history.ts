import { type SQL, sql } from "drizzle-orm";
import type { Scope } from "#env";
import type { Statement } from "../batch";
import { analyses } from "../schema/analysis";
import { runs } from "../schema/automation";
import { bookings } from "../schema/bookings";
import { comments } from "../schema/comments";
import { consents } from "../schema/consents";
import { linkClicks, linkSends } from "../schema/links";
import { messages } from "../schema/messages";
import { conversations } from "../schema/messaging";
import { sourceDeliveries } from "../schema/sources";
import { present } from "../scope/present";
import { owned } from "../scope/within";
import { isMerge, type Merge, pairs } from "./merge";
import { evaluationsOf, moveEvaluations } from "./triggers";

// Moves what there may be much of from one lead to another: as many rows of each table as `limit`.
// Each statement finds what is still to be moved: a chunk may be worked twice, by two at once, or
// not at all after a crash. What is behind a deleted parent stays, and is removed with that.

/** The rows that move: `from` selects the lead. The last transaction moves all that are left. */
export type Moving = { merge: Merge; from: SQL; limit: number; isLast: boolean };

/** The workspace's rows of a lead that are not behind a deleted parent. */
const ofLead = (scope: Scope, table: Parameters<typeof owned>[1] & { leadId: object }, from: SQL) =>
  sql`${table.leadId} = ${from} and +${owned(scope, table)} and ${present(table) ?? sql`true`}`;

/** The messages of both leads' conversations by one channel; those to be sent go over last. */
const messagesOf = ({ merge, from, limit, isLast }: Moving) => sql`
  select messages.id from (${pairs(merge, from)}) as pair
    cross join messages on messages.conversation_id = pair.from_id
  where ${isLast ? sql`true` : sql`messages.next_attempt_at is null`}
  limit ${limit}`;

/** Runs that go on keep their lead until that has all that they need. */
const runsOf = (scope: Scope, { from, limit, isLast }: Moving) => sql`
  select id from runs
  where ${ofLead(scope, runs, from)} and ${isLast ? sql`true` : sql`ended_at is not null`}
  limit ${limit}`;

const sendsOf = (scope: Scope, from: SQL, limit: number) => sql`
  select id, clicks_count from link_sends
  where ${ofLead(scope, linkSends, from)} order by id limit ${limit}`;

const consentsOf = (scope: Scope, from: SQL, limit: number) => sql`
  select id from consents where ${ofLead(scope, consents, from)} order by at limit ${limit}`;

const claimsOf = (from: SQL, limit: number) => sql`
  select id from profile_claims where lead_id = ${from} limit ${limit}`;

const analysesOf = (scope: Scope, from: SQL, limit: number) => sql`
  select id from analyses
  where ${owned(scope, analyses)} and lead_id = ${from} and finished_at is not null
    and ${present(analyses)}
  limit ${limit}`;

const commentsOf = (scope: Scope, from: SQL, limit: number) => sql`
  select id from comments where ${ofLead(scope, comments, from)} limit ${limit}`;

const deliveriesOf = (scope: Scope, from: SQL, limit: number) => sql`
  select source_id, seq from source_deliveries
  where ${ofLead(scope, sourceDeliveries, from)} limit ${limit}`;

const bookingsOf = (scope: Scope, from: SQL, limit: number) => sql`
  select id from bookings where ${ofLead(scope, bookings, from)} limit ${limit}`;

/** The number of rows that the last transaction would move, counted up to `most` of each table. */
export function countLeft(scope: Scope, merge: Merge, from: SQL, most: number): SQL {
  const all = { merge, from, limit: most, isLast: true };
  const count = (rows: SQL) => sql`(select count(*) from (${rows}))`;
  const ended = sql`select 1 from (${runsOf(scope, { ...all, isLast: false })})`;
  return sql`(
    ${count(messagesOf(all))} + ${count(ended)} + ${count(consentsOf(scope, from, most))}
    + ${count(claimsOf(from, most))} + ${count(analysesOf(scope, from, most))}
    + ${count(evaluationsOf(scope, from, most))} + ${count(commentsOf(scope, from, most))}
    + ${count(deliveriesOf(scope, from, most))}
    + ${count(bookingsOf(scope, from, most))}
    + (select ifnull(sum(1 + clicks_count), 0) from (${sendsOf(scope, from, most)})))`;
}

/** The statements that move the rows of all tables. */
export const moveHistory = (scope: Scope, moving: Moving): Statement[] => [
  ...moveMessages(scope, moving),
  sql`
    update runs set lead_id = ${moving.merge.keepId}, revision = revision + 1
    where id in (${runsOf(scope, moving)})`,
  ...moveLinkSends(scope, moving),
  ...(moving.isLast ? [] : moveManyClicks(scope, moving)),
  ...moveConsents(scope, moving),
  moveEvaluations(scope, moving.merge.keepId, moving.from, moving.limit),
  sql`
    update comments set lead_id = ${moving.merge.keepId}
    where id in (${commentsOf(scope, moving.from, moving.limit)})`,
  sql`
    update source_deliveries set lead_id = ${moving.merge.keepId}
    where (source_id, seq) in (${deliveriesOf(scope, moving.from, moving.limit)})`,
  sql`
    update bookings set lead_id = ${moving.merge.keepId}
    where id in (${bookingsOf(scope, moving.from, moving.limit)})`,
  ...moveFindings(scope, moving),
];

/** The kept conversation of one of the pairs. */
export const targetOf = ({ merge, from }: Pick<Moving, "merge" | "from">, column: SQL) => sql`(
  select to_id from (${pairs(merge, from)}) as pair where pair.from_id = ${column})`;

/** True of a message that its conversation counts (`messages_insert` in messaging.sql). */
const isCounted = sql`
  direction <> 'internal' and not (direction = 'outbound' and type = 'reaction')`;

function moveMessages(scope: Scope, moving: Moving): Statement[] {
  const ids = messagesOf(moving);
  const moved = sql`
    select conversation_id, count(*) filter (where ${isCounted}) as n
    from messages
    where id in (${ids}) group by conversation_id`;
  return [
    sql`
      update conversations set messages_count = messages_count + delta.n
      from (
        select conversation_id as id, -n as n from (${moved})
        union all
        select ${targetOf(moving, sql`moved.conversation_id`)}, n from (${moved}) as moved
      ) as delta
      where conversations.id = delta.id and +${owned(scope, conversations)}`,
    sql`
      update messages
      set conversation_id = ${targetOf(moving, sql`messages.conversation_id`)}
      where id in (${ids}) and +${owned(scope, messages)}`,
  ];
}

/** Link sends with their clicks: the first of them that have no more than `limit` together. */
function moveLinkSends(scope: Scope, { merge: { keepId }, from, limit }: Moving): Statement[] {
  const first = sql`
    select id from (
      select id, sum(1 + clicks_count) over (order by id) as total
      from (${sendsOf(scope, from, limit)}))
    where total <= ${limit}`;
  return [
    sql`
      update link_clicks set lead_id = ${keepId}
      where link_send_id in (${first}) and lead_id = ${from} and +${owned(scope, linkClicks)}`,
    sql`update link_sends set lead_id = ${keepId} where id in (${first})`,
  ];
}

/** A link send with more clicks than that: some of them at a time, then itself. */
function moveManyClicks(scope: Scope, { merge, from, limit }: Moving): Statement[] {
  const first = sql`(
    select id from (${sendsOf(scope, from, 1)}) where 1 + clicks_count > ${limit})`;
  const isLeft = sql`link_send_id = ${first} and lead_id = ${from}`;
  const since = sql`(select clicks_from from lead_merges where ${isMerge(scope, merge)})`;
  return [
    sql`
      update link_clicks set lead_id = ${merge.keepId}
      where id in (
          select id from link_clicks where ${isLeft} and clicked_at >= ${since}
          order by clicked_at limit ${limit})
        and +${owned(scope, linkClicks)}`,
    sql`
      update lead_merges set clicks_from = ifnull((
        select clicked_at from link_clicks where ${isLeft} and clicked_at >= ${since}
        order by clicked_at limit 1), 0)
      where ${isMerge(scope, merge)} and (clicks_from > 0 or ${first} is not null)`,
    sql`
      update link_sends set lead_id = ${merge.keepId}
      where id = ${first} and ${since} = 0
        and not exists (select 1 from link_clicks where ${isLeft})`,
  ];
}

/** One that the kept lead has, too, goes. */
function moveConsents(scope: Scope, { merge: { keepId }, from, limit }: Moving): Statement[] {
  const ids = consentsOf(scope, from, limit);
  return [
    sql`
      delete from consents
      where id in (${ids}) and message_id is null
        and exists (
          select 1 from consents as theirs
          where theirs.lead_id = ${keepId} and theirs.at = consents.at
            and theirs.method = consents.method and theirs.kind = consents.kind
            and theirs.scope = consents.scope
            and theirs.message_id is null)`,
    sql`update consents set lead_id = ${keepId} where id in (${ids})`,
  ];
}

/** The findings of analyses, and the analyses that are over. */
function moveFindings(scope: Scope, moving: Moving): Statement[] {
  const { merge, from, limit } = moving;
  const target = sql`ifnull(${targetOf(moving, sql`conversation_id`)}, conversation_id)`;
  return [
    sql`
      update profile_claims set lead_id = ${merge.keepId}, conversation_id = ${target}
      where id in (${claimsOf(from, limit)})`,
    sql`
      update analyses set lead_id = ${merge.keepId}, conversation_id = ${target}
      where ${owned(scope, analyses)} and id in (${analysesOf(scope, from, limit)})`,
  ];
}
