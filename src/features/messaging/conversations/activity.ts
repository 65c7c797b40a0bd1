import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { allOf } from "#db/lists/walk";
import { messages } from "#db/schema/messages";
import { conversations } from "#db/schema/messaging";
import { owned, within } from "#db/scope/scope";
import { conversationStates } from "#domain/messaging";
import { foreignTags, throwForeignTags } from "#features/leads/tags/store";
import type { Reader } from "#features/links/recipients/hidden";
import type { Page, PageRequest } from "#lib/cursor";
import { filtersOf, type PeopleQuery, rowsOfFilters } from "./filter";
import { columnsOf, toWire } from "./row";
import type { Conversation, ConversationQuery } from "./schema";
import { visitedBySearch } from "./search";

// The conversations in the order of their last messages, while more messages come. The place of a
// conversation is the id of its last message, so it only ever moves up. A walk goes down from place
// to place. A conversation that it has not come to, and that moves up past it, is shown when the
// walk comes to the message that has moved it: of each conversation, the first message after the
// walk began finds it below the walk, and later ones find it above. So each is shown once.

/** The most new messages that a page looks at before it goes on down. */
const MOST_NEW = 500;
const MOST_VISITS = 1_000;
const MOST_ROWS_READ = 14_000;
/** The most states of assignees that are merged: far more than a team has. */
const MOST_LANES = 1_000;
/** A message behind more notes than this counts as the conversation's first. */
const MOST_NOTES = 20;

/** Where a walk stands: `below` the place of what it has shown, with messages up to `seen`. */
type Walk = { below: number; seen: number | null };

/** The conversations that a list asks for, and are in no other way found than by their place. */
function isListed(scope: Reader, query: PeopleQuery, now: number) {
  const { leadId, channelId, platform } = conversations;
  const { lead_id: lead, channel_id: channel } = query;
  return within(
    scope,
    conversations,
    lead === undefined ? undefined : eq(leadId, lead),
    channel === undefined ? undefined : eq(channelId, channel),
    query.platform && eq(platform, query.platform),
    filtersOf(query, now),
  );
}

const inbox = sql.raw("conversations indexed by conversations_inbox");

/** Each stored state with each assignee in it: within one, the index is in order of activity. */
function lanesOf(scope: Reader, { state, assignee_id, is_assigned }: ConversationQuery) {
  const nextAssignee = (of: SQL, after: SQL) => sql`(
    select min(assignee_id) from ${inbox}
    where ${within(scope, conversations, sql`conversations.state = ${of}`)}
      and conversations.assignee_id > ${after})`;
  const states = JSON.stringify(state === undefined ? conversationStates : [state]);
  if (assignee_id !== undefined || is_assigned === false)
    return sql`
      lanes (state, assignee_id) as (
        select value, cast(${assignee_id ?? 0} as integer) from json_each(${states}))`;
  return sql`
    lanes (state, assignee_id) as (
      select value, ${nextAssignee(sql`value`, is_assigned ? sql`0` : sql`-1`)}
      from json_each(${states})
      union all
      select state, ${nextAssignee(sql`lanes.state`, sql`lanes.assignee_id`)}
      from lanes where assignee_id is not null
      limit ${sql.raw(`${MOST_LANES}`)})`;
}

const inLane = (scope: Reader, lane: SQL, ...more: SQL[]) =>
  within(
    scope,
    conversations,
    sql`conversations.state = ${lane}.state`,
    sql`conversations.assignee_id = ${lane}.assignee_id`,
    ...more,
  );

/**
 * The conversations below a place, by their keys in the index: of a lead, of those whom a search
 * finds, or of all lanes merged.
 */
function visitedBelow(scope: Reader, query: PeopleQuery, below: number) {
  const start = sql`cast(${below} as integer)`;
  const { lastMessageId } = conversations;
  const columns = sql`state, assignee_id, ${lastMessageId} as place`;
  const where = sql`+${owned(scope, conversations)}
    and ${lastMessageId} > 0 and ${lastMessageId} < ${start}`;
  const order = desc(lastMessageId);
  if (query.lead_id !== undefined)
    return sql`
      select ${columns} from conversations
      where lead_id = ${query.lead_id} and ${where} order by ${order}`;
  const merged = mergedLanes(scope, query, start);
  return query.people ? visitedBySearch(query.people, { columns, where, order }, merged) : merged;
}

/** The conversations of all lanes below a place. */
function mergedLanes(scope: Reader, query: ConversationQuery, start: SQL) {
  const { lastMessageId } = conversations;
  const next = (lane: SQL, from: SQL) => sql`(
    select max(last_message_id) from ${inbox}
    where ${inLane(scope, lane, sql`${lastMessageId} < ${from}`, sql`${lastMessageId} > 0`)})`;
  const [lanes, merged] = [sql`lanes`, sql`merged`];
  return sql`
    with recursive ${lanesOf(scope, query)},
    merged (state, assignee_id, place) as (
      select state, assignee_id, ${next(lanes, start)} from lanes where assignee_id is not null
      union all
      select state, assignee_id, ${next(merged, sql`merged.place`)}
      from merged where place is not null
      order by 3 desc)
    select state, assignee_id, place from merged where place is not null`;
}

/** The rows of a page, by a subquery of `row_id`, `place` and `stop`. */
const rowsBy = (scope: Reader, ids: SQL, order: SQL) =>
  scope.db
    .select({
      ...columnsOf(scope),
      place: sql<number>`page.place`.as("place"),
      stop: sql<number>`page.stop`.as("stop"),
    })
    .from(conversations)
    .innerJoin(
      sql`(${ids}) as page`,
      and(sql`+${owned(scope, conversations)}`, sql`page.row_id = ${conversations.id}`),
    )
    .orderBy(order);

