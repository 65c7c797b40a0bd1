import { and, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import { joined, keyset, pagedWhere, stop, stopIn } from "../../../db/page";
import { exists } from "../../../db/rows";
import { conversations } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { matching, ownEqual } from "../../../db/walk";
import { isWindowOpen, windowEnd } from "../../../domain/window";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { overBlocks, visitBlocks } from "../../leads/search/block-range";
import type { Conversation, ConversationQuery } from "./schema";

const { workspaceId, paceAt, block, lastReplyId, ...columns } = getTableColumns(conversations);
type Row = Pick<typeof conversations.$inferSelect, keyof typeof columns>;

const toWire = (row: Row): Conversation => ({
  id: row.id,
  lead_id: row.leadId,
  channel_id: row.channelId,
  platform: row.platform,
  window: {
    is_open: isWindowOpen(row.lastInboundAt, Date.now()),
    closes_at: isoOrNull(windowEnd(row.lastInboundAt)),
  },
  last_inbound_at: isoOrNull(row.lastInboundAt),
  last_outbound_at: isoOrNull(row.lastOutboundAt),
  messages_count: row.messagesCount,
  summary: row.summary,
  summary_generated_at: isoOrNull(row.summaryGeneratedAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

export const conversationExists = exists(conversations);

const select = (scope: Scope) => scope.db.select(columns).from(conversations).$dynamic();

/**
 * The equalities of a query: the first of lead, channel and platform, which finds the rows by its
 * index, and the others. A channel that was deleted has conversations still; one of another
 * workspace or platform has none.
 */
function equalTo(scope: Scope, { lead_id, channel_id, platform }: ConversationQuery) {
  const { leadId, channelId } = conversations;
  const ofPlatform = platform && eq(conversations.platform, platform);
  const inIndex = platform && within(scope, conversations, ofPlatform);
  const lead = ownEqual(scope, conversations, leadId, lead_id);
  const channel = ownEqual(scope, conversations, channelId, channel_id, ofPlatform);
  return lead
    ? { key: lead, others: and(channel, ofPlatform) }
    : { key: channel ?? inIndex, others: undefined };
}

/** A range filter visits up to this many conversations one by one instead of by blocks. */
const FEW = 500;

/** The ids of a page with the last inbound message in the query's range (db/walk.ts). */
function idsInRange(scope: Scope, query: ConversationQuery, page: PageRequest) {
  const { last_inbound_from: from, last_inbound_to: to } = query;
  const { id, lastInboundAt } = conversations;
  const { after, order } = keyset(id, page);
  const inRange = and(
    from === undefined ? undefined : gte(lastInboundAt, from),
    to === undefined ? undefined : lte(lastInboundAt, to),
  );
  const index = sql.raw("conversations_block_last_inbound_at");
  const range = { column: sql`${lastInboundAt}`, index, within: inRange };
  const { key, others } = equalTo(scope, query);
  if (!key) return overBlocks(scope, conversations, page, range);
  const found = and(sql`+${within(scope, conversations)}`, key);
  const first = sql`select 1 from ${conversations} where ${found} limit ${FEW + 1}`;
  const areFew = sql`(select count(*) from (${first})) <= ${FEW}`;
  const byBlocks = visitBlocks(scope, conversations, page, range);
  // A condition in WHERE would be looked at once for each row.
  const ids = sql`
    select id from (
      select ${id} from (select 1 where ${areFew}) cross join ${conversations}
      where ${and(found, after)} order by ${order})
    union all
    select blocks.id from (select 1 where not ${areFew}) cross join (${byBlocks.ids}) as blocks`;
  const where = within(scope, conversations, key, others, inRange);
  return matching(conversations, where, { ...byBlocks, ids }, page);
}

export async function listConversations(
  scope: Scope,
  query: ConversationQuery,
  page: PageRequest,
): Promise<Page<Conversation>> {
  const hasRange = query.last_inbound_from !== undefined || query.last_inbound_to !== undefined;
  const { key, others: filter } = equalTo(scope, query);
  const isStop = hasRange ? stop : stopIn(filter);
  const select = scope.db
    .select({ ...columns, stop: isStop })
    .from(conversations)
    .$dynamic();
  const rows = hasRange
    ? joined(select, scope, conversations, page, idsInRange(scope, query, page))
    : pagedWhere(select, scope, conversations, page, { key, filter });
  return cutPage(await rows, page, toWire);
}

export const getConversation = async (scope: Scope, id: number): Promise<Conversation> =>
  toWire(
    found(
      await select(scope)
        .where(within(scope, conversations, eq(conversations.id, id)))
        .get(),
    ),
  );
