import { and, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import { leadTags } from "#db/schema/leads";
import { conversations } from "#db/schema/messaging";
import { present } from "#db/scope/present";
import { WINDOW_MS } from "#domain/window";
import type { People } from "#features/leads/search/people";
import type { ConversationQuery } from "./schema";

const flag = (value: boolean | undefined, condition: SQL) =>
  value === undefined ? undefined : value ? condition : sql`not (${condition})`;

const taggedWith = (ids: number[]) => sql`exists (
  select 1 from lead_tags
  where lead_tags.lead_id = ${conversations.leadId}
    and tag_id in (select value from json_each(${JSON.stringify(ids)})) and ${present(leadTags)})`;

/** A query, with the people whom its `search` finds. */
export type PeopleQuery = ConversationQuery & { people?: People | undefined };

/** The most rows that D1 counts for checking the filters on one conversation. */
export const rowsOfFilters = ({ tag_ids, last_message_direction: last, people }: PeopleQuery) =>
  (tag_ids ? 2 * tag_ids.length + 2 : 0) + (last ? 1 : 0) + (people?.rowsRead ?? 0);

/** The filters that are checked on each conversation, whichever index finds it. */
export function filtersOf(query: PeopleQuery, now: number): SQL | undefined {
  const { assigneeId, unreadCount, lastInboundAt, lastMessageId } = conversations;
  const { last_inbound_from: from, last_inbound_to: to, last_message_direction: last } = query;
  const { assignee_id: assignee } = query;
  return and(
    query.state && eq(conversations.state, query.state),
    assignee === undefined ? undefined : eq(assigneeId, assignee),
    flag(query.is_assigned, gt(assigneeId, 0)),
    flag(query.is_unread, gt(unreadCount, 0)),
    flag(query.is_window_open, sql`ifnull(${lastInboundAt}, 0) > ${now - WINDOW_MS}`),
    last && sql`(select direction from messages where id = ${lastMessageId}) = ${last}`,
    query.tag_ids && taggedWith(query.tag_ids),
    query.people?.isOneOf(conversations.leadId),
    // No index holds the times: each message would write it.
    from === undefined ? undefined : gte(lastInboundAt, from),
    to === undefined ? undefined : lte(lastInboundAt, to),
  );
}