/** A page of the conversations below a place. The row with `stop` = 1 is where its visits end. */
function selectBelow(
  scope: Reader,
  query: PeopleQuery,
  { below }: Walk,
  { perPage }: PageRequest,
  now: number,
) {
  const bound = Math.min(MOST_VISITS, Math.floor(MOST_ROWS_READ / (9 + rowsOfFilters(query))));
  const atPlace = inLane(scope, sql`bounded`, eq(conversations.lastMessageId, sql`bounded.place`));
  const ids = sql`
    with bounded as not materialized (
      select state, assignee_id, place from (${visitedBelow(scope, query, below)})
      limit ${sql.raw(`${bound}`)})
    select row_id, place, stop from (
      select conversations.id as row_id, place, 0 as stop
      from bounded cross join ${inbox} on ${atPlace}
      where ${sql`+${isListed(scope, query, now)}`})
    union all
    select (select id from ${inbox} where ${atPlace}) as row_id, place, 1 as stop
    from (select * from bounded limit 1 offset ${sql.raw(`${bound - 1}`)}) as bounded
    limit ${perPage + 1}`;
  return rowsBy(scope, ids, desc(sql`page.place`));
}

const IS_LIVE = sql`and origin is not 'history'`;

/** The newest message before one of `news` that is no note. SQLite reads none that are older. */
const newestBefore = (condition: SQL = sql``) => sql`(
  select max(id) from (
    select id, direction, origin from messages as earlier
    where earlier.conversation_id = news.conversation_id and earlier.id < news.id
    order by id desc limit ${sql.raw(`${MOST_NOTES + 1}`)})
  where direction <> 'internal' ${condition})`;

/** The next messages of the workspace that the walk has not seen. */
const newMessages = (scope: Reader, seen: number) => sql`
  select id, conversation_id, direction, origin from messages
  where ${allOf(scope, messages)} and id > cast(${seen} as integer)
  order by id limit ${sql.raw(`${MOST_NEW}`)}`;

/** The conversations that the new messages have moved up past the walk, and new ones. */
function selectMoved(
  scope: Reader,
  query: PeopleQuery,
  { below, seen }: { below: number; seen: number },
  { perPage }: PageRequest,
  now: number,
) {
  // The past of an account moves only what has no other messages (the SQL trigger
  // `messages_history`): behind another message, it counts as if the walk had shown it.
  const before = sql`iif(
    news.origin is 'history' and ${newestBefore(IS_LIVE)} is not null, ${Number.MAX_SAFE_INTEGER},
    coalesce(${newestBefore(IS_LIVE)}, ${newestBefore()}, 0))`;
  const ids = sql`
    select news.conversation_id as row_id, news.id as place, 0 as stop
    from (${newMessages(scope, seen)}) as news
      cross join conversations on conversations.id = news.conversation_id
    where news.direction <> 'internal' and ${before} < cast(${below} as integer)
      and ${sql`+${isListed(scope, query, now)}`}
    order by news.id
    limit ${perPage + 1}`;
  return rowsBy(scope, ids, sql`page.place`);
}

/** The new messages that the page looks at: their number and the last; or the newest of all. */
const selectExtent = (scope: Reader, seen: number | null) =>
  seen === null
    ? sql<Extent>`
        select 0 as looked_at, ifnull((
          select id from messages where ${allOf(scope, messages)}
          order by id desc limit 1), 0) as last`
    : sql<Extent>`
        select count(*) as looked_at, ifnull(max(id), ${seen}) as last
        from (${newMessages(scope, seen)})`;
type Extent = { looked_at: number; last: number };

export async function listByActivity(
  scope: Reader,
  query: PeopleQuery,
  page: PageRequest,
): Promise<Page<Conversation>> {
  const { perPage, cursor } = page;
  const now = Date.now();
  const walk = { below: cursor?.id ?? Number.MAX_SAFE_INTEGER, seen: cursor?.seen ?? null };
  const { tag_ids } = query;
  const { extent, moved, below, foreign } = await readBatch(scope, {
    extent: selectExtent(scope, walk.seen),
    moved:
      walk.seen === null
        ? undefined
        : selectMoved(scope, query, { below: walk.below, seen: walk.seen }, page, now),
    below: selectBelow(scope, query, walk, page, now),
    foreign: tag_ids && foreignTags(scope, { tag_ids }),
  });
  throwForeignTags(foreign ?? [], { tag_ids });
  const news = (moved ?? []).slice(0, perPage);
  const { looked_at: lookedAt, last } = extent[0] ?? { looked_at: 0, last: walk.seen ?? 0 };
  const pageOf = (rows: typeof below, next: { id: number; seen: number } | null) => ({
    items: rows.map(toWire(scope)),
    perPage,
    next: next && { ...next, direction: "next" as const },
    prev: null,
  });
  const isCut = (moved ?? []).length > perPage;
  if (isCut || lookedAt === MOST_NEW) {
    const seen = isCut ? (news.at(-1)?.place ?? last) : last;
    return pageOf(news, { id: walk.below, seen });
  }
  const matches = below.filter(({ stop }) => stop !== 1);
  const room = matches.slice(0, perPage - news.length);
  const shown = [...news, ...room];
  const end =
    matches.length > room.length
      ? (room.at(-1)?.place ?? walk.below)
      : below.find(({ stop }) => stop === 1)?.place;
  return pageOf(shown, end === undefined ? null : { id: end, seen: last });
}
