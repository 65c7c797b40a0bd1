import { and, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import { keyset, paged } from "../../../db/page";
import { exists } from "../../../db/rows";
import { conversations } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { isWindowOpen, windowEnd } from "../../../domain/window";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { overBlocks } from "../../leads/search/block-range";
import type { Conversation, ConversationQuery } from "./schema";

const { workspaceId, paceAt, block, ...columns } = getTableColumns(conversations);
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
 * The equalities of a query. The first of lead, channel and platform finds the rows by its index;
 * a `+` before the others keeps SQLite from using theirs.
 */
function equalTo(scope: Scope, { lead_id, channel_id, platform }: ConversationQuery) {
  const channel = channel_id === undefined ? undefined : channelFilter(scope, channel_id, platform);
  const equal = [
    [conversations.leadId, lead_id],
    [conversations.channelId, channel],
    [conversations.platform, platform],
  ] as const;
  const given = equal.filter(([, value]) => value !== undefined);
  return and(
    ...given.map(
      ([column, value], index) => sql`${sql.raw(index > 0 ? "+" : "")}${column} = ${value}`,
    ),
  );
}

/**
 * The channel's id; null for a channel of another workspace or platform, so that none of its
 * conversations is read. The channel may have been deleted.
 */
const channelFilter = (
  { workspaceId }: Scope,
  id: number,
  platform: ConversationQuery["platform"],
) => sql`(
  select iif(exists (
    select 1 from channels
    where id = ${id}
      and (workspace_id <> ${workspaceId} or platform <> ifnull(${platform ?? null}, platform))
  ), null, ${id}))`;

/** A range filter reads up to this many conversations one by one instead of by blocks. */
const FEW = 1_000;

/** The ids of a page with the last inbound message in the query's range, as a JSON array. */
function idsInRange(scope: Scope, query: ConversationQuery, page: PageRequest) {
  const { last_inbound_from: from, last_inbound_to: to } = query;
  const { id, lastInboundAt } = conversations;
  const { after, order, limit } = keyset(id, page);
  const equal = equalTo(scope, query);
  const range = and(
    from === undefined ? undefined : gte(lastInboundAt, from),
    to === undefined ? undefined : lte(lastInboundAt, to),
  );
  const where = within(scope, conversations, equal, range, after);
  const index = sql.raw("conversations_block_last_inbound_at");
  const byBlocks = arrayOf(
    overBlocks(scope, conversations, page, where, { column: sql`${lastInboundAt}`, index }),
  );
  if (!equal) return byBlocks;
  const oneByOne = arrayOf(sql`
    select id from ${conversations} where ${where} order by ${order} limit ${limit}`);
  const first = sql`
    select 1 from ${conversations} where ${within(scope, conversations, equal)} limit ${FEW + 1}`;
  return sql`iif((select count(*) from (${first})) <= ${FEW}, ${oneByOne}, ${byBlocks})`;
}

const arrayOf = (ids: SQL) => sql`(select json_group_array(id) from (${ids}))`;

export async function listConversations(
  scope: Scope,
  query: ConversationQuery,
  page: PageRequest,
): Promise<Page<Conversation>> {
  const hasRange = query.last_inbound_from !== undefined || query.last_inbound_to !== undefined;
  if (!hasRange)
    return cutPage(
      await paged(select(scope), scope, conversations, page, equalTo(scope, query)),
      page,
      toWire,
    );
  const ids = sql`(select value from json_each(${idsInRange(scope, query, page)}))`;
  const rows = await select(scope)
    .where(inArray(conversations.id, ids))
    .orderBy(keyset(conversations.id, page).order);
  return cutPage(rows, page, toWire);
}

export const getConversation = async (scope: Scope, id: number): Promise<Conversation> =>
  toWire(
    found(
      await select(scope)
        .where(within(scope, conversations, eq(conversations.id, id)))
        .get(),
    ),
  );
